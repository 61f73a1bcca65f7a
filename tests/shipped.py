"""The games that come with combin, by what their rules are, and their pages with few cards."""

import re
from collections.abc import Mapping
from pathlib import Path

from combin.games import FORMER, file_of, names, sheet_of

COUNTING_UP = [slug for slug in names() if sheet_of(slug).has_turns]
DEALT = sorted([*({*names()} - {*COUNTING_UP}), *FORMER])


def page_of(slug: str) -> str:
    """Return the page of a game."""
    return Path(file_of(slug)).read_text(encoding="utf-8")


def blackjack_alone() -> str:
    """Return the page of Blackjack without the bets on its first cards, which a short deck may not
    have.
    """
    head, _, rest = page_of("blackjack").partition("\nPLAY\n")
    bets = rest[rest.index("\nSIDE BET insurance") : rest.index("\nSIDE BET 21+3")]
    return head + bets


def with_few_ranks(page: str, ranks: str, packs: Mapping[int, int] = {}) -> str:
    """Return a page whose shoes have only some ranks.

    packs: a value of the choice of packs -> how many packs of these ranks it stands for.
    """
    page = re.sub(r"(?m)^(cards: \[.*\] decks).*$", rf"\1 of {ranks}", page)
    for value, many in packs.items():
        page = re.sub(
            rf"(?m)^(cards: \[packs .*?\b{value})(?= \||\])|^(  {value})(?=   {value} decks?$)",
            rf"\1\2{': ' if '[packs ' in page else ' = '}{many}",
            page,
        )
    return page
