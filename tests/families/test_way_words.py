"""Ways in words, read back as a player reads them; and the short way, whose every line and rank is
the best of its kind.
"""

from __future__ import annotations

import random
from array import array
from dataclasses import replace

import pytest

from combin import load
from combin.cards import JOKER, RANKS, Deck, cards_of, mask_of, rank_of
from combin.counting import Plan
from combin.dossier.way_words import way_lines
from combin.errors import CombinError
from combin.families.set_hands.counting import fronts_by
from combin.families.set_hands.solving import PricedSettings, every_count, set_by
from combin.families.set_hands.ways import Ways
from combin.proof import ways as literal
from combin.rules.house_ways import HOUSE_WAYS, SHORT
from combin.rules.ways import Way
from combin.solving.payoffs import Payoffs
from way_reader import Held, fronts_read

# --- Read back -------------------------------------------------------------------------------------


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("way", HOUSE_WAYS.values(), ids=lambda way: way.name)
def test_words_set_hands_as_the_rows_do(way):
    """Read literally, on hands of which every kind is among the first."""
    deal = random.Random(way.name)
    deck = Deck(jokers=1).cards
    dealt = [mask_of(deal.sample(deck, 7)) for _ in range(1000)]
    few = [card for card in deck if card == JOKER or rank_of(card) in (0, 5, 8, 11, 12)]
    dealt += [mask_of(deal.sample(few, 7)) for _ in range(1000)]
    fronts, _ = fronts_by(way, array("Q", dealt), False)
    lines = [line for _, line in way_lines(way)]
    kinds = set()
    for hand, places in zip(dealt, fronts):
        held = Held(hand)
        two = [held.cards[place] for place in cards_of(places)]
        made = literal.high_value([card for card in held.cards if card not in two])
        assert (literal.low_value(two), made) in fronts_read(lines, held), (hand, two)
        kinds.add(tuple(held.sizes))
    assert len(kinds) >= 11


# --- The short way -------------------------------------------------------------------------------


@pytest.mark.whole
@pytest.mark.slow
def test_the_short_way_is_the_best_of_its_lines():
    """Against the dealer of the game: no row can go, no rank that it asks can move by one, and the
    house's own way costs more.
    """
    game = load("pai-gow-poker")
    priced = PricedSettings(Payoffs(Plan(game, game.bets[0])))
    counts, nets = every_count(priced, 2), priced.scaled

    def worth(way: Way) -> int:
        return sum(map(int.__mul__, set_by(priced, counts, way), nets))

    best = worth(SHORT)
    assert best > worth(HOUSE_WAYS["foxwoods"])
    tried = 0
    for at, row in enumerate(SHORT.rows):
        others = [()]
        for place, ranks in enumerate(row.ranks):
            if ranks:
                last = RANKS.index(ranks[-1])
                ends = [ranks[:-1], ranks + RANKS[last + 1 : last + 2]]
                spans = [end for end in ends if end and end != ranks]
                others += [
                    (replace(row, ranks=(*row.ranks[:place], span, *row.ranks[place + 1 :])),)
                    for span in spans
                ]
        for instead in others:
            try:
                other = worth(Way("other", (*SHORT.rows[:at], *instead, *SHORT.rows[at + 1 :])))
            except CombinError as error:
                assert "leaves a hand unset" in str(error)
            else:
                assert other < best, (row, instead)
                tried += 1
    assert tried > 12
    assert Ways(game, "base").told()[0] is SHORT
