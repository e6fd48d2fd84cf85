"""Tests of Desert."""
