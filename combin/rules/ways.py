"""House ways: rows that set seven cards as a hand of five and one of two, as casinos print them."""

from __future__ import annotations

from typing import ClassVar

from combin.cards import RANKS
from combin.errors import refuse, verify_known
from combin.exact import whole_number
from combin.records import dataclass

# What may go in front. In a row with `made` a straight or a flush stays behind.
FRONTS = (
    "first-pair",  # two cards of the first group
    "second-pair",
    "first-and-single",  # one card of the first group, and the highest outside groups
    "singles",  # the two highest outside groups
    "next-singles",  # the second and the third
    "made",  # any two cards that leave a straight or a flush
    "first-pair-made",  # two cards of the first group that leave a straight or a flush
)
MOST_GROUPS = 3  # of seven cards
MOST_SINGLES = 2  # cards outside groups whose ranks a row may ask


@dataclass(frozen=True)
class WayRow:
    """A row of a house way: which hands it is for, and what goes in front.

    The joker counts as an ace. Of several settings the one with the highest low hand is taken; of
    those equal the highest straight or flush stays behind, otherwise the joker goes in front. A row
    that allows no setting is passed over.

    groups: how many cards have one rank, the largest group first, of equal ones the highest rank
        first; cards of a rank of their own are left out.
    front: what may go in front, some of FRONTS.
    ranks: for each group, as far as it matters, the ranks that it may have; an empty text for any.
    singles: for the highest cards outside groups, as far as it matters, the ranks they may have.
    """

    groups: tuple[int, ...]
    front: tuple[str, ...]
    ranks: tuple[str, ...] = ()
    singles: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for texts, what in (
            (self.front, "front"),
            (self.ranks, "ranks"),
            (self.singles, "singles"),
        ):
            refuse(
                not isinstance(texts, tuple) or not all(isinstance(text, str) for text in texts),
                f"a row of a way: its {what} are a tuple of texts, not {texts!r}",
            )
        refuse(
            not isinstance(self.groups, tuple),
            f"a row of a way: its groups are a tuple, not {self.groups!r}",
        )
        for cards in self.groups:
            whole_number(cards, "a row of a way: how many cards have one rank", 2, 5)
        ordered = tuple(sorted(self.groups, reverse=True)) == self.groups
        refuse(
            not ordered or sum(self.groups) > 7,
            "a row of a way: its groups are the largest first, of seven cards in all, not "
            f"{self.groups!r}",
        )
        for front in self.front:
            verify_known(front, FRONTS, f"a way puts no {front!r} in front")
        refuse(not self.front, "a row of a way says what goes in front")
        for what, texts, most in (
            ("groups", self.ranks, len(self.groups)),
            ("single cards", self.singles, MOST_SINGLES),
        ):
            refuse(
                len(texts) > most,
                f"a row of a way asks the ranks of {len(texts)} {what}, of {most}",
            )
            for text in texts:
                refuse(
                    not set(text) <= set(RANKS),
                    f"a row of a way: ranks are letters of {RANKS}, not {text!r}",
                )


@dataclass(frozen=True)
class Way:
    """A fixed way to part seven cards; the first row that allows a setting decides.

    name: how it is called.
    rows: in the order in which they are read.
    """

    line: ClassVar[str] = "row"
    whole: ClassVar[str] = "way"

    name: str
    rows: tuple[WayRow, ...]

    @property
    def told(self) -> dict[str, str]:
        """What JSON says of it."""
        return {"way": self.name}

    def __post_init__(self) -> None:
        rows = self.rows
        refuse(
            not isinstance(rows, tuple) or not all(isinstance(row, WayRow) for row in rows),
            f"way {self.name!r}: its rows are a tuple of WayRow",
        )
        refuse(not rows, f"way {self.name!r} has no rows")
