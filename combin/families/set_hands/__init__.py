"""Pai gow: hands that are set as a high and a low one."""
