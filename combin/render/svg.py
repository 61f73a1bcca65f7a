"""Makes a picture readable for those who cannot see it: a description, and the letters as text."""

from __future__ import annotations

from html import escape


def readable(svg: bytes, description: str) -> bytes:
    """Return the picture with a description behind its title."""
    before, title, rest = svg.partition(b"</title>")
    return before + title + f"<desc>{escape(description, quote=False)}</desc>".encode() + rest
