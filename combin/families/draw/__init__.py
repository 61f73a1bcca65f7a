"""Hands that are drawn to."""
