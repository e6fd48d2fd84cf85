"""The Movement step: how ways are written, moves, skids, pushes (2.7, 2.10, 2.11, 3.4)."""
