"""The Discord door: a group plays in a thread, secrets go to each player alone."""
