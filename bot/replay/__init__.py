"""A whole game as one page for browsers: boards, log, and the proof, computed by its reader."""
