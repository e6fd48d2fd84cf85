"""Seasons of a club: many games, people with lives of their own, and
everything that goes wrong in years.
"""
