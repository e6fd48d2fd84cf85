"""The referee: letters in, receipts out; played, written, committed, and only then told."""
