"""Incoming mail: identifies the sender, reads the content, and answers once."""
