"""The tests: one folder a package, and the toys of the kit in `tests.kit`."""
