"""The one kind of error a user can cause: a sentence that says what is wrong and what would be right."""

from collections.abc import Iterable


class CombinError(ValueError):
    """Bad input. The command line prints its text on one line and exits with status 2."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return ``" (did you mean X?)"`` for the known word closest to `word`, or begun by its letters, three at least.

    Otherwise the known words, if any.
    """
    import difflib

    known = sorted(set(known))
    close = difflib.get_close_matches(word, known, 1) or [name for name in known if name.startswith(word) and len(word) > 2]
    if close:
        return f" (did you mean {close[0]!r}?)"
    return f" (known: {', '.join(known)})" if known else ""
