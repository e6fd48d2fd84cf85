"""What moderators and time do to a table: rulings, corrections, physical dice, deadlines."""
