"""Throw-away mail servers on loopback, inside this process, for trying mail and for tests."""
