"""What straights are made of: the ranks of the game's deck, or what the ranking says; counted again
by hand and by the literal reference.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

import combin
from combin.cards import RANKS, Deck
from combin.errors import CombinError
from combin.proof.verify import recounted, verify
from combin.ranking import LONGEST_FLUSH, NATURAL_RUNS, POKER, THREE_CARD, HandRanking
from combin.rules import ALWAYS, Bet, Deal, Game, Hand, Pays, Paytable, Row, Settlement, Wager
from combin.solving.result import Solution

SIX_PLUS = HandRanking(
    "a flush above a full house", 5,
    ("royal-flush", "straight-flush", "four-of-a-kind", "flush", "full-house", "three-of-a-kind",
     "straight", "two-pair", "pair", "high-card"),
)  # fmt: skip


def game(ranking: HandRanking, deck: Deck) -> Game:
    """A hand that is dealt and paid by its family."""
    lines = dict.fromkeys(ranking.families[:-1], 1)
    rows = (Row("", ALWAYS, (Pays(Paytable("pays", lines), "hand"),)),)
    bet = Bet("base", (Wager("bet", 1),), "bet", (Settlement(("bet",), rows),))
    hands = (Hand("hand", ranking, ("own",)),)
    return Game("own", "Own", "none", deck, (Deal("own", ranking.size),), hands, (bet,))


def families(solved: Solution) -> dict[str, int]:
    return {row.outcome: row.combinations for row in solved["base"].outcomes}


def by_hand(runs: str, deck: Deck, size: int) -> Counter[str]:
    """Count straights and straight flushes card by card; runs: ranks in their order."""
    straights = [set(runs[low : low + size]) for low in range(len(runs) - size + 1)]
    found: Counter[str] = Counter()
    cards = [rank + suit for rank in deck.ranks for suit in deck.suits]
    for hand in combinations(cards, size):
        ranks = {card[0] for card in hand}
        if len(ranks) < size or ranks not in straights:
            continue
        flush = len({card[1] for card in hand}) == 1
        royal = flush and ranks == set(RANKS[-size:])
        found["royal" if royal else "straight-flush" if flush else "straight"] += 1
    return found


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("ranking", "deck", "runs"),
    [
        (SIX_PLUS, Deck("6789TJQKA", "cdh"), "A6789TJQKA"),
        (POKER, Deck("789TJQKA"), "A789TJQKA"),
        (POKER, Deck("9TJQKA"), "A9TJQKA"),
        (replace(POKER, runs="789TJQKA"), Deck("789TJQKA", "cdh"), "789TJQKA"),
        (replace(POKER, runs=NATURAL_RUNS), Deck("567TJQKA", "cd"), NATURAL_RUNS),
        (replace(POKER, runs="A6789TJQKA"), Deck(suits="cd"), "A6789TJQKA"),
        (THREE_CARD, Deck(), NATURAL_RUNS),
        *((THREE_CARD, Deck(RANKS[low:]), "A" + RANKS[low:]) for low in range(1, 10)),
        (THREE_CARD, Deck("2345A"), NATURAL_RUNS),
    ],
    ids=lambda value: getattr(value, "name", str(value)),
)  # fmt: skip
def test_straights_are_those_of_the_deck(ranking, deck, runs):
    found = families(combin.solve(game(ranking, deck)))
    wanted = by_hand(runs, deck, ranking.size)
    royal = "royal-flush" if ranking.size == 5 else "suited-ace-king-queen"
    names = {"royal": royal, "straight-flush": "straight-flush", "straight": "straight"}
    for name, outcome in names.items():
        assert found.get(outcome, 0) == wanted[name], name


@pytest.mark.slow
def test_a_short_deck_of_a_recount_has_the_straights_of_the_game():
    """A recount drops ranks; what follows what stays as the whole deck of the game has it."""
    six_plus = game(SIX_PLUS, Deck("6789TJQKA")).resolve()
    report = verify(six_plus, "base", "6789A")
    met = {row.outcome: row.reference for row in report.rows}
    assert report.agrees and met["straight"] == 4**5 - 4 and met["straight-flush"] == 4
    natural = game(POKER, Deck()).resolve()
    met = {row.outcome for row in verify(natural, "base", "6789A").rows}
    assert "straight" not in met
    assert all(one.agrees for bet in six_plus.bet_keys for one in recounted(six_plus, bet))


def test_a_deck_with_gaps_must_say_what_follows_what():
    with pytest.raises(CombinError, match=r"a deck of 2345JQKA has gaps; say .*runs="):
        game(POKER, Deck("2345JQKA")).resolve()
    assert game(LONGEST_FLUSH, Deck("2345JQKA")).resolve()  # knows no straights


@pytest.mark.parametrize("runs", ["6789", "AKQ", "6879TJQKA", "AA", "ATJQK", "JQKA2345", 7, "AQKA"])
def test_runs_go_up_to_the_ace(runs):
    with pytest.raises(CombinError, match="runs are ranks in order up to the ace"):
        replace(POKER, runs=runs)


def test_the_rules_tell_the_lowest_straight():
    assert "A-6-7-8-9 the lowest" in str(game(SIX_PLUS, Deck("6789TJQKA")).resolve())
    high = str(game(replace(POKER, runs=RANKS), Deck()).resolve())
    assert "the ace is only high" in high
    assert "ace-high or ace-low and never around" in str(combin.load("caribbean-stud"))
