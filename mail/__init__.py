"""The mail door: reads replies, judges their senders, writes reports."""
