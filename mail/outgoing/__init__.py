"""Outgoing mail: the times, the receivers and the content."""
