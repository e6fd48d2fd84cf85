"""Throw-away mail servers on loopback, inside this process: for trying mail
without an account, and for tests.
"""
