"""The drill of docs/drill.md, walked through."""
