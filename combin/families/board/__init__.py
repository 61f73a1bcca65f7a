"""Boards that player and opponent share."""
