"""Rows of a log of a game of two hands whose second cards may be exchanged: each hand is read and
settled as a hand by itself is, against one dealer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from combin.errors import refuse
from combin.families.blackjack.dealer import BASE, DEALER, HANDS, PLAYER
from combin.families.blackjack.judging.beside import BesideRules
from combin.families.blackjack.judging.rows import (
    BARS,
    HandRules,
    LoggedRound,
    LoggedRow,
    RoundKind,
    RowRules,
    SaidRow,
    actions_in,
    begins,
    cards_in,
    hands_in,
    outcomes_in,
)
from combin.families.blackjack.rounds import EXCHANGED
from combin.families.blackjack.settle import P, Result, is_natural
from combin.families.blackjack.switch import exchange
from combin.rules.game import Game

SAYS_EXCHANGED = re.compile(
    r"\s*(x|switch|switches|switched|swap|swaps|swapped|exchange|exchanged)\b", re.IGNORECASE
)
Hands = list[list[int]]  # what a hand became, the cards of each


class LoggedTwo(LoggedRow):
    """The cards of two hands and what was done with them.

    two: each of them. first: the four cards as they were dealt; none where the row does not say.
    exchanged: whether the second cards were exchanged. told: whether the row says that, by what was
        done or by the cards.
    """

    def __init__(
        self,
        hands: Sequence[Hands],
        dealer: list[int],
        said: Sequence[Sequence[str]],
        first: Sequence[int] = (),
        exchanged: bool = False,
        told: bool = False,
    ) -> None:
        self.dealer, self.first, self.exchanged = dealer, first, exchanged
        self.told = told or bool(first)
        self.two = [
            LoggedRound(became, dealer, words, began, exchanged)
            for became, words, began in zip(hands, said, _begun(first, exchanged))
        ]

    @property
    def dealt(self) -> Sequence[int]:
        if self.first:
            return self.first
        both = [(a, b) for a, b in (one.dealt for one in self.two)]
        one, other = exchange(*both) if self.exchanged else both
        return *one, *other

    @property
    def drawn(self) -> list[int]:
        if any(len(one.hands) > 1 for one in self.two):
            return []
        own = [card for one in self.two for card in one.hands[0][2:]]
        return [*own, *self.dealer[2:]]

    @property
    def kind(self) -> RoundKind:
        splits = sum(len(one.hands) > 1 for one in self.two)
        return (self.exchanged, splits) if self.told else None

    def __str__(self) -> str:
        one, other = map(str, self.two)
        return f"{one.partition(' against ')[0]} {BARS} {other}"


def _begun(first: Sequence[int], crossed: bool) -> list[Sequence[int]]:
    """Return the first two cards of two hands; none where they are not known."""
    if len(first) != 4:
        return [(), ()]
    a, b, c, d = first
    both = (a, b), (c, d)
    return [*(exchange(*both) if crossed else both)]


def hands_of_first(said: Sequence[str]) -> int:
    """Return how many of the hands come from the first one; said: the letters of all."""
    waiting = 1
    for place, letters in enumerate(said, 1):
        waiting += letters.count(P) - 1
        if not waiting:
            return place
    return len(said)


class TwoHandRules(RowRules[LoggedTwo]):
    """The rules of two hands. one: those of each."""

    own, bets = 4, 2

    def __init__(self, game: Game, one: HandRules | None = None) -> None:
        super().__init__(game)
        self.one = one or HandRules(game)
        each = self.one.nets | self.one.split_nets
        self.nets = {net + more for net in each for more in each}

    # --- Reading ---------------------------------------------------------------------------------

    def actions(self, text: str) -> tuple[str, ...]:
        """X stands before the letters of the first hand where the second cards were exchanged."""
        said = SAYS_EXCHANGED.match(text)
        first, *others = actions_in((text[said.end() :] if said else text).replace(BARS, "|"))
        return EXCHANGED * bool(said) + first, *others

    def outcomes(self, text: str) -> tuple[str, ...]:
        return outcomes_in(text.replace(BARS, "|"))

    def kind(self, said: Sequence[str]) -> RoundKind:
        place = hands_of_first(said)
        splits = sum(any(P in letters for letters in own) for own in (said[:place], said[place:]))
        if len(said) == 1 < said[0].count(P):  # of one hand or of both
            return None
        return said[0].startswith(EXCHANGED), splits

    def read(self, cells: Mapping[str, str], said: SaidRow) -> LoggedTwo:
        whole = HANDS in cells
        first = cards_in(cells[PLAYER].replace("|", " ")) if whole and PLAYER in cells else []
        actions, exchanged = list(said.actions or ()), False
        if actions:
            exchanged = actions[0].startswith(EXCHANGED)
            actions[0] = actions[0].removeprefix(EXCHANGED)
        hands = _two_in(cells[HANDS if whole else PLAYER], actions)
        place = hands_of_first(actions)
        both = actions[:place], actions[place:]
        return LoggedTwo(hands, cards_in(cells[DEALER]), both, first, exchanged, bool(actions))

    # --- Judging ---------------------------------------------------------------------------------

    def wrong_first(self, played: LoggedTwo, said: SaidRow) -> str:
        refuse(len(played.dealt) != 4, "the player has two hands of two cards")
        refuse(not played.dealer, "the dealer shows one card")
        possible = said.net is None or said.net in self.nets
        return "" if possible else f"no round wins {said.net}"

    def wrong(self, played: LoggedTwo) -> str:
        if played.first and len(played.first) != 4:
            return f"the player is dealt four cards, not {len(played.first)}"
        found = next(filter(None, map(self.one.wrong, played.two)), "")
        ended = self.turns.looks_first and is_natural(played.two[0].ranks[1])
        if not found and played.exchanged and ended:
            return "the dealer looks first, and his natural ends the round"
        return found

    def ways(self, played: LoggedTwo) -> Iterator[Result]:
        one, other = played.two
        for (came, staked, won), (also, more, too) in product(
            self.one.ways(one), self.one.ways(other)
        ):
            yield (*came, *also), staked + more, won + too

    def plays(self, played: LoggedTwo) -> list[LoggedTwo]:
        hands = [one.hands for one in played.two]
        found = []
        said_so = played.two[0].said or played.two[1].said
        for exchanged in [played.exchanged] if said_so else _may_be_exchanged(played):
            again = LoggedTwo(hands, played.dealer, [(), ()], played.first, exchanged)
            for one, other in product(*[_allowed(self.one, one) for one in again.two]):
                said = one.said, other.said
                found.append(
                    LoggedTwo(hands, played.dealer, said, played.first, exchanged, played.told)
                )
        return found


GameRules = RowRules[Any]  # of one hand or of two, each with rows of its own


@lru_cache(maxsize=4)  # what hands of a split may win together takes long to list
def rules_of(game: Game, key: str = BASE) -> GameRules:
    """Return the rules by which rows of a bet of a game are judged."""
    if key != BASE:
        return BesideRules(game, key)
    return TwoHandRules(game) if game.turns.switch else HandRules(game)


def _two_in(text: str, said: Sequence[str]) -> list[Hands]:
    """Return the cards of what two hands became; said: letters, if they are known.

    Raises CombinError where it does not say which belong to the second.
    """
    parts = text.split(BARS)
    if len(parts) == 2:
        return [hands_in(part) for part in parts]
    hands = hands_in(text)
    if len(hands) == 1 and len(hands[0]) == 4:
        return [[hands[0][:2]], [hands[0][2:]]]
    place = hands_of_first(said) if len(said) == len(hands) else 1
    refuse(
        len(hands) < 2 or (len(hands) > 2 > len(said)),
        f"two bars, {BARS}, stand between the cards of the two hands",
    )
    return [hands[:place], hands[place:]]


def _may_be_exchanged(played: LoggedTwo) -> list[bool]:
    """Return whether the second cards of a round may have been exchanged, and whether not."""
    if not played.first:
        return [False, True]
    found = [
        exchanged
        for exchanged in (False, True)
        if all(map(begins, (one.hands for one in played.two), _begun(played.first, exchanged)))
    ]
    return found or [False]


def _allowed(rules: HandRules, played: LoggedRound) -> list[LoggedRound]:
    """Return a hand with what may have been done by the rules, or else with one of all."""
    found = rules.plays(played)
    return [one for one in found if not rules.wrong(one)] or found[:1]
