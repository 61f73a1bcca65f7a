"""The data of a page's hands: classes of hands, and the outcomes that follow each."""

from __future__ import annotations

import string
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from combin.render.cards.felt import spoken
from combin.render.number import exact
from combin.render.site.layout import script

if TYPE_CHECKING:
    from combin.dossier.hands import AllHands, DecisionHands, Hand, HistoryAction

LETTERS = string.digits + string.ascii_letters  # one a card; cards of a kind share theirs


def hands_script(hands: AllHands) -> str:
    """Return the script that gives a page its hands."""
    letters = dict(zip(hands.deck, LETTERS))
    known = {
        "deck": list(hands.deck),
        "letters": "".join(letters[hands.alike[card]] for card in hands.deck),
        "copies": list(hands.deck.values()),
        "wager": hands.game.bet(hands.bet).base,
        "columns": hands.columns,
        "outcomes": [[_spoken(name), exact(net)] for name, net in hands.outcomes],
        "ways": {"/".join(history): list(map(_way, ways)) for history, ways in hands.ways.items()},
        "streets": [_street(street, letters) for street in hands.streets],
    }
    return script("combin.hands", known)


def _spoken(name: str) -> str:
    return ", ".join(spoken(part.replace(".", ": ")) for part in name.split(", "))


def _way(way: HistoryAction) -> list[Any]:
    return [way.action, "/".join(way.path), int(way.leads_on), list(way.offered), list(way.ends)]


def _street(street: DecisionHands, letters: Mapping[str, str]) -> dict[str, Any]:
    return {
        "decision": street.decision,
        "zones": [[deal.zone, deal.note, deal.cards] for deal in street.zones],
        "roles": [list(zones) for zones in street.roles],
        "classes": [
            [one.known, one.deals, [number for pair in one.counts for number in pair]]
            for one in street.classes
        ],
        "hands": [_written(found, letters) for found in street.hands],
    }


def _written(hands: Iterable[Hand], letters: Mapping[str, str]) -> dict[str, str]:
    """Return how many deals stand behind a hand -> all such hands, one after the other."""
    written: dict[str, str] = defaultdict(str)
    for deals, cards in hands:
        written[exact(deals)] += "".join(letters[card] for card in cards)
    return dict(written)
