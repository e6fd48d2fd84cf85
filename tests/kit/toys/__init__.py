"""Two small games that use what no built-in game may use; the laws are tried on them too."""
