"""The referee, the desk, the store, the postman and the clock."""
