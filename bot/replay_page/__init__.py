"""A whole game as one page for browsers: boards, log, and a proof that its reader can compute."""
