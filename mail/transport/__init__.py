"""IMAP, SMTP, and the tokens for both."""
