"""Desert: the combat segment of an operational wargame, with a referee who holds both sides."""
