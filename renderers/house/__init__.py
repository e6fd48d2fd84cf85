"""What is said about rulings and times, for all games."""
