"""Frames to observations to tracks; cameras; the simulated table.

It is given marker and roster tables as values and never reads the game.
"""
