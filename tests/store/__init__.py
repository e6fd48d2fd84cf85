"""Laws that every store keeps."""
