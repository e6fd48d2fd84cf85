"""Which packages of the lock files have faults that are known: ``make audit``."""
