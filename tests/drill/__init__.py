"""The drill of docs/evidence/drill.md, walked through."""
