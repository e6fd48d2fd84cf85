"""The command line and the doors for chat, terminals and programs."""
