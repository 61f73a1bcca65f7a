"""Why rows of a blackjack log cannot be: other rules of the game, and faults of a simulator, each
tried on rows that cannot be and on others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import Any, NamedTuple

from combin.checker.causes import CauseSearch, Weighed
from combin.checker.likelihood import with_others
from combin.errors import CombinError
from combin.families.blackjack.dealer import BASE
from combin.families.blackjack.house import ACE, LIMIT, SOFT, VALUES
from combin.families.blackjack.judging.rows import HandRules, LoggedRound, SaidRow
from combin.families.blackjack.judging.two_rows import GameRules, TwoHandRules, rules_of
from combin.families.blackjack.settle import D, Ranks, Result, is_natural, nets_of, stakes, total_of
from combin.families.blackjack.solve import TIED
from combin.records import dataclass
from combin.rules.blackjack import Double, Surrender, Turns
from combin.rules.game import Game, Sheet

EXAMPLES = 200  # rows of each sort, those that cannot be and others, that are looked at
FIVE = 5  # cards
PAYS = 2  # of a natural or a bonus, as rows have them, that are tried

Example = tuple[Any, SaidRow]  # a round as it is read, None without cards, and what its row says


class PaidHand(NamedTuple):
    """What became of a hand: units staked and won, and how often it was doubled.

    split: whether it is one of several. dealer: his cards. place: of the hand among these, from 0;
        `after` it come so many more.
    """

    outcome: str
    staked: int
    won: Fraction | int
    doubled: int
    hand: Ranks
    split: bool
    dealer: Ranks
    place: int
    after: int

    @property
    def lost(self) -> bool:
        return self.outcome in ("lose", "bust")

    @property
    def raised(self) -> int:
        """What the hand wins at even money."""
        return 1 << self.doubled

    def against(self, his: int) -> Fraction | int:
        """Return what the hand wins against another total of the dealer's."""
        own, _ = total_of(self.hand)
        if self.outcome not in ("win", "push", "lose") or is_natural(self.dealer) or own > LIMIT:
            return self.won
        if his > LIMIT or own > his:
            return self.raised
        return 0 if own == his else -self.staked


@dataclass(frozen=True)
class HouseFault:
    """What a simulator may do wrong.

    turns: the rules as it has them. won: what a hand wins instead. draws: whether the
        dealer draws, by the round and his cards so far. draws_doubled: whether a doubled hand is
        played on. nets: what a hand, of a split or not, may win besides.
    """

    words: str
    turns: Callable[[Turns], Turns] = lambda turns: turns
    won: Callable[[PaidHand], Fraction | int] | None = None
    draws: Callable[[LoggedRound, Ranks], bool] | None = None
    draws_doubled: bool = False
    nets: Callable[[bool], set[Fraction]] = lambda split: set()


class FaultyRules(HandRules):
    """The rules of one hand as a simulator with a fault has them."""

    def __init__(self, game: Game, fault: HouseFault) -> None:
        self.fault = fault
        super().__init__(game)
        self.turns = fault.turns(self.turns)
        self.nets = self.nets_of_a_hand(split=False)

    def nets_of_a_hand(self, split: bool) -> set[Fraction]:
        return nets_of(self.turns, self.game.deck.suits, split) | self.fault.nets(split)

    def draws(self, played: LoggedRound, dealer: Ranks) -> bool:
        if self.fault.draws:
            return self.fault.draws(played, dealer)
        return super().draws(played, dealer)

    def _wrong_double(self, hand: list[int], letters: str, split: bool) -> str:
        first = letters.index(D) + 1  # what follows is played on, as any hand is
        doubled = letters[:first] if self.fault.draws_doubled else letters
        return super()._wrong_double(hand, doubled, split)

    def ways(self, played: LoggedRound) -> Iterator[Result]:
        for outcomes, staked, net in super().ways(played):
            ends = [*self._ends(played, outcomes, net)]
            won = self.fault.won
            if won is None or sum(one.won for one in ends) != net:
                yield outcomes, staked, net
                continue
            paid = [won(one) for one in ends]
            yield outcomes, staked, sum(paid)
            called = ["win" if units > 0 else "lose" if units else "push" for units in paid]
            yield tuple(called), staked, sum(paid)

    def _ends(
        self, played: LoggedRound, outcomes: Sequence[str], net: Fraction | int
    ) -> Iterator[PaidHand]:
        """Yield what became of each hand, where none of a split wins a bonus."""
        hands, dealer = played.ranks
        for place, (hand, said, end) in enumerate(zip(hands, played.said, outcomes)):
            free = place > 0 and VALUES[hand[0]] in self.turns.pairs.free
            times, lost = stakes(self.turns, hand, said, free)
            worth = {"win": 2**times, "push": 0, "lose": -lost, "bust": -lost}
            won = worth.get(end, Fraction(-lost, 2)) if hands[1:] else net
            after = len(hands) - 1 - place
            yield PaidHand(end, lost, won, times, hand, len(hands) > 1, dealer, place, after)


# --- What is tried -------------------------------------------------------------------------------


def _faults(game: Game) -> Sequence[HouseFault]:
    return (
        *_pay_faults(game.turns.natural.paid("")),
        *_dealer_faults(),
        HouseFault(
            "a doubled hand draws and doubles on",
            lambda turns: turns.amended(Double, times=4),
            draws_doubled=True,
        ),
        HouseFault(
            "three cards and more are doubled", lambda turns: turns.amended(Double, later=True)
        ),
        HouseFault(
            "three cards and more are given up", lambda turns: turns.amended(Surrender, later=True)
        ),
        HouseFault(
            "hands of a split are given up", lambda turns: turns.amended(Surrender, split=True)
        ),
    )


def _pays_read(
    game: Game, key: str, rows: Sequence[Example]
) -> Iterator[tuple[str, str, GameRules]]:
    """Yield other pays of a bet, of the game's naturals and bonuses, by which some rows that cannot
    be would be right, how the command says each, and the rules with it; of every pay the most
    frequent.
    """
    rules = rules_of(game, key)

    def at(name: str, pay: Fraction) -> GameRules:
        if name == TIED:
            return rules_of(game.with_turns(natural=replace(game.turns.natural, tied=pay)))
        again = game.repaid(lambda address, other: pay if address == name else other)
        return rules_of(again, key)

    tied = {TIED: game.turns.natural.tied} if key == BASE else {}
    for name, today in {**game.pays_in(key), **tied}.items():
        more, found = at(name, today + 1), Counter[Fraction]()
        for row in rows:
            found.update(set(_right_pays(rules, more, today, row)))
        for pay, _ in found.most_common(PAYS):
            option = f"--pay {name}={pay}" if name in game.pays_in(key) else ""
            yield f"{name} pays {pay}, not {today}", option, at(name, pay)


def _right_pays(
    rules: GameRules, more: GameRules, today: Fraction, row: Example
) -> Iterator[Fraction]:
    """Yield the pays by which a row would have its net; more: the rules where the pay is one unit
    more. Without cards, a net that is not whole may be that of a natural or a bonus.
    """
    played, said = row
    if said.net is None:
        return
    if played is None:
        if said.net > 0 and said.net.denominator > 1:
            yield said.net
        return
    for one in rules.rounds(played, said):
        for (*_, net), (*_, other) in zip(rules.ways(one), more.ways(one)):
            if other != net != said.net:
                yield today + Fraction(said.net - net) / (other - net)


def _pay_faults(pays: Fraction) -> Sequence[HouseFault]:
    """Return faults of what hands win; pays: what a natural does."""

    def where(
        words: str,
        when: Callable[[PaidHand], bool],
        pay: Callable[[PaidHand], Fraction | int],
        nets: Callable[[bool], set[Fraction]] = lambda split: set(),
    ) -> HouseFault:
        return HouseFault(words, won=lambda one: pay(one) if when(one) else one.won, nets=nets)

    def ties(one: PaidHand) -> bool:
        return one.outcome == "push"

    return (
        where("a push loses", ties, lambda one: -one.staked),
        where("a push wins", ties, lambda one: one.raised),
        where(
            "a push of a split wins", lambda one: one.split and ties(one), lambda one: one.raised
        ),
        where(
            "a doubled 21 wins against the dealer's",
            lambda one: ties(one) and one.doubled > 0 and total_of(one.hand)[0] == LIMIT,
            lambda one: one.raised,
        ),
        where("a doubled hand wins one bet", lambda one: one.doubled > 0 < one.won, lambda _: 1),
        where(
            "a doubled hand loses one bet", lambda one: one.doubled > 0 and one.lost, lambda _: -1
        ),
        *(
            where(
                f"a loss costs twice what is staked{but}",
                when,
                lambda one: 2 * one.won,
                lambda split: {Fraction(-2), Fraction(-4)},
            )
            for but, when in (
                ("", lambda one: one.lost),
                (", but to a natural", lambda one: one.lost and not is_natural(one.dealer)),
            )
        ),
        where(
            "a natural wins against the dealer's",
            lambda one: not one.split and is_natural(one.hand) and is_natural(one.dealer),
            lambda one: pays,
        ),
        where(
            "an ace and a ten of a split win as a natural",
            lambda one: one.split and is_natural(one.hand),
            lambda one: pays,
            lambda split: {pays} if split else set(),
        ),
        where(
            "the first hand of a split is settled twice",
            lambda one: one.split and not one.place,
            lambda one: 2 * one.won,
            lambda split: {Fraction(sign * stake) for sign in (1, -1) for stake in (2, 4)},
        ),
        where(
            "the last hand of a split is not settled",
            lambda one: one.split and not one.after,
            lambda one: 0,
        ),
        where(
            "a bust pushes if the dealer busts",
            lambda one: one.outcome == "bust" and total_of(one.dealer)[0] > LIMIT,
            lambda one: 0,
        ),
        where(
            "a surrender loses the whole bet",
            lambda one: one.outcome == "surrender",
            lambda one: -one.staked,
        ),
        where("a surrender loses nothing", lambda one: one.outcome == "surrender", lambda one: 0),
        where(
            "a hand of five cards wins",
            lambda one: len(one.hand) >= FIVE and total_of(one.hand)[0] <= LIMIT,
            lambda one: one.raised,
        ),
        where("the net includes the stake", lambda one: True, lambda one: one.won + one.staked),
    )


def _dealer_faults() -> Sequence[HouseFault]:
    """Return faults of the dealer's draws, and of what his aces count."""

    def drawn_to(limit: int) -> Callable[[LoggedRound, Ranks], bool]:
        return lambda played, dealer: total_of(dealer)[0] < limit

    def of_total(words: str, count: Callable[[Ranks], int]) -> HouseFault:
        return HouseFault(
            words,
            won=lambda one: one.against(count(one.dealer)),
            draws=lambda played, dealer: count(dealer) < 17,
        )

    def ahead(played: LoggedRound, dealer: Ranks) -> bool:
        totals = [total_of(hand)[0] for hand in played.ranks[0]]
        best = max((total for total in totals if total <= LIMIT), default=0)
        return drawn_to(17)(played, dealer) and total_of(dealer)[0] <= best

    def soft_17(turns: Turns, soft: int) -> Turns:
        return replace(turns, dealer=replace(turns.dealer, soft=soft))

    return (
        HouseFault("the dealer draws to soft 17", lambda turns: soft_17(turns, 18)),
        HouseFault("the dealer stands on soft 17", lambda turns: soft_17(turns, 17)),
        HouseFault("the dealer stands on 16", draws=drawn_to(16)),
        HouseFault("the dealer draws to every 17", draws=drawn_to(18)),
        HouseFault(
            "the dealer draws to four cards at most",
            draws=lambda played, dealer: len(dealer) < 4 and drawn_to(17)(played, dealer),
        ),
        HouseFault("the dealer stands as soon as he is ahead", draws=ahead),
        of_total(
            "each ace of the dealer's counts 11",
            lambda dealer: sum(VALUES[rank] + SOFT * (rank == ACE) for rank in dealer),
        ),
        of_total(
            "an ace that the dealer draws counts 1",
            lambda dealer: total_of(dealer[:2])[0] + sum(VALUES[rank] for rank in dealer[2:]),
        ),
    )


# --- The search ----------------------------------------------------------------------------------


class HandsCauses(CauseSearch[Weighed]):
    """Tries other rules, other pays and faults on rows that cannot be and on others."""

    def __init__(
        self,
        sheet: Sheet,
        rules: GameRules,
        wrong: Sequence[Example],
        right: Sequence[Example],
        impossible: int,
    ) -> None:
        """wrong, right: rows that cannot be, and some that can."""
        weights = [1] * (len(wrong) + len(right))
        super().__init__(sheet, rules.game, rules.key, range(len(wrong)), weights, impossible)
        self._wrong, self._rows = wrong, [*wrong, *right]
        self._times = max(Fraction(1), Fraction(impossible, len(wrong)))
        self.declared, _ = self.scored(self.wrong)

    def scored(self, wrong: frozenset[int]) -> tuple[Fraction, int]:
        unexplained = ceil(len(wrong) * self._times)
        return with_others(Fraction(0), unexplained), unexplained

    def wrong_under(self, game: Game) -> frozenset[int]:
        return self._left(rules_of(game, self.key))

    def weighed(self) -> Iterator[Weighed]:
        game, words, option = self.rules_sought()
        if words:
            yield self._weighed(words, rules_of(game, self.key), option)
        for pays, option, rules in _pays_read(self.game, self.key, self._wrong):
            yield self._weighed(pays, rules, option)
        for fault in _faults(self.game) if self.key == BASE else ():
            with suppress(CombinError):  # rules that no game has together
                faulty = FaultyRules(self.game, fault)
                two = self.game.turns.switch
                yield self._weighed(fault.words, TwoHandRules(self.game, faulty) if two else faulty)

    def _weighed(self, words: str, rules: GameRules, option: str = "") -> Weighed:
        self.tried += 1
        wrong = self._left(rules)
        game = rules.game if option else None
        return Weighed(words, option, *self.scored(wrong), self.explains(wrong), wrong, game)

    def _left(self, rules: GameRules) -> frozenset[int]:
        return frozenset(
            place
            for place, (played, said) in enumerate(self._rows)
            if (
                not rules.may_be(played, said)
                if played
                else (said.net or 0) not in rules.possible_nets
            )
        )
