"""The Discord door: a group plays in a thread, and secrets go only to their player."""
