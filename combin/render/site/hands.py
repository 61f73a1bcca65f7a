"""The data of a page's hands: classes of hands, and the outcomes that follow each."""

from __future__ import annotations

import string
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import lcm
from typing import TYPE_CHECKING, assert_never

from combin.ranking import HandRanking
from combin.render.cards.felt import spoken
from combin.render.number import exact
from combin.render.site.layout import script
from combin.rules.facts import Fact, Lead, Order, PaidLine, Under, margin_named

if TYPE_CHECKING:
    from combin.dossier.hands import (
        AllHands,
        Hand,
        HandCounting,
        RoundRules,
    )
    from combin.questions.measures import StartingHand

LETTERS = string.digits + string.ascii_letters  # one a card; cards of a kind share theirs


def hands_script(hands: AllHands) -> str:
    """Return the script that gives a page its hands."""
    letters = dict(zip(hands.deck, LETTERS))
    known = {
        "deck": list(hands.deck),
        "letters": "".join(letters[hands.alike[card]] for card in hands.deck),
        "copies": list(hands.deck.values()),
        "wager": hands.game.unit(hands.game.bet(hands.bet).base),
        "columns": hands.columns,
        "bet": hands.bet,
        "pays": {pay: exact(units) for pay, units in hands.pays.items()},
        "rules": [_rules(rules, list(hands.pays)) for rules in hands.rules],
        "settings": hands.of_settings,
        "counting": hands.counting and _counting(hands.counting),
        "streets": [
            {
                "decision": street.decision,
                "zones": [[deal.zone, deal.note, deal.cards] for deal in street.zones],
                "roles": [list(zones) for zones in street.roles],
                "classes": [
                    [one.known, one.deals, [number for pair in one.counts for number in pair]]
                    for one in street.classes
                ],
                "hands": [_written(found, letters) for found in street.hands],
            }
            for street in hands.streets
        ],
    }
    return script("combin.hands", known)


def _counting(counting: HandCounting) -> dict[str, object]:
    hands = [(hand.zones, hand.by_families()) for hand in counting.hands]
    return {
        "hands": [{"zones": zones, **_ranked(ranking)} for zones, ranking in hands],
        "facts": [[_fact(fact, counting) for fact in facts] for facts in counting.facts],
        "hidden": [[deal.zone, deal.cards] for deal in counting.hidden],
        "starts": _starts(counting.starts),
    }


def _ranked(ranking: HandRanking) -> dict[str, object]:
    """Return what values a hand: the place of each family and the straights, or what is wild."""
    if ranking.of_longest_flush:
        return {"wild": ranking.wild}
    return {
        "size": ranking.size,
        "families": {name: at for at, name in enumerate(reversed(ranking.families))},
        "straights": [
            [sum(1 << rank for rank in ranks), high]
            for ranks, high in ranking.straights(ranking.size).items()
        ],
    }


def _fact(fact: Fact, counting: HandCounting) -> list[object]:
    """Return a fact by the numbers of its hands, and the strengths that it asks for."""
    names = [hand.name for hand in counting.hands]
    places = [names.index(name) for name in fact.hands]
    least = counting.hands[places[0]].ranking.threshold
    match fact:
        case Order():
            return ["order", *places]
        case Under(_, name):
            return ["under", *places, least(name)]
        case PaidLine(_, lines):
            return ["lines", *places, list(map(least, lines))]
        case Lead(_, _, lines):
            return ["lead", *places, list(map(margin_named, lines))]
        case _:
            assert_never(fact)


def _starts(starts: Sequence[StartingHand]) -> dict[str, object] | None:
    """Return what first hands are worth, over one denominator."""
    if not starts:
        return None
    below = lcm(*(value.denominator for one in starts for value in one.values.values()))
    return {
        "below": exact(below),
        "worth": {
            one.label: {name: exact(value * below) for name, value in one.values.items()}
            for one in starts
        },
    }


def _rules(rules: RoundRules, pays: list[str]) -> dict[str, object]:
    """Return what can be done and what it pays; a sum of pays is its divisor, its constant, and by
    turns the place of a pay and its coefficient.
    """
    return {
        "ways": {
            "/".join(history): [
                [one.action, "/".join(one.path), int(one.leads_on), [*one.offered], one.ends]
                for one in ways
            ]
            for history, ways in rules.ways.items()
        },
        "outcomes": [
            [
                ", ".join(spoken(part.replace(".", ": ")) for part in name.split(", ")),
                [
                    [
                        below,
                        constant,
                        *(n for pay, times in terms for n in (pays.index(pay), times)),
                    ]
                    for below, constant, terms in forms
                ],
            ]
            for name, forms in rules.outcomes
        ],
        "house": rules.house and vars(rules.house),
    }


def _written(hands: Iterable[Hand], letters: Mapping[str, str]) -> dict[str, str]:
    """Return how many deals stand behind a hand -> all such hands, one after the other."""
    written: dict[str, str] = defaultdict(str)
    for deals, cards in hands:
        written[exact(deals)] += "".join(letters[card] for card in cards)
    return dict(written)
