"""What happens to units and buildings: rolls, damage, falls, shots, reveals (2.8, 2.9, 2.16)."""
