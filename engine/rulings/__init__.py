"""Powers over a running game: moderators' rulings, deadlines, corrections and hand-thrown dice."""
