"""Mails that go out: when, to whom, and what they say."""
