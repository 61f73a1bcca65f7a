"""Hands that are split into a high and a low one."""
