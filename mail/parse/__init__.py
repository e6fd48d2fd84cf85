"""From bytes to a person's words: limits, charsets, HTML, quotations, verdicts."""
