"""How fast the house is on this machine: ``python -m tests.bench`` prints one
table. Nothing here is asserted.
"""
