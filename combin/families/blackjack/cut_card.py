"""What a cut card costs: the mean of all rounds that are dealt from one shoe until the cut card
comes, played by the chart of the full shoe and never by a count.

A round that is dealt by number has the edge of the first, for its cards and those before it may
change places. A cut card ties the number of rounds to the cards: rounds of many small cards take
more, and so fewer begin just where the rest of the shoe is rich.

Small shoes are summed exactly (`shoe_rounds.py`). For larger ones the cost is found to first order.
With t of N cards gone, s of them by rank, the edge is v + sum over r of (s_r - t n_r / N) e_r times
(N - 1) / (N - t), e_r being the effect of removal with the chart kept; that is the best linear
function of s, exactly. What the rounds that begin there win is therefore, to first order, v times
how likely one does, plus the sum over r of e_r times the covariance of s_r with that. The
covariance is (N - t) / (N - 1) times that of cards drawn with replacement, to first order; so the
two factors cancel, and what is left is

    sum over r of e_r (derivative by the weight of rank r of the chance that a round begins at t).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm, prod

from combin.errors import refuse
from combin.families.blackjack.card_counting import LEAST_LEFT, cut_of
from combin.families.blackjack.drawer import Cards
from combin.families.blackjack.house import (
    RANKS,
    Shoe,
    house_of,
    ups_of,
    verify_plain,
    without,
)
from combin.families.blackjack.questions import shoe_of_game
from combin.families.blackjack.round_cards import HandEnd, round_sum, unit_of
from combin.families.blackjack.shoe_rounds import CardSums, ShoeRounds, is_summed
from combin.families.blackjack.solve import Solved, Spot, UpCard, columns_of, gathered
from combin.families.blackjack.solve import solve as solved
from combin.questions.card_counting import Betting, CardCounting
from combin.rules.game import Game
from combin.solving.executor import Workers

MOST_HANDS = 2  # of a split whose cards are summed exactly: four have some millions of unions

Tell = Callable[[str], None]  # shows what is computed next; empty: done
Played = Sequence[tuple[UpCard, Sequence[Spot]]]
Sizes = dict[int, tuple[int, int]]  # cards -> sum, and its derivative


def silent(text: str) -> None:
    """Show nothing."""


def cut_card(
    game: Game,
    cut: int | None = None,
    workers: Workers = None,
    tell: Tell = silent,
) -> CardCounting:
    """Return what a cut card costs a player who plays every round by the chart of the full shoe.

    cut: a round begins with so many cards left, or more; by default a quarter of the shoe, and
        where the rounds are summed exactly at least what one may take.
    Raises CombinError for rules beyond those of blackjack, and for a cut that there cannot be.
    """
    refuse(game.turns.switch, f"{game.slug}: the cost of a cut card is not available for two hands")
    shoe, house = shoe_of_game(game), house_of(game)
    verify_plain(house.turns, "the cost of a cut card")
    tell("the chart")
    played = [(column, column.spots()) for column in columns_of(shoe, house, "total")]
    chart = gathered(shoe, house, "total", [column for column, _ in played])
    is_exact = is_summed(shoe) and house.turns.pairs.hands <= MOST_HANDS
    if is_exact:
        left, starts = exact_starts(chart, played, cut, workers, tell)
    else:
        left, starts = first_order_starts(chart, played, cut, tell)
    tell("")
    return CardCounting(
        *(game, "base", "bet"),
        tags={},
        level=None,
        trigger=None,
        is_best=False,
        cut=left,
        value=chart.value,
        effects={},
        correlation=None,
        depths=starts,
        is_certain=False,
        is_played=False,
        by_effects=not is_exact,
        model=chart.model,
        flat=True,
    )


def exact_starts(
    chart: Solved, played: Played, cut: int | None, workers: Workers = None, tell: Tell = silent
) -> tuple[int, dict[int, Betting]]:
    """Return the cut, and the rounds that begin before it, summed exactly.

    chart: the game by a chart. played: hands against each up card, played by it.
    """
    tell("the cards of a round")
    rounds = ShoeRounds(chart.shoe, round_sum(played, CardSums(chart.shoe)))
    cards, unit = sum(chart.shoe), unit_of(chart.house)
    left = cut_of(cut, cards, rounds.longest)
    most = unit * max(
        2 * chart.house.turns.pairs.hands, 2
    )  # all hands doubled; a natural pays no more than 2
    sums = rounds.by_start(
        cards - left, most, workers, lambda done, of: tell(f"{100 * done // of} % of all points")
    )
    return left, {
        gone: Betting(chance, gain / unit, None) for gone, (chance, gain) in enumerate(sums)
    }


def first_order_starts(
    chart: Solved, played: Played, cut: int | None, tell: Tell = silent
) -> tuple[int, dict[int, Betting]]:
    """Return the cut, and the rounds that begin before it, to first order in the effects of
    removal; the rest as for `exact_starts`.
    """
    sums = EffectSums(chart.shoe, effects_kept(chart, tell))
    tell("the cards of a round")
    cards = sum(chart.shoe)
    left = cut_of(cut, cards, LEAST_LEFT)
    return left, sums.starts(round_sum(played, sums), cards - left, chart.value)


def effects_kept(chart: Solved, tell: Tell = silent) -> list[Fraction]:
    """Return of each rank what a card of it that leaves adds to the value, the chart kept."""
    effects = []
    for rank, count in enumerate(chart.shoe):
        value = chart.value
        if count:
            tell(f"one {RANKS[rank]} removed")
            left = without(chart.shoe, rank)
            charts = {up: chart.charts[up] for up in ups_of(left, chart.house.turns.dealer)}
            value = solved(left, chart.house, "total", charts).value
        effects.append(value - chart.value)
    return effects


class EffectSums:
    """Sums over hands by their number of cards, drawn with replacement, with the derivatives in the
    direction of the effects of removal.
    """

    def __init__(self, shoe: Shoe, effects: Sequence[Fraction]) -> None:
        self._shoe, self._cards = shoe, sum(shoe)
        self._scale = lcm(*(effect.denominator for effect in effects))
        self._effects = [int(effect * self._scale) for effect in effects]

    def of(self, ends: Iterable[HandEnd]) -> Sizes:
        return self._summed((end.cards, end.orders) for end in ends)

    def cards(self, orders: Mapping[Cards, int]) -> Sizes:
        return self._summed(orders.items())

    def _summed(self, hands: Iterable[tuple[Cards, int]]) -> Sizes:
        found: Sizes = {}
        for cards, orders in hands:
            value, derived = found.get(len(cards), (0, 0))
            weight = orders * prod(self._shoe[rank] for rank in cards)
            found[len(cards)] = (
                value + weight,
                derived + weight * sum(self._effects[rank] for rank in cards),
            )
        return found

    def times(self, one: Sizes, other: Sizes, part: int | None = None) -> Sizes:
        found: Sizes = {}
        for size, (a, b) in one.items():
            for more, (c, d) in other.items():
                value, derived = found.get(size + more, (0, 0))
                found[size + more] = value + a * c, derived + a * d + b * c
        return found

    def plus(self, one: Sizes, other: Sizes, factor: int = 1) -> Sizes:
        found = dict(one)
        for size, (a, b) in other.items():
            value, derived = found.get(size, (0, 0))
            found[size] = value + factor * a, derived + factor * b
        return found

    def starts(self, rounds: Sizes, most: int, value: Fraction) -> dict[int, Betting]:
        """Return the rounds that begin after each number of cards up to `most`; value: of a round
        from the full shoe.
        """
        begun: list[tuple[int, int]] = [(1, 0)]
        for gone in range(1, most + 1):
            chance = derived = 0
            for size, (a, b) in rounds.items():
                if size <= gone:
                    c, d = begun[gone - size]
                    chance, derived = chance + a * c, derived + a * d + b * c
            begun.append((chance, derived))
        found = {}
        for gone, (orders, derived) in enumerate(begun):
            likely = Fraction(orders, self._cards**gone)
            change = Fraction(derived, self._cards**gone * self._scale)
            found[gone] = Betting(likely, value * likely + change, None)
        return found
