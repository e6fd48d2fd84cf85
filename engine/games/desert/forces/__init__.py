"""What stands on the map, and how a scenario file names it."""
