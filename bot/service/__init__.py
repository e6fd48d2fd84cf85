"""The services of `meanwhile serve`, and their supervisor."""
