"""A disk that fails below SQLite, at every operation in turn, and power that goes."""
