"""Hidden units at a checkpoint: windows and standing orders (2.12, 2.13, 3.3)."""
