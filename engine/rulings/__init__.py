"""The powers of moderators and time over a table: rulings, corrections, physical dice,
deadlines.
"""
