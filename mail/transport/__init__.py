"""Connections to the mail provider: IMAP, SMTP, and access tokens for both."""
