"""Incoming mail: its sender, its content, and the one answer to it."""
