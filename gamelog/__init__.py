"""The append-only record of an evening: writing, reading, exporting.

It may import the rules and SQLAlchemy; it knows nothing of cameras or phones.
"""
