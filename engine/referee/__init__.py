"""The referee: plays incoming messages, stores their results, and then delivers the news."""
