"""A round, step by step: reveal, initiative, Movement, Weapons, End (2.5, 2.6, 2.15, 2.17)."""
