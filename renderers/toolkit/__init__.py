"""Tools for the pictures of several games."""
