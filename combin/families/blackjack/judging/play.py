"""How a blackjack log was played: the decisions that deviate from the strategy, and the exact cost
of each.

A hand of a split is priced as the same cards that were not split.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from combin.checker.played import Departure, PlayCheck, play_of
from combin.families.blackjack.house import ACE, LIMIT, VALUES, up_name
from combin.families.blackjack.judging.rows import (
    ACTION,
    HandRules,
    LoggedRound,
    LoggedRow,
    ranks_text,
)
from combin.families.blackjack.lattice import NONE
from combin.families.blackjack.player import (
    DOUBLE,
    HIT,
    RESCUE,
    SPLIT,
    STAND,
    SURRENDER,
    Values,
    has_ended,
)
from combin.families.blackjack.rounds import Decisions
from combin.families.blackjack.settle import D, P, R, S, is_natural
from combin.families.blackjack.split_play import Play

TWO, MORE, SPLIT_HAND = "two cards", "more cards", "hand of a split"
ON = "play on"  # what was done with a hand that was not given up, as far as is known

Left = tuple[str, str, str, str, Fraction]  # decision, cards, what was taken and named, the cost


class HandsPlayed:
    """Compares the decisions of rounds with those of a play."""

    def __init__(self, decisions: Decisions, rules: HandRules, best: bool) -> None:
        """best: whether the play is the best one, from which what costs nothing is no departure."""
        self.by, self.rules, self.best = decisions, rules, best
        self.house, self.turns = decisions.house, decisions.house.turns
        self.decisions = 0
        self.met: Counter[Left] = Counter()
        self.first: dict[Left, int] = {}  # the number of the first row

    def of(self, played: LoggedRow) -> HandsPlayed:
        """Return the decisions of a round that can be."""
        trial = type(self)(self.by, self.rules, self.best)
        trial.take(played)
        return trial

    def follows(self, played: LoggedRow) -> bool:
        """Return whether a round that can be was played so all along."""
        return not self.of(played).met

    def add(self, row: int, other: HandsPlayed) -> None:
        """Add the decisions of a round; row: its number."""
        self.decisions += other.decisions
        self.met.update(other.met)
        for left in other.met:
            self.first.setdefault(left, row)

    def take(self, played: LoggedRow) -> None:
        """Look at the decisions of a round that can be."""
        assert isinstance(played, LoggedRound), "there is one hand"
        (hands, dealer), said = played.ranks, played.said
        up, natural, hand = self.by.seen(dealer), is_natural(dealer), hands[0]
        if self.rules.is_natural(played):
            return
        two = hand[:2] if len(hands) == 1 else [hand[0]] * 2
        letters = said[0]
        looked = natural and self.turns.natural.looks == "first"
        if looked and (self.turns.surrender.when != "early" or self.turns.dealer.cards_seen > 1):
            return
        taken = ON if looked and letters != R else ACTION[letters[:1] or S]
        values = self.by.columns[up].values
        if not is_natural(two):
            self._two(two, up, taken)
        elif not looked:  # an ordinary 21
            hand_of_two = self.by.hands.of(*two)
            self._priced(TWO, two, up, taken, hand_of_two, 0, values, lambda *_: STAND)
        if looked or taken in (STAND, SURRENDER):
            return
        if taken != SPLIT:
            self._more(hand, letters, up, values, values.done, MORE)
        else:
            for place, (cards, done) in enumerate(zip(hands, said)):
                free = place > 0 and VALUES[cards[0]] in self.turns.pairs.free
                self._of_split(cards, done, up, len(hands), 0 if free else 1)

    def _two(self, two: list[int], up: int, taken: str) -> None:
        named = self.by.first[up][10 * two[0] + two[1]]
        self.decisions += 1
        if taken == named or (taken == ON and named != SURRENDER):
            return
        spot = self.by.alone.spot(two[0], two[1], up)
        assert spot is not None, "the cards were dealt"
        worth = dict(spot.actions)
        if taken == ON:
            worth[ON] = max(value for name, value in worth.items() if name != SURRENDER)
        lost = worth[named] - worth[taken]
        before = self.turns.surrender.when == "early" and SURRENDER in (taken, named)
        if self.turns.natural.looks == "first" and not before:
            lost /= 1 - spot.natural
        self.left(TWO, ranks_text(sorted(two)), up, taken, named, lost)

    def _more(
        self,
        hand: list[int],
        letters: str,
        up: int,
        values: Values,
        act: Play,
        what: str,
    ) -> None:
        """Look at a hand from three cards on; letters: its own, without those of splits."""
        lattice, split = self.by.hands, what == SPLIT_HAND
        number = lattice.of(*hand[:2])
        for held in range(3, len(hand) + 1):
            number = lattice.after[number][hand[held - 1]]
            before = letters[: held - 2]
            times = before.count(D)
            if number == NONE or not self._decides(before, number, values, split):
                return
            taken = ACTION[letters[held - 2 : held - 1] or S]
            if times and taken == SURRENDER:
                taken = RESCUE
            self._priced(what, hand[:held], up, taken, number, times, values, act)

    def _decides(self, letters: str, number: int, values: Values, split: bool) -> bool:
        """Return whether there is something to decide with a hand of three cards or more."""
        times = letters.count(D)
        if not times:
            return not has_ended(values.hands, self.house, values.drawer.up, number, split)
        won = self.turns.wins_21 and values.hands.total[number] == LIMIT
        return not won and not values.tables.ended(number, values.tables.doubled[times])

    def _priced(
        self,
        what: str,
        hand: list[int],
        up: int,
        taken: str,
        number: int,
        times: int,
        values: Values,
        act: Play,
    ) -> None:
        """Note what was done with a hand, if the play would do something else; times: how often it
        was doubled.
        """
        named = act(number, times)
        self.decisions += 1
        if taken == named:
            return
        tables = values.tables
        first = tables.exchanged if values.hands.size[number] == 2 else 0
        worth = values.worth(number, tables.doubled[times] if times else first)
        lost = values.mean(number, worth[named] - worth.get(taken, 0))
        if self.turns.natural.looks == "first":
            lost /= 1 - values.chance_of_natural(number)
        self.left(what, ranks_text(sorted(hand)), up, taken, named, lost)

    def _of_split(self, hand: list[int], said: str, up: int, hands: int, own: int) -> None:
        """Look at a hand of a split; own: how many units of the player's lie on it."""
        pair, letters = hand[0], said.lstrip(P)
        if hand[1] == pair and hands < self.rules.turns.pairs.most_hands(pair == ACE):
            self._two(hand[:2], up, ACTION[letters[:1] or S])
            return
        if self.rules.turns.pairs.one_card(pair == ACE):
            return
        column, act = self.by.columns[up], self.by.split(up, pair, own)
        values, number = column.values if own else column.free, self.by.hands.of(*hand[:2])
        if has_ended(values.hands, self.house, up, number, split=True):
            return
        taken = ACTION[letters[:1] or S]
        self._priced(SPLIT_HAND, hand[:2], up, taken, number, 0, values, act)
        if taken in (HIT, DOUBLE):
            self._more(hand, letters, up, values, act, SPLIT_HAND)

    def left(self, what: str, cards: str, up: int, taken: str, named: str, lost: Fraction) -> None:
        """Note a decision that leaves the play; lost: what it costs."""
        self.met[what, f"{cards} / {up_name(up)}", taken, named, lost] += 1

    def play(self) -> PlayCheck:
        """Return what was found."""
        left = [
            Departure(what, self.first.get(key, 0), rounds, cards, taken, named, lost)
            for key, rounds in self.met.items()
            for what, cards, taken, named, lost in [key]
        ]
        return play_of(self.decisions, left, self.best)
