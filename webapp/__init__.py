"""Pages, the live stream, the table session that joins everything, and the command line.

Only this package knows of threads, sockets, the user's files and the time of day.
"""
