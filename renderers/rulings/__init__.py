"""The sentences about rulings and times, for all games."""
