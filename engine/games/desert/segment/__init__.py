"""The steps of a combat segment, numbered in the order of play (rules 3); ``script`` plays them."""
