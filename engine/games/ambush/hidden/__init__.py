"""Hidden units: commitments, windows, standing orders, point-blank shots (2.12, 2.13, 3.3)."""
