"""Figures and prices without a table: strengths, shifts, casualties, prices."""
