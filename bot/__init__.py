"""The app and the chat doors: command line, terminal table, line protocol."""
