"""The mail door: reads replies, judges who sent them, writes reports."""
