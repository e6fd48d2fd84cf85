"""What strangers can send, tried with inputs that a machine makes up (docs/labs.md)."""
