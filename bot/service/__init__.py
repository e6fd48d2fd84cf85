"""What `meanwhile serve` keeps running, and its supervisor."""
