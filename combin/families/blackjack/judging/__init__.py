"""Reads and judges logs of games that count up: their rows, their play, and their cards."""
