"""Derelict: its rules, recorded answers, odds, secrets."""
