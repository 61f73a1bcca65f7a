"""A bet of a blackjack game at other pays, as questions ask a bet whose deals are counted.

Naturals, insurance and busts are paid without a decision, and no other hand looks at their pays:
the best play is the same for all of them, and the value is linear, its slope in each the chance
that it is paid. For a bonus hands are played on, so the game is solved anew. Without splits its
value is convex in that pay; hands of a split are played as if they were not split, so that it need
not be.
"""

from __future__ import annotations

from copy import copy
from fractions import Fraction
from functools import cached_property
from math import lcm
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from combin.errors import refuse
from combin.families.blackjack.house import mean_of
from combin.families.blackjack.questions import solve
from combin.families.blackjack.side_bets import side_bet
from combin.families.blackjack.solve import PAID, TIED, Solved
from combin.rules.blackjack import NATURAL, suit_chances, suits_of
from combin.rules.game import Game
from combin.rules.words import ALWAYS, Bet, Pays, Paytable, Row, Settlement, Wager
from combin.sensitivity.counted import Counted
from combin.sensitivity.linear import LinearForm
from combin.solving.result import BetResult, Outcome
from combin.subject import LAW

if TYPE_CHECKING:
    from combin.families.blackjack.bet import BlackjackBet

ONE, NOTHING = Fraction(1), Fraction(0)
NEAR = Fraction(1, 10**9)  # of a pay, at which the value is compared for its slope


def linear(found: Solved) -> tuple[Fraction, Fraction]:
    """Return what a solved game is worth if a natural of no suit in particular paid nothing, and
    the chance that one is paid; of a game in which it is paid something.
    """
    house, natural = found.house, found.house.turns.natural
    plain = 1 - sum(suit_chances(house.deck, natural.ranks)[suit] for suit in natural.suited)
    chance = _taken(found, PAID) * plain / mean_of(house.naturals)
    return found.value - chance * natural.pays, chance


def _taken(found: Solved, action: str) -> Fraction:
    """Return what all hands win on average that end in a way."""
    won = sum((spot.deals * spot.value for spot in found.spots if spot.taken == action), NOTHING)
    return won / found.deals


def _naturals(game: Game) -> tuple[Fraction, dict[str, Fraction]]:
    """Return what a game is worth if no natural paid anything, and address -> how likely it is
    paid; raises CombinError for a game of two hands, of which no one play is best for all pays.
    """
    refuse(
        game.turns.switch,
        f"{game.slug}: whether cards are switched depends on the pay of a natural, so no one "
        "line has the value for all pays; `solve --pay natural=...` has it for one",
    )
    every = [*filter(is_linear_in, game.pays())]
    found = solve(game.with_pays(dict.fromkeys(every, 1)))
    suits, paid = suit_chances(game.deck, "AT"), _taken(found, PAID)
    suited = [paid * suits[suit] for suit in game.turns.natural.suited]
    chances = dict(zip(every, (paid - sum(suited), *suited, _taken(found, TIED))))
    return found.value - sum(chances.values(), NOTHING), chances


class _AtPays(Counted):
    """What every bet here has.

    forms: of all that a round may come to, where they are at hand.
    """

    forms: Any = None

    bet = property(lambda self: self.subject.bet)
    decides = property(lambda self: not self.subject.beside)

    def __init__(self, subject: BlackjackBet) -> None:
        self.subject, self.game = subject, cast("Any", subject.game)

    @cached_property
    def ends(self) -> Any:
        return SimpleNamespace(pays=self.game.pays_in(self.bet), forms=self.forms)


class LinearBet(_AtPays):
    """A bet at any of the pays in which it is linear; nothing is decided that depends on them.

    chances: address -> how likely it is paid.
    """

    keeps, least = True, NOTHING
    is_linear = property(lambda self: True)

    def __init__(self, subject: BlackjackBet, settled: bool) -> None:
        """settled: whether all that a round may come to is told, or only the mean of what is paid
        by none of the pays.
        """
        super().__init__(subject)
        game, figures, beside = subject.game, dict[str, Fraction](), subject.beside
        if beside:
            events = side_bet(beside, subject.shoe, subject.house, suits_of(game.deck)).events
            chances = {one.pay: one.chance for one in events if one.pay}
            others = {-ONE: 1 - sum(chances.values(), NOTHING)}
        else:
            constant, chances = _naturals(game)
            rest = 1 - sum(chances.values(), NOTHING)
            others = {constant / rest: rest}
        if settled and not beside:
            found = subject.result(LAW).found
            if found.law is None:
                raise subject.refused("design")
            others, figures = {**found.law}, {"average_wager": found.mean_wager}
            for pay, chance in chances.items():
                others[game.pays()[pay]] -= chance
        ends = [(pay, LinearForm(0, {pay: 1}, 1), chance) for pay, chance in chances.items()]
        ends += [("", LinearForm.of(net, {}), chance) for net, chance in others.items() if chance]
        self._deals, self._figures = lcm(*(chance.denominator for *_, chance in ends)), figures
        self._rounds = [(pay, form, int(chance * self._deals)) for pay, form, chance in ends]
        self.forms = {(): [form for _, form, _ in ends]}
        end = (), SimpleNamespace(staked=ONE)
        self.payoffs: Any = SimpleNamespace(tables={(): [end] * len(ends)})
        self.root: Any = SimpleNamespace(counts={(): [count for *_, count in self._rounds]})
        # A hand that pays more today stands higher in the paytable, of equal ones the later.
        best = sorted(chances, key=self.ends.pays.__getitem__)[::-1]
        lines = {pay.removeprefix(self.bet).removeprefix("."): self.ends.pays[pay] for pay in best}
        table = Paytable("", lines)
        rows, wagers = (Row("", ALWAYS, (Pays(table, ""),)),), (Wager(subject.wager, ONE),)
        rules = Bet(self.bet, wagers, subject.wager, (Settlement((subject.wager,), rows),))
        about = {"game": game, "bet": rules, "deals": self._deals}
        self.plan: Any = SimpleNamespace(**about, informed=None, stages=())

    def under(self, game: Any) -> LinearBet:
        other = copy(self)
        other.game = game
        for found in ("ends", "result", "formula"):
            other.__dict__.pop(found, None)
        return other

    @cached_property
    def result(self) -> BetResult:
        outcomes = tuple(
            Outcome((), pay, form.at(self.ends.pays), ONE, count)
            for pay, form, count in self._rounds
        )
        return BetResult(self.bet, self.subject.wager, self._deals, outcomes, figures=self._figures)


class SolvedBet(_AtPays):
    """A bet that is solved anew at other pays.

    is_convex: whether its value is convex in them.
    """

    keeps = False
    is_linear = property(lambda self: False)

    def __init__(self, subject: BlackjackBet) -> None:
        super().__init__(subject)
        played = subject.model != "total" and not subject.game.turns.switch
        self.is_convex = played and subject.house.turns.pairs.hands == 1
        self.plan: Any = SimpleNamespace(bet=subject.game.bet(subject.bet))

    def under(self, game: Any) -> SolvedBet:
        return SolvedBet(type(self.subject)(game, self.bet, self.subject.workers))

    @cached_property
    def result(self) -> BetResult:
        return self.subject.result()

    @property
    def formula(self) -> Any:
        return SimpleNamespace(slope=self._slope)

    def _slope(self, pay: str) -> Fraction | None:
        """Return how fast the value rises with a pay, between it and one next to it."""
        if not self.is_convex:
            return None
        near = self.paying({pay: self.ends.pays[pay] + NEAR}).result.expected_value
        return (near - self.result.expected_value) / NEAR


def is_linear_in(pay: str) -> bool:
    """Return whether the value of the main game is linear in one of its pays."""
    return pay.startswith((NATURAL, f"tied-{NATURAL}"))
