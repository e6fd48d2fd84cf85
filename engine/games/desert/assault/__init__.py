"""One close assault, from its totals to its captures (rules 3.11)."""
