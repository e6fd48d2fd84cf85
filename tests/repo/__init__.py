"""Tests about the repository itself: arrows, files, documentation, the wheel."""
