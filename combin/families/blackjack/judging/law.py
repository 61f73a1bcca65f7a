"""What a log of a blackjack game should look like: the exact distribution of its net, as far as it
is known, and its mean.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property

from combin.checker.fits import Label
from combin.families.blackjack.dealer import BASE
from combin.families.blackjack.house import house_of
from combin.families.blackjack.judging.beside import BesideRules
from combin.families.blackjack.judging.rows import RoundKind
from combin.families.blackjack.judging.two_rows import GameRules, rules_of
from combin.families.blackjack.rounds import Decisions
from combin.families.blackjack.side_bets import result_of
from combin.families.blackjack.switch import KEEP, SWITCH
from combin.records import dataclass
from combin.rules.blackjack import suits_of
from combin.rules.game import Game
from combin.solving.result import BetResult

SPLIT_ROUND = "split"  # stands for the net of a round in which a pair is split


@dataclass(frozen=True)
class BlackjackLaw:
    """The rules' and the play's part of a check.

    decisions: the play. name: what it is called. result: what a round is worth.
    """

    decisions: Decisions
    name: str
    result: BetResult
    key: str = BASE
    decides: bool = True

    @property
    def is_best(self) -> bool:
        """Whether the play is the best one of the game's model."""
        return self.name == self.game.turns.model

    @property
    def game(self) -> Game:
        """The rules, resolved."""
        return self.decisions.game

    @property
    def net_law(self) -> Mapping[Fraction, Fraction]:
        return self.decisions.solved.law or {}

    @cached_property
    def apart(self) -> dict[Label, Fraction]:
        """Kind of round -> its chance; all rounds in which a pair is split are one."""
        nets = self.decisions.nets.items()
        found = {_label(SPLIT_ROUND if net is None else net): chance for net, chance in nets}
        # nets in ascending order, what has none last
        order = sorted(found, key=lambda label: (label[2] is None, label[2] or Fraction(0)))
        return {label: found[label] for label in order if found[label]}

    @cached_property
    def together(self) -> dict[Label, Fraction]:
        """Kind of round -> its chance, where a log does not say whether a pair was split: nets that
        come without a split alone, and all others are one.
        """
        if self.net_law:
            return {_label(net): chance for net, chance in self.net_law.items()}
        found: defaultdict[Label, Fraction] = defaultdict(Fraction)
        for label, chance in self.apart.items():
            found[self.seen(label[2], None)] += chance
        return dict(found)

    def seen(self, net: Fraction | str | None, split: RoundKind) -> Label:
        """Return which kind a round is; split: whether a pair was, None where that is not known."""
        if split:
            return _label(SPLIT_ROUND)
        known = split is not None or bool(self.net_law)
        apart = isinstance(net, Fraction) and net not in rules_of(self.game).split_nets
        return _label(net if known or apart else None)


class BesideLaw(BlackjackLaw):
    """The same of a bet on the dealer's cards."""

    @property
    def net_law(self) -> Mapping[Fraction, Fraction]:
        return self.result.law

    @property
    def apart(self) -> dict[Label, Fraction]:
        return self.together


class TwoHandsLaw(BlackjackLaw):
    """The same of a game of two hands. Of the law of their net the mean alone is known; a round is
    of a kind by whether cards were exchanged, and how many of the hands were split.
    """

    @cached_property
    def apart(self) -> dict[Label, Fraction]:
        kinds = self.decisions.kinds
        return {_kind_label(kind): kinds[kind] for kind in sorted(kinds) if kinds[kind]}

    @property
    def together(self) -> dict[Label, Fraction]:
        return {}

    def seen(self, net: Fraction | str | None, split: RoundKind) -> Label:
        return _kind_label(split)


def _kind_label(kind: RoundKind) -> Label:
    if not isinstance(kind, tuple):
        return _label(None)
    exchanged, splits = kind
    split = ("no pair is split", "a pair is split", "both pairs are split")[splits]
    return None, f"{SWITCH if exchanged else KEEP}, {split}", None


def _label(net: Fraction | str | None) -> Label:
    if isinstance(net, Fraction):
        return (None, None, net)
    return (None, "a pair is split" if net == SPLIT_ROUND else "any other", None)


def law_of(decisions: Decisions, rules: GameRules, name: str, spread: Fraction) -> BlackjackLaw:
    """Return the law of the rounds that some rules judge; name: of the play. spread: the variance
    that a log shows, where the law's is not known.
    """
    if isinstance(rules, BesideRules):
        game, shoe = rules.game, tuple(rules.game.shoe.values())
        result = result_of(rules.bet, shoe, house_of(game), suits_of(game.deck))
        return BesideLaw(decisions, name, result, rules.key, decides=False)
    solved, two = decisions.solved, rules.bets > 1
    variance = solved.variance if solved.variance is not None else spread
    figures = {"expected_value": rules.bets * solved.value, "variance": variance}
    worth = BetResult(BASE, "hand's bet" if two else "bet", 0, (), figures=figures)
    return (TwoHandsLaw if two else BlackjackLaw)(decisions, name, worth)
