"""The laws that every game must keep, and the games that they are tried on."""
