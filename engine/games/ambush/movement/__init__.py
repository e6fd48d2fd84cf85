"""The Movement step: turns, moves, skids, pushes, stepping aside (2.6, 2.7, 2.10, 2.11, 3.4)."""
