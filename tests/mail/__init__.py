"""The mail door: reading, judging and writing mails."""
