"""The map: hexes, zones of control, ways."""
