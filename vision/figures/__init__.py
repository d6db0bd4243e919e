"""Figures in one frame: capped ones read from above, bare ones fitted in perspective."""
