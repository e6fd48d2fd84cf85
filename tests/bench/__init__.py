"""How fast the house is on this machine: ``python -m tests.bench`` prints a table for each
section, in CPU time and in ratios, which other work on the machine hardly changes. Nothing here is
asserted.
"""
