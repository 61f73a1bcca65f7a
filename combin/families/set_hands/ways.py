"""A player's own house way: read from a file, and priced against the best setting of each hand."""

from __future__ import annotations

import os
from array import array
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from combin.cards import RANKS, cards_text
from combin.counting import Plan, Tally
from combin.counting.plan import Stage
from combin.errors import CombinError, nearest, refuse
from combin.families.block import PolicyChoice
from combin.families.listed import family_of
from combin.families.set_hands.counting import fronts_by
from combin.families.set_hands.matchup import compared
from combin.questions.priced import Priced
from combin.questions.solve import results
from combin.rules import Way
from combin.rules.facts import Path
from combin.rules.game import Game
from combin.rules.house_ways import HOUSE_WAYS, SHORT
from combin.rules.loader import load_way
from combin.solving.induction import Decision
from combin.solving.payoffs import Payoffs
from combin.solving.result import BetResult, result_of
from combin.spelling import meant
from combin.strategies.policies import kinds_of_rules
from combin.strategies.pricing import folded
from combin.strategies.sums import Case
from combin.subject import StrategyFormat

# The low hands in the order of their numbers: two ranks, then the pairs.
LOW_HANDS = (
    *(high + low for at, high in enumerate(RANKS) for low in RANKS[:at]),
    *(rank + rank for rank in RANKS),
)


class Ways(StrategyFormat):
    """House ways as strategies."""

    game: Game

    meant = "a file with a way, or the name of a house way"

    def read(self, words: str) -> Way:
        way = meant(words, HOUSE_WAYS, "the way")
        if way in HOUSE_WAYS:
            return HOUSE_WAYS[way]
        refuse(
            not os.path.exists(words),
            f"{words!r} is no file and no house way{nearest(words, HOUSE_WAYS)}",
        )
        return load_way(words)

    def best(self, most: int | None = None, whole: bool = False) -> Priced:
        """Return the way that a card tells first; raises CombinError for lists of other lengths."""
        if most is not None or whole:
            Plan(self.game, self.game.bet(self.bet)).verify_listable()
        return self.price_way(self.told()[0])

    def price(self, words: str) -> Priced:
        return self.price_way(self.read(words))

    def price_way(self, way: Way) -> Priced:
        """Return the exact price of a way; raises CombinError, with an example, for one that leaves
        a hand unset or sets its low hand above its high hand.
        """
        payoffs = _setting(self.game, self.bet, None)
        policies, family = [ByWay(payoffs.plan, way)], family_of(payoffs.plan)
        how = self.workers, self.progress
        if family.refuses(payoffs):
            best, [root] = family.followed(payoffs, policies, *how)
            optimum = Fraction(best, payoffs.plan.deals * payoffs.scale)
            return Priced(self.game, way, result_of(payoffs, root), optimum)
        [found] = folded(payoffs, policies, *how)

        def told(case: Case) -> tuple[str, str, str, str]:
            return str(case.line + 1), LOW_HANDS[case.chosen], LOW_HANDS[case.best], ""

        mistakes = tuple(found.sums.mistakes(payoffs, told))
        return Priced(self.game, way, found.result, found.optimum, mistakes)

    def told(self) -> list[Way]:
        """Return the ways that a card tells: that by which the player's hands are set, or else the
        short one, and the dealer's where that is another.
        """
        sides = compared(Plan(self.game, self.game.bet(self.bet))).sides
        way = sides.player.by or SHORT
        return [way, *(one for one in (sides.dealer.by,) if one and one != way)]

    def set_by(self, way: Way) -> BetResult:
        """Return what the bet comes to where the player sets every hand by a way."""
        [result] = results([_setting(self.game, self.bet, way)])
        return result


class ByWay:
    """A house way as a policy: of each hand what goes in front, by the places of its cards."""

    needs_values = False

    def __init__(self, plan: Plan, way: Way) -> None:
        self.way, self.wheel_lowest = way, compared(plan).pack.wheel_lowest

    def key(self, stage: Stage) -> Way:
        return self.way

    def seen(self, tally: Tally, place: int) -> HandsSet:
        return HandsSet(self, tally.levels[place].states)

    def may_take(self, path: Path) -> bool:
        return True

    def undecided(self, history: Path, cards: Sequence[int]) -> CombinError:
        return CombinError(f"way {self.way.name!r} leaves {' / '.join(map(cards_text, cards))}")

    def names(self, stage: Stage) -> Sequence[str]:
        return LOW_HANDS


class HandsSet:
    """Some hands that a way sets."""

    def __init__(self, by: ByWay, hands: array[int]) -> None:
        self.by, self.hands = by, hands

    def decide(self, history: Path, best: Decision | None = None) -> PolicyChoice:
        front, rule = fronts_by(self.by.way, self.hands, self.by.wheel_lowest)
        return PolicyChoice(front, rule, partial(kinds_of_rules, len(LOW_HANDS)))


def _setting(game: Game, key: str, way: Way | None) -> Payoffs:
    """Return the payoffs of a bet where the player sets by a way, or as he likes."""
    split = compared(Plan(game, game.bet(key))).sides.player
    play = tuple(replace(step, by=way) if step == split else step for step in game.play)
    return Payoffs(Plan(replace(game, play=play), game.bet(key)))
