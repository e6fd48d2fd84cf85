"""`meanwhile play`: one terminal with all seats of a game, for people, scripts and programs."""
