"""The Discord door against a server that speaks Discord's protocol."""
