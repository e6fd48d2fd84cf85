"""The commands of `meanwhile`, a module each."""
