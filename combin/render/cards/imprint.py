"""What the user adds to a card: a footer, the author, a web address, and the bleed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from combin.errors import CombinError
from combin.records import dataclass

LARGEST = 10  # millimetres of bleed
LONGEST = 120  # letters of a line at the foot
INCH = Fraction(254, 10)  # millimetres


@dataclass(frozen=True)
class Imprint:
    """What the user adds to a card.

    footer: a sentence for the last side.
    author: who made the card; also in the metadata of the file.
    url: where to find more.
    bleed: as given, ``3mm`` or ``0.125in``; empty for none.
    """

    footer: str = ""
    author: str = ""
    url: str = ""
    bleed: str = ""

    def __post_init__(self) -> None:
        for name in ("footer", "author", "url"):
            words = getattr(self, name)
            if len(words) > LONGEST or not words.isprintable():
                raise CombinError(f"{name}: one line of at most {LONGEST} letters, not {words!r}")
        bleed_width(self.bleed)

    def words(self) -> Iterator[str]:
        """Yield the words of the command that asks for it."""
        for name in ("footer", "author", "url", "bleed"):
            if value := getattr(self, name):
                yield from (f"--{name}", value)


def bleed_width(bleed: str) -> Fraction:
    """Return how wide a bleed is; raises CombinError for what is no length, or a long one."""
    if not bleed:
        return Fraction(0)
    found = re.fullmatch(r"(\d{1,3}(?:\.\d{1,6})?) ?(mm|in)", bleed.strip(), re.ASCII)
    if not found:
        raise CombinError(f"a bleed is a length such as 3mm or 0.125in, not {bleed!r}")
    length = Fraction(found[1]) * (INCH if found[2] == "in" else 1)
    if length > LARGEST:
        raise CombinError(f"a bleed is at most {LARGEST} mm wide, not {bleed!r}")
    return length


NO_IMPRINT = Imprint()
