"""The store: the database, its tables, the journal, the news, and games as files."""
