"""The store: the database, its tables, the journal, what was told, and games as files."""
