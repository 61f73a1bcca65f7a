"""How a log of a game that counts up was played: which decisions differ from the play that it is
held against, and what each of them costs, exactly.

A hand of a split is priced as the same cards that were not split.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from combin.checker.count_up_rows import ACTION, H, HandRules, LoggedRound, P, R, S, ranks_text
from combin.checker.played import Departure, PlayCheck
from combin.families.count_up.house import RANKS
from combin.families.count_up.lattice import NONE
from combin.families.count_up.player import DOUBLE, HIT, STAND, SURRENDER
from combin.records import dataclass
from combin.rounds.count_up import Decisions, is_natural

TWO, MORE, SPLIT_HAND = "two cards", "more cards", "hand of a split"
ON = "play on"  # what was done with a hand that was not given up, as far as is known


@dataclass
class AlikeHands:
    """Rounds that left the play in the same way.

    row: the number of the first. cost: what one of them loses. rounds: how many there are so far.
    """

    row: int
    cost: Fraction
    rounds: int = 0


class HandsPlayed:
    """Compares the decisions of rounds with those of a play."""

    def __init__(self, decisions: Decisions, rules: HandRules, best: bool) -> None:
        """best: whether the play is the best one, from which what costs nothing is no departure."""
        self.by, self.rules, self.house, self.best = decisions, rules, decisions.house, best
        self.decisions = 0
        self.met: dict[tuple[str, str, str, str], AlikeHands] = {}

    def follows(self, played: LoggedRound) -> bool:
        """Return whether a round that can be was played so all along."""
        trial = HandsPlayed(self.by, self.rules, self.best)
        trial.take(0, played)
        return not trial.met

    def take(self, row: int, played: LoggedRound) -> None:
        """Look at the decisions of a round that can be; row: its number."""
        (hands, dealer), said = played.ranks, played.said
        up, natural, hand = dealer[0], is_natural(dealer), hands[0]
        if len(hands) == 1 and is_natural(hand):
            return
        two = hand[:2] if len(hands) == 1 else [hand[0]] * 2
        letters = said[0]
        looked = natural and self.house.peek == "first"
        if looked and self.house.surrender != "early":
            return
        taken = ON if looked and letters != R else ACTION[letters[:1] or S]
        self._two(row, two, up, taken)
        if looked or taken in (STAND, DOUBLE, SURRENDER):
            return
        if taken == HIT:
            self._more(row, hand, up, self.by.hits[up].__getitem__, MORE)
            return
        for cards, done in zip(hands, said):
            self._of_split(row, cards, done, up, len(hands))

    def _two(self, row: int, two: list[int], up: int, taken: str) -> None:
        named = self.by.first[up][10 * two[0] + two[1]]
        self.decisions += 1
        if taken == named or (taken == ON and named != SURRENDER):
            return
        spot = self.by.solved.spot(two[0], two[1], up)
        assert spot is not None, "the cards were dealt"
        worth = dict(spot.actions)
        if taken == ON:
            worth[ON] = max(value for name, value in worth.items() if name != SURRENDER)
        lost = worth[named] - worth[taken]
        before = self.house.surrender == "early" and SURRENDER in (taken, named)
        if self.house.peek == "first" and not before:
            lost /= 1 - spot.natural
        self._left(row, TWO, two, up, taken, named, lost)

    def _more(
        self,
        row: int,
        hand: list[int],
        up: int,
        hits: Callable[[int], object],
        what: str,
    ) -> None:
        """Look at a hand from three cards on, each of which was hit but the last."""
        lattice, values = self.by.hands, self.by.columns[up].values
        number = lattice.of(*hand[:2])
        for held in range(3, len(hand) + 1):
            number = lattice.after[number][hand[held - 1]]
            if number == NONE or held == self.house.charlie:
                return
            taken = HIT if held < len(hand) else STAND
            named = HIT if hits(number) else STAND
            self.decisions += 1
            if taken != named:
                lost = values.hit[number] - values.stand[number]
                self._priced(row, what, hand[:held], up, taken, named, number, lost)

    def _priced(
        self,
        row: int,
        what: str,
        hand: list[int],
        up: int,
        taken: str,
        named: str,
        number: int,
        gain: int,
    ) -> None:
        """Note a hand that was hit or not; gain: what a card is worth more than none, scaled."""
        values = self.by.columns[up].values
        lost = values.mean(number, gain if named == HIT else -gain)
        if self.house.peek == "first":
            lost /= 1 - values.chance_of_natural(number)
        self._left(row, what, hand, up, taken, named, lost)

    def _of_split(self, row: int, hand: list[int], said: str, up: int, hands: int) -> None:
        pair, letters = hand[0], said.lstrip(P)
        if hand[1] == pair and hands < self.rules.most_hands(pair):
            self._two(row, hand[:2], up, ACTION[letters[:1] or S])
            return
        if self.rules.one_card(pair):
            return
        lattice, act = self.by.hands, self.by.split(up, pair)
        number, taken = lattice.of(*hand[:2]), ACTION[letters[:1] or S]
        named = act(number)
        self.decisions += 1
        if taken != named:
            values = self.by.columns[up].values
            worth = {STAND: values.stand[number], HIT: values.hit[number]}
            worth[DOUBLE] = values.double.get(number, 0)
            lost = values.mean(number, worth[named] - worth[taken])
            if self.house.peek == "first":
                lost /= 1 - values.chance_of_natural(number)
            self._left(row, SPLIT_HAND, hand[:2], up, taken, named, lost)
        if letters.startswith(H):
            self._more(row, hand, up, lambda number: act(number) == HIT, SPLIT_HAND)

    def _left(
        self, row: int, what: str, hand: list[int], up: int, taken: str, named: str, lost: Fraction
    ) -> None:
        key = what, f"{ranks_text(sorted(hand))} / {RANKS[up]}", taken, named
        self.met.setdefault(key, AlikeHands(row, lost)).rounds += 1

    def play(self) -> PlayCheck:
        """Return what was found."""
        left = [
            Departure(what, one.row, one.rounds, cards, taken, named, one.cost)
            for (what, cards, taken, named), one in self.met.items()
        ]
        even = 0
        if self.best:
            even = sum(one.rounds for one in left if not one.cost)
            left = [one for one in left if one.cost]
        left.sort(key=lambda one: (-one.rounds * one.cost, one.row))
        return PlayCheck(self.decisions, tuple(left), even)
