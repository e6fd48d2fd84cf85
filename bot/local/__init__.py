"""The local door: people and programs at this machine's terminals take part in served games."""
