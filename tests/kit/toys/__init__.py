"""Two small games that use what no game of the house may use; the laws are tried on them too."""
