"""A camera over a table that does not exist, for demonstrations and tests.

It draws what is printed and put on a table. It shares no code with the detectors, so that it can judge them.
"""
