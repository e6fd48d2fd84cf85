"""A mail that came in: who sent it, what it says, and the one answer to it."""
