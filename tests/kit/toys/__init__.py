"""Two small games that use what no game of the house may use yet;
the laws are tried on them too.
"""
