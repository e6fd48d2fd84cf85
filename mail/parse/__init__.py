"""Bytes to what a person wrote: limits, charsets, HTML, quotations, verdicts."""
