"""The referee, the desk, the store, the dispatcher and the clock."""
