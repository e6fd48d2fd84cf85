"""Scenario files, and setting up the units of both sides."""
