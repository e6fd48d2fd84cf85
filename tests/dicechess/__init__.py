"""Tests of dice chess."""
