"""Extracts a person's words from the bytes of a mail: limits, charsets, HTML, quotations,
verdicts.
"""
