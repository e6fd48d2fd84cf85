"""Moves, and whatever comes between: windows, point-blank fire, skids, collisions."""
