"""The mail door. It is not built yet: no module of the app starts it."""
