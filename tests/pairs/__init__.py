"""Pairs of whole houses that differ only in what a viewer may not know."""
