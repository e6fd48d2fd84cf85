"""Chart sets: their files, read and checked, and how to look things up in them."""
