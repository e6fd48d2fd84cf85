"""The mail door: reads replies, judges who sent them, writes reports. The app does not start it yet."""
