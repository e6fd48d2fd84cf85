"""The referee: pure rules inside, one writer to SQLite outside."""
