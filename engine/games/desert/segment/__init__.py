"""The steps of a combat segment, a module each, numbered in the order of play (rules 3)."""
