"""Setting up: options, scenario files, deploying, hiding (2.5, 2.20)."""
