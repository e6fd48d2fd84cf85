"""The map and what stands on it: hexes, terrain, units, ways, sight (2.2 to 2.4, 2.14)."""
