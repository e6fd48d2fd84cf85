"""Outgoing mail: when to send one, to whom, and its content."""
