"""The data of a page's hands: classes of hands, and the outcomes that follow each."""

from __future__ import annotations

import string
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from combin.render.cards.felt import spoken
from combin.render.number import exact
from combin.render.site.layout import script

if TYPE_CHECKING:
    from combin.dossier.hands import AllHands, DecisionHands, Form, Hand, HistoryAction, RoundRules

LETTERS = string.digits + string.ascii_letters  # one a card; cards of a kind share theirs


def hands_script(hands: AllHands) -> str:
    """Return the script that gives a page its hands."""
    letters = dict(zip(hands.deck, LETTERS))
    pays = hands.game.pays_in(hands.bet)
    known = {
        "deck": list(hands.deck),
        "letters": "".join(letters[hands.alike[card]] for card in hands.deck),
        "copies": list(hands.deck.values()),
        "wager": hands.game.unit(hands.game.bet(hands.bet).base),
        "columns": hands.columns,
        "bet": hands.bet,
        "pays": {pay: exact(units) for pay, units in pays.items()},
        "rules": [_rules(rules, list(pays)) for rules in hands.rules],
        "settings": hands.of_settings,
        "sampled": hands.sampled,
        "streets": [_street(street, letters) for street in hands.streets],
    }
    return script("combin.hands", known)


def _rules(rules: RoundRules, pays: list[str]) -> dict[str, object]:
    return {
        "ways": {"/".join(history): list(map(_way, ways)) for history, ways in rules.ways.items()},
        "outcomes": [
            [
                ", ".join(spoken(part.replace(".", ": ")) for part in name.split(", ")),
                [_form(form, pays) for form in forms],
            ]
            for name, forms in rules.outcomes
        ],
    }


def _form(form: Form, pays: list[str]) -> list[int]:
    """Return the divisor, the constant, and by turns the place of a pay and its coefficient."""
    below, constant, terms = form
    return [below, constant, *(n for pay, times in terms for n in (pays.index(pay), times))]


def _way(way: HistoryAction) -> list[object]:
    return [way.action, "/".join(way.path), int(way.leads_on), list(way.offered), list(way.ends)]


def _street(street: DecisionHands, letters: Mapping[str, str]) -> dict[str, object]:
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
