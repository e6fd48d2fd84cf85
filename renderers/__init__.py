"""Views to pictures and to equal plain text."""
