"""Logs of rounds played: what stands in them, and how they are written and read."""
