"""Games as files, and their verification."""
