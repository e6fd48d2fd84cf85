"""The tests: one folder a package, and `tests.kit`, the laws every game must keep."""
