"""The referee: messages in, receipts out; played, written, committed, and only then told."""
