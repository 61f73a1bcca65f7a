"""Solving knows money and no cards: from tallies and pays to the best play, its value and what then
happens.
"""
