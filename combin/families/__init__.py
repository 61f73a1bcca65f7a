"""Families of games, a folder each: `contract.py` says what a family answers, `listed.py` lists
them, and `subjects.py` makes the bets that questions ask.
"""
