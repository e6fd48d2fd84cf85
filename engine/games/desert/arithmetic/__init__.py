"""Figures and prices without a table: strengths, shifts, losses, accounts."""
