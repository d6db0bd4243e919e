"""The append-only record of an evening.

It may import the rules' values, SQLAlchemy and msgspec; it knows nothing of cameras or pages.
"""

from pennysight.gamelog.errors import LogError
from pennysight.gamelog.log import FORMAT, Entry, GameLog, exported, iso_time, read_log, utc_now

__all__ = ["FORMAT", "Entry", "GameLog", "LogError", "exported", "iso_time", "read_log", "utc_now"]
