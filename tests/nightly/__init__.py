"""What takes a night: the shifts that `make nightly` runs."""
