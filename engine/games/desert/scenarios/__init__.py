"""Scenario files, read and checked; the shipped ones lie beside this module."""
