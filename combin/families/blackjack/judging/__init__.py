"""Reads and judges logs of blackjack games: their rows, their play, and their cards."""
