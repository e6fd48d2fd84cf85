"""The map: hexes, terrain, ways, lines of sight."""
