"""What happens to units and buildings: rolls, damage, shots, reveals (2.8, 2.9, 2.12 to 2.16)."""
