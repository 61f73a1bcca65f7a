"""Logs of rounds: what they contain, and how they are written and read."""
