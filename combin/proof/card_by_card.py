"""The reference program for blackjack games: deals every card of a small shoe in turn, in plain
Python with fractions, the hole card before the player's next card.

It shares with the engine nothing but the words of the rules, which it reads itself
(`house_rules.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from combin.proof.house_rules import (
    RANKS,
    BonusRules,
    HouseRules,
    counted,
    insures,
    offered,
    outcome,
    pay_beside,
)

if TYPE_CHECKING:
    from combin.rules.blackjack import BustBet, InsuranceBet

Cards = tuple[int, ...]  # values, an ace 1, in ascending order
Card = TypeVar("Card", int, str)  # its value, or `8h`
Result = tuple[Fraction, Fraction]  # net, wager
Law = dict[Result, Fraction]  # how likely each is
Tens = tuple[int, int] | None  # of the rank of a pair, and in all
Bets = tuple[int, int]  # how often a hand is doubled, and how many units it loses
ZERO, ONE = Fraction(0), Fraction(1)
OWN, FREE = (0, 1), (0, 0)

# What rules beyond those of blackjack lead to.
WON_AT_ONCE, TIE_LOST, TIED_22 = "a 21 that wins at once", "a tie that loses", "a 22 that ties"
DOUBLED_LATER, DOUBLED_AGAIN = "a double of three cards or more", "a hand doubled again"
RESCUED, SOFT_DOUBLED = "a rescue", "a double of a soft total"
GIVEN_UP_LATER, GIVEN_UP_SPLIT = "a surrender of three cards or more", "a surrender after a split"
FREE_DOUBLE, FREE_SPLIT = "a double for free", "a split for free"


def total_of(cards: Cards) -> int:
    hard = sum(cards)
    return hard + 10 if 1 in cards and hard <= 11 else hard


def is_soft(cards: Cards) -> bool:
    return 1 in cards and sum(cards) <= 11


def is_natural(cards: Cards) -> bool:
    return sorted(cards) == [1, 10]


def bonus_name(bonus: BonusRules) -> str:
    """Return what a hand is that wins a bonus, in words."""
    ranks = [str(rank + 1) for rank, many in enumerate(bonus.ranks) for _ in range(many)]
    total = "a hand" if bonus.total is None else f"a {bonus.total}"
    hand = "-".join(ranks) if ranks else f"{total} of {bonus.cards} cards or more"
    return hand if bonus.up is None else f"{hand} against {bonus.up + 1}"


def lacks_one(cards: Cards, up: int, bonuses: Iterable[BonusRules]) -> bool:
    """Return whether one card more makes a bonus of named cards, no two of them alike, that hands
    of a split win, too.
    """
    offered = [bonus for bonus in bonuses if bonus.split and bonus.up in (None, up - 1)]
    made = [[rank + 1 for rank, many in enumerate(one.ranks) if many == 1] for one in offered]
    made = [one for one, bonus in zip(made, offered) if len(one) == sum(bonus.ranks)]
    return any(sorted((*cards, card)) in made for card in range(1, 11))


def less(shoe: tuple[Card, ...], *cards: Card) -> tuple[Card, ...]:
    left = list(shoe)
    for card in cards:
        left.remove(card)
    return tuple(left)


def mixed(parts: Iterable[tuple[Fraction, Law]]) -> Law:
    """Return the law where each of some has its chance."""
    found: Law = {}
    for chance, law in parts:
        for result, likely in law.items():
            found[result] = found.get(result, ZERO) + chance * likely
    return found


def mean(law: Law) -> Result:
    """Return the mean net and the mean wager."""
    net = sum((net * chance for (net, _), chance in law.items()), ZERO)
    return net, sum((wager * chance for (_, wager), chance in law.items()), ZERO)


class RunsOutError(Exception):
    """A card is called for, and none is left."""


def dealt(shoe: tuple[Card, ...]) -> Iterator[tuple[Fraction, Card, tuple[Card, ...]]]:
    """Yield how likely each next card is, the card, and what is left."""
    if not shoe:
        raise RunsOutError
    for card in sorted(set(shoe)):
        yield Fraction(shoe.count(card), len(shoe)), card, less(shoe, card)


def seconds(tens: Tens) -> Iterator[tuple[Fraction, bool, Tens]]:
    """Yield whether a ten is of the rank of a pair of them, its chance, and the tens that are not
    known then.
    """
    if tens is None:
        yield ONE, True, None
        return
    like, every = tens
    if like:
        yield Fraction(like, every), True, (like - 1, every - 1)
    if every > like:
        yield Fraction(every - like, every), False, (like, every - 1)


@dataclass(frozen=True)
class Done:
    """A hand that is played: its total, 0 where it has bust; what it wins and what it loses, in
    units, which is less where bets are free; whether it wins by its number of cards; what it has
    won or lost already, and whether a natural takes all of it still.
    """

    total: int
    won: int
    lost: int
    charlie: bool = False
    settled: Fraction | None = None
    beaten: bool = False


def stands(cards: Cards, house: HouseRules) -> bool:
    """Return True if the dealer draws no more."""
    total, is_hit = total_of(cards), is_soft(cards) and house.hits_soft_17
    return total > 17 or (total == 17 and not is_hit)


P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T", bound="Table")


def kept(method: Callable[Concatenate[T, P], R]) -> Callable[Concatenate[T, P], R]:
    """Return a method of a table that finds nothing twice, as long as the table is there."""

    @wraps(method)
    def found(table: T, /, *args: P.args, **named: P.kwargs) -> R:
        asked = (method, args, *named.items())
        if asked not in table.found:
            table.found[asked] = method(table, *args, **named)
        answer: R = table.found[asked]
        return answer

    return found


@dataclass(frozen=True)
class Table:
    """One shoe under the rules of one house, and how split hands are played."""

    shoe: Cards
    house: HouseRules
    model: str = "zero-memory"
    hits: frozenset[tuple[int, bool, int]] = frozenset()  # up card, soft, total: of a chart
    doubled: frozenset[tuple[int, bool, int]] = frozenset()
    given_up: frozenset[tuple[int, bool, int]] = frozenset()
    # Of a chart: up card, soft, total and a number of cards with which it is hit, 0 while one card
    # more makes a bonus; and what is done with a doubled hand, None where that goes by its cards.
    counted: frozenset[tuple[int, bool, int, int]] = frozenset()
    after_double: frozenset[tuple[int, bool, int, str]] | None = None
    second: int | None = None  # the dealer's other card, where he shows it; not in the shoe
    free_hits: frozenset[tuple[int, bool, int]] = frozenset()  # of a chart for hands on free bets
    free_doubled: frozenset[tuple[int, bool, int]] = frozenset()
    zapped: bool = False  # the first two cards came for two others
    told: tuple[int, ...] = ()  # of which cards the other one is known to be; empty: of any
    found: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)
    met: set[str] = field(default_factory=set, init=False, repr=False, compare=False)

    def values(self, first: Cards, up: int) -> dict[str, Result]:
        """Return what each action is worth for two cards against an up card."""
        return {action: mean(law) for action, law in self.laws(first, up).items()}

    def laws(self, first: Cards, up: int) -> dict[str, Law]:
        """Return what each action comes to for two cards against an up card, before anybody looks
        for a natural.
        """
        rest = less(self.shoe, *first, up)
        if self.second is not None and is_natural((up, self.second)):
            if is_natural(first):
                return {"tied natural": {(self.house.tied, ONE): ONE}}
            return {"beaten by a natural": {(-ONE, ONE): ONE}}
        natural = self._natural(up, rest)
        if is_natural(first) and not self.zapped:
            won, pushed = (ONE, ZERO) if self.house.beats_natural else (ONE - natural, natural)
            paid = ((won * chance, {(pay, ONE): ONE}) for pay, chance in self.house.naturals)
            return {"natural": mixed([*paid, (pushed, {(ZERO, ONE): ONE})])}
        found = {}
        for action in self._offered(first):
            if action == "early surrender":
                found["surrender"] = {(-ONE / 2, ONE): ONE}
                continue
            if action == "zap":
                found[action] = self._zapped(first, up)
                continue
            law = self._acted(action, first, up, ())
            if self.house.peek == "first":  # what follows is played if there is no natural
                law = mixed([(natural, {(-ONE, ONE): ONE}), (1 - natural, law)])
            found[action.removeprefix("late ")] = law
        return found

    def _offered(self, first: Cards) -> list[str]:
        house = self.house
        actions = ["stand", "hit"]
        if self._doubles(first):
            actions.append("double")
        if first[0] == first[1] and house.hands > 1:
            actions.append("split")
        if house.surrender != "none":
            actions.append(f"{house.surrender} surrender")
        if not (self.zapped or is_soft(first)) and sum(first) in house.zaps:
            actions.append("zap")
        return actions

    def _zapped(self, first: Cards, up: int) -> Law:
        """Return what comes of two cards given back for two others, these played by the cards."""
        early = self.house.surrender == "early"
        late = replace(self.house, surrender="none") if early else self.house
        model = "zero-memory" if self.model == "total" else self.model
        table = Table(less(self.shoe, *first), late, model, told=self.told, zapped=True)
        parts = []
        for chance, one, left in dealt(less(table.shoe, up)):
            for again, other, rest in dealt(left):
                holes = [likely for likely, hole, _ in dealt(rest) if hole in (self.told or rest)]
                if holes:
                    laws = table.laws(tuple(sorted((one, other))), up).values()
                    best = max(laws, key=lambda law: mean(law)[0])
                    parts.append((chance * again * sum(holes), best))
        all_ = sum((chance for chance, _ in parts), ZERO)
        return mixed((chance / all_, law) for chance, law in parts)

    def _doubles(self, cards: Cards) -> bool:
        house = self.house
        if house.doubles is None:
            return True
        return total_of(cards) in (house.soft_doubles if is_soft(cards) else house.doubles)

    def _natural(self, up: int, rest: Cards) -> Fraction:
        if self.second is not None:
            return ZERO
        holes = [one for one in dealt(rest) if one[1] in (self.told or rest)]
        all_ = sum((chance for chance, _, _ in holes), ZERO)
        natural = sum((chance for chance, card, _ in holes if is_natural((up, card))), ZERO)
        return natural / all_

    def _holes(self, up: int, rest: Cards) -> list[tuple[Fraction, int | None, Cards]]:
        """Return what may lie face down while the player acts: a card that makes no natural, or
        none.
        """
        if self.second is not None:
            return [(ONE, self.second, rest)]
        if self.house.peek != "first":
            return [(ONE, None, rest)]
        known = self.told or rest
        holes = [one for one in dealt(rest) if one[1] in known and not is_natural((up, one[1]))]
        all_ = sum((chance for chance, _, _ in holes), ZERO)
        return [(chance / all_, card, left) for chance, card, left in holes]

    # --- A hand by itself ----------------------------------------------------------------------

    def _after(self, action: str, cards: Cards, bets: Bets) -> Bets:
        times, lost = bets
        if action != "double":
            return bets
        free = not is_soft(cards) and sum(cards) in self.house.free_doubles
        if len(cards) > 2:
            self.met.add(DOUBLED_AGAIN if times else DOUBLED_LATER)
        if is_soft(cards):
            self.met.add(SOFT_DOUBLED)
        if free:
            self.met.add(FREE_DOUBLE)
        by = self.house.doubled_by
        return times + 1, lost if free else lost + (by - 1) * by**times

    @kept
    def _acted(self, action: str, cards: Cards, up: int, gone: Cards, bets: Bets = OWN) -> Law:
        """Return what an action comes to; gone: cards seen that are in no hand."""
        rest = less(self.shoe, *cards, up, *gone)
        if action == "split":
            return self._split(cards[0], up, gone)
        # he does not know the hole card: what follows is the best for all of them together
        return mixed(
            (chance, self._does(action, cards, up, gone, hole, left, bets))
            for chance, hole, left in self._holes(up, rest)
        )

    def _does(
        self,
        action: str,
        cards: Cards,
        up: int,
        gone: Cards,
        hole: int | None,
        left: Cards,
        bets: Bets,
    ) -> Law:
        if action not in ("hit", "double"):
            return self._settled((self._done(cards, up, bets, action),), up, hole, left)
        bets = self._after(action, cards, bets)
        return mixed(
            (chance, self._goes(tuple(sorted((*cards, card))), up, gone, hole, after, bets))
            for chance, card, after in dealt(left)
        )

    @kept
    def _goes(
        self, cards: Cards, up: int, gone: Cards, hole: int | None, left: Cards, bets: Bets
    ) -> Law:
        """Return what a hand comes to that is played on without knowing the hole card."""
        action = "stand" if sum(cards) > 21 else self._goes_on(cards, up, gone, bets=bets)
        self._note(action)
        return self._does(action, cards, up, gone, hole, left, bets)

    def _note(self, action: str, split: bool = False) -> None:
        """Note an action that ends a hand before the dealer draws."""
        if action == "rescue":
            self.met.add(RESCUED)
        elif action == "late surrender":
            self.met.add(GIVEN_UP_SPLIT if split else GIVEN_UP_LATER)

    @kept
    def _goes_on(
        self,
        cards: Cards,
        up: int,
        gone: Cards,
        doubles: bool = True,
        gives_up: bool = True,
        bets: Bets = OWN,
    ) -> str:
        """Return what is done with a hand that is not split; doubles, gives_up: whether it may be
        doubled, and given up, if it might be elsewhere.
        """
        house, many, (times, lost) = self.house, len(cards), bets
        if self._at_once(cards, up, times) is not None or (many == house.charlie and not times):
            return "stand"
        if times:
            actions = ["stand"]
            if house.rescue:
                actions.append("rescue")
            if times < house.doublings and self._doubles(cards):
                actions.append("double")
            if self.after_double is None:
                return self._best(actions, cards, up, gone, bets)
            row = (up, is_soft(cards), total_of(cards))
            said = (one for one in actions if (*row, one) in self.after_double)
            return next(said, "stand")
        if self.model == "total":
            row = (up, is_soft(cards), total_of(cards))
            lacking = 0 if lacks_one(cards, up, house.bonuses) else many
            if lost and {(*row, many), (*row, lacking)} & self.counted:
                return "hit"
            doubled = self.doubled if lost else self.free_doubled
            if doubles and (many == 2 or house.doubles_later) and row in doubled:
                return "double"
            if gives_up and (many == 2 or house.surrenders_later) and row in self.given_up:
                return "late surrender"
            return "hit" if row in (self.hits if lost else self.free_hits) else "stand"
        actions = ["stand", "hit"]
        if doubles and self._doubles(cards) and (many == 2 or house.doubles_later):
            actions.append("double")
        if gives_up and house.surrender != "none" and (many == 2 or house.surrenders_later):
            actions.append("late surrender")
        return self._best(actions, cards, up, gone, bets)

    def _best(self, actions: list[str], cards: Cards, up: int, gone: Cards, bets: Bets) -> str:
        """Return the first of the actions that are worth most."""
        worth = {one: mean(self._acted(one, cards, up, gone, bets))[0] for one in actions}
        return max(worth, key=worth.__getitem__)

    def _at_once(self, cards: Cards, up: int, times: int, split: bool = False) -> Fraction | None:
        """Return what a hand wins that is paid before the dealer draws, the mean over its suits;
        None of others.
        """
        if sum(cards) > 21:
            return None
        for bonus in self.house.bonuses if not times else ():
            ranks = tuple(rank + 1 for rank, many in enumerate(bonus.ranks) for _ in range(many))
            if (
                bonus.total in (None, total_of(cards))
                and (len(cards) >= bonus.cards if bonus.cards else cards == ranks)
                and (bonus.up is None or bonus.up + 1 == up)
                and (bonus.split or not split)
            ):
                self.met.add(bonus_name(bonus))
                return sum((pay * chance for pay, chance in bonus.pays), ZERO)
        if not self.house.wins_21 or total_of(cards) != 21:
            return None
        self.met.add(WON_AT_ONCE)
        return Fraction(self.house.doubled_by**times)

    # --- A split -------------------------------------------------------------------------------

    def _split(self, pair: int, up: int, gone: Cards) -> Law:
        if self.model == "full-memory":
            return self._seeing(pair, up, (pair, pair), 2, (), ())
        rest = less(self.shoe, pair, pair, up, *gone)
        return mixed(
            (likely * chance, self._hands(pair, up, hole, left, 2, 2, (), OWN, (), tens))
            for likely, tens in self._tens_left(pair)
            for chance, hole, left in self._holes(up, rest)
        )

    def _tens_left(self, pair: int) -> list[tuple[Fraction, Tens]]:
        """Return how many tens of the packs are left beside a pair of them, and how many of these
        are of its rank, each with its chance; None where ranks of tens do not matter.
        """
        tens = self.house.tens
        if pair != 10 or not tens:
            return [(ONE, None)]
        ways = sum(many * (many - 1) for many in tens)
        return [
            (Fraction(many * (many - 1), ways), (many - 2, sum(tens) - 2))
            for many in tens
            if many > 1
        ]

    @kept
    def _hands(
        self,
        pair: int,
        up: int,
        hole: int | None,
        left: Cards,
        hands: int,
        waiting: int,
        here: Cards,
        bets: Bets,
        done: tuple[Done, ...],
        tens: Tens = None,
        like: bool = True,
    ) -> Law:
        """Return what hands of a split come to; waiting: those that have one card so far; here: the
        one that is played. The first hand has the player's bet, and the others have none where the
        pair is split for free. tens: those of which it is not known yet whether they are of the
        pair's rank; like: whether the second card of the one that is played is.
        """
        if not here:
            if not waiting:
                return self._settled(done, up, hole, left)
            begun = FREE if done and pair - 1 in self.house.free_splits else OWN
            if begun == FREE:
                self.met.add(FREE_SPLIT)
            return self._hands(pair, up, hole, left, hands, waiting - 1, (pair,), begun, done, tens)
        most = self.house.most_hands(pair - 1) if like else hands
        alone = len(here) == 1
        action = "hit" if alone else self._split_hand(pair, here, up, hands < most, bets)
        if action == "split":
            more = hands + 1, waiting + 1
            return self._hands(pair, up, hole, left, *more, (pair,), bets, done, tens)
        self._note(action, split=True)
        if action not in ("hit", "double"):
            ended = self._ended(done, self._done(here, up, bets, action, split=True))
            return self._hands(pair, up, hole, left, hands, waiting, (), OWN, ended, tens)
        bets = self._after(action, here, bets)
        parts = []
        for chance, card, after in dealt(left):
            drawn = tuple(sorted((*here, card)))
            if sum(drawn) > 21:
                ended = self._ended(done, self._done(drawn, up, bets, split=True))
                law = self._hands(pair, up, hole, after, hands, waiting, (), OWN, ended, tens)
                parts.append((chance, law))
                continue
            for likely, is_like, rest in seconds(tens if alone and card == 10 else None):
                known = rest if alone and card == 10 else tens
                law = self._hands(
                    *(pair, up, hole, after, hands, waiting, drawn, bets, done, known, is_like)
                )
                parts.append((chance * likely, law))
        return mixed(parts)

    @kept
    def _seeing(
        self, pair: int, up: int, seen: Cards, waiting: int, here: Cards, done: tuple[Done, ...]
    ) -> Law:
        """Return what two hands of a split come to for a player who chooses what is best by all
        cards seen; seen: those of all hands.
        """
        if not here and waiting:
            return self._seeing(pair, up, seen, waiting - 1, (pair,), done)
        if not here:
            return self._over_holes(
                up, seen, lambda hole, left: self._settled(done, up, hole, left)
            )
        actions = self._of_split_hand(pair, here)
        found = [
            self._seeing_act(action, pair, up, seen, waiting, here, done) for action in actions
        ]
        return max(found, key=lambda law: mean(law)[0])  # of equal ones the first

    def _of_split_hand(self, pair: int, here: Cards) -> list[str]:
        if len(here) == 1:
            return ["hit"]
        if len(here) == self.house.charlie or self.house.one_card(pair - 1):
            return ["stand"]
        doubles = self.house.das and len(here) == 2 and self._doubles(here)
        return ["stand", "hit", "double"] if doubles else ["stand", "hit"]

    def _seeing_act(
        self,
        action: str,
        pair: int,
        up: int,
        seen: Cards,
        waiting: int,
        here: Cards,
        done: tuple[Done, ...],
    ) -> Law:
        if action == "stand":
            ended = self._ended(done, self._done(here, up, OWN, split=True))
            return self._seeing(pair, up, seen, waiting, (), ended)
        bets = self._after(action, here, OWN)

        def with_card(hole: int | None, left: Cards) -> Law:
            parts = []
            for chance, card, _ in dealt(left):
                drawn, after = tuple(sorted((*here, card))), tuple(sorted((*seen, card)))
                if action == "double" or sum(drawn) > 21:
                    ended = self._ended(done, self._done(drawn, up, bets, split=True))
                    law = self._seeing(pair, up, after, waiting, (), ended)
                else:
                    law = self._seeing(pair, up, after, waiting, drawn, done)
                parts.append((chance, law))
            return mixed(parts)

        return self._over_holes(up, seen, with_card)

    def _over_holes(
        self, up: int, seen: Cards, comes_to: Callable[[int | None, Cards], Law]
    ) -> Law:
        """Return the law over what may lie face down beside the cards seen."""
        holes = self._holes(up, less(self.shoe, *seen, up))
        return mixed((chance, comes_to(hole, left)) for chance, hole, left in holes)

    def _ended(self, done: tuple[Done, ...], one: Done) -> tuple[Done, ...]:
        return tuple(sorted((*done, one), key=repr))

    def _split_hand(self, pair: int, cards: Cards, up: int, again: bool, bets: Bets) -> str:
        house = self.house
        if cards == (pair, pair) and again:
            return "split"
        if house.one_card(pair - 1):
            return "stand"
        if self._at_once(cards, up, bets[0], split=True) is not None:
            return "stand"
        gone = (pair,) if self.model == "first-hand" else ()
        return self._goes_on(cards, up, gone, house.das, house.surrenders_split, bets)

    # --- The dealer ----------------------------------------------------------------------------

    def _done(
        self, cards: Cards, up: int, bets: Bets, action: str = "stand", split: bool = False
    ) -> Done:
        total, (times, lost) = total_of(cards), bets
        stakes = self.house.doubled_by**times, lost
        if total > 21:
            return Done(0, *stakes)
        won = self._at_once(cards, up, times, split)
        if won is not None:
            return Done(total, *stakes, settled=won)
        if action in ("rescue", "surrender", "late surrender"):
            return Done(total, *stakes, settled=-Fraction(lost, 2), beaten=action != "rescue")
        return Done(total, *stakes, len(cards) == self.house.charlie and not times)

    @kept
    def _settled(self, done: tuple[Done, ...], up: int, hole: int | None, left: Cards) -> Law:
        """Return what hands come to against the dealer."""
        if hole is None:
            return mixed(
                (chance, self._settled_two(done, up, card, after))
                for chance, card, after in dealt(left)
            )
        return self._settled_two(done, up, hole, left)

    def _settled_two(self, done: tuple[Done, ...], up: int, hole: int, left: Cards) -> Law:
        staked = Fraction(sum(one.lost for one in done))
        if is_natural((up, hole)):
            if self.house.peek == "original":
                return {(-ONE, ONE): ONE}
            sure = [one for one in done if one.settled is not None and not one.beaten]
            lost = staked - sum(one.lost for one in sure)
            return {(sum((one.settled or ZERO for one in sure), -lost), staked): ONE}
        found: Law = {}
        for total, chance in self._drawn(tuple(sorted((up, hole))), left).items():
            net = self._won(done, total)
            found[net, staked] = found.get((net, staked), ZERO) + chance
        return found

    def _won(self, done: tuple[Done, ...], total: int) -> Fraction:
        """Return what hands win against a total of the dealer's that is no natural."""
        net, said = ZERO, (self.house.ties, self.house.pushes, self.house.beaten)
        for one in done:
            if one.settled is not None:
                net += one.settled
            elif one.total == 0:
                net -= one.lost
            elif one.charlie or (end := outcome(*said, one.total, total or 99)) > 0:
                net += one.won
            elif end < 0:
                net -= one.lost
                if one.total == total:
                    self.met.add(TIE_LOST)
            elif total > 21:
                self.met.add(TIED_22)
        return net

    @kept
    def _drawn(self, cards: Cards, left: Cards) -> dict[int, Fraction]:
        """Return how likely each total of the dealer is, 0 standing for all with which he busts."""
        total = total_of(cards)
        if total > 21:
            return {total if total == self.house.pushes else 0: ONE}
        if stands(cards, self.house):
            return {total: ONE}
        found: dict[int, Fraction] = {}
        for chance, card, after in dealt(left):
            for end, likely in self._drawn(tuple(sorted((*cards, card))), after).items():
                found[end] = found.get(end, ZERO) + chance * likely
        return found


@dataclass(frozen=True)
class TwoHands(Table):
    """A table at which a player has two hands, and may exchange their second cards.

    Each hand is played as if the cards of the other were unseen, and valued as if they are gone.
    """

    counts: bool = False  # whether an ace and a ten that come by an exchange are a natural

    @kept
    def _goes_on(
        self,
        cards: Cards,
        up: int,
        gone: Cards,
        doubles: bool = True,
        gives_up: bool = True,
        bets: Bets = OWN,
    ) -> str:
        return super()._goes_on(cards, up, (), doubles, gives_up, bets)

    def first_action(self, cards: Cards, up: int) -> str:
        """Return what is done with two cards."""
        worth = self.values(cards, up)
        return max(worth, key=lambda name: worth[name][0])

    @kept
    def hand(self, cards: Cards, beside: Cards, up: int, natural: bool) -> Result:
        """Return what a hand comes to whose first action is the best with the other unseen."""
        if is_natural(cards):
            found = self._natural(up, less(self.shoe, *cards, *beside, up))
            if natural:
                return (1 - found) * self.house.natural, ONE
            action = "stand"
        else:
            action = self.first_action(cards, up)
        if action == "surrender" and self.house.surrender == "late":
            action = "late surrender"
        elif action == "surrender":
            return -ONE / 2, ONE
        net, wager = mean(self._acted(action, cards, up, beside))
        if self.house.peek == "first":
            beaten = self._natural(up, less(self.shoe, *cards, *beside, up))
            net, wager = -beaten + (1 - beaten) * net, beaten + (1 - beaten) * wager
        return net, wager

    def both(self, first: Cards, second: Cards, up: int, exchanged: bool) -> Result:
        """Return what two hands come to; exchanged: whether their second cards are."""
        natural = self.counts or not exchanged
        dealt = first, second
        if exchanged:
            first, second = (first[0], second[1]), (second[0], first[1])
        hands = [tuple(sorted(hand)) for hand in (first, second)]
        one = self.hand(hands[0], hands[1], up, natural)
        other = self.hand(hands[1], hands[0], up, natural)
        net, wager = one[0] + other[0], one[1] + other[1]
        if exchanged and self.house.peek == "first" and self.house.surrender != "early":
            # a natural ends the round before the exchange, and ties with those dealt alone
            tied = sum(map(is_natural, dealt)) - (sum(map(is_natural, hands)) if natural else 0)
            net += tied * self._natural(up, less(self.shoe, *first, *second, up))
        return net, wager

    def mean(self) -> tuple[Fraction, Fraction, Fraction]:
        """Return the mean net and wager of one of the hands, and how often cards are exchanged."""
        net = wager = often = ZERO
        for p, up, rest in dealt(self.shoe):
            for q, a, one in dealt(rest):
                for r, b, two in dealt(one):
                    for s, c, three in dealt(two):
                        for t, d, _ in dealt(three):
                            chance = p * q * r * s * t
                            kept = self.both((a, b), (c, d), up, False)
                            better = self.both((a, b), (c, d), up, True)
                            swapped = better[0] > kept[0]
                            best = better if swapped else kept
                            net, wager = net + chance * best[0] / 2, wager + chance * best[1] / 2
                            often += chance * swapped
        return net, wager, often


# --- Bets beside the game ------------------------------------------------------------------------


def paid_beside(
    shoe: tuple[str, ...], house: HouseRules, bet: BustBet | InsuranceBet
) -> dict[Fraction, Fraction]:
    """Return net -> how likely a bet beside the game wins it; the dealer's cards are dealt one by
    one, and nobody else draws. shoe: its cards, `8h`.
    """
    law: dict[Fraction, Fraction] = {}
    ups = offered(bet)
    hands: dict[tuple[str, ...], Fraction] = {(): ONE}  # the first card, and others in any order
    while hands:
        further: dict[tuple[str, ...], Fraction] = {}
        for before, chance in hands.items():
            for likely, card, _ in dealt(less(shoe, *before)):
                hand = (*before, card)
                cards = tuple(sorted(RANKS.index(counted(one)) + 1 for one in hand))
                total, natural = total_of(cards), len(hand) == 2 and is_natural(cards)
                up = RANKS.index(counted(hand[0]))
                looked = ups and not insures(bet) and house.against(up).peek == "first"
                if (ups and RANKS[up] not in ups) or (natural and looked):
                    continue
                if len(hand) == 1 or not (insures(bet) or stands(cards, house)):
                    known = (hand[0], *sorted(hand[1:]))
                    further[known] = further.get(known, ZERO) + chance * likely
                    continue
                is_won = natural if insures(bet) else total > 21
                net = pay_beside(bet, hand) if is_won else -ONE
                law[net] = law.get(net, ZERO) + chance * likely
        hands = further
    every = sum(law.values())
    return {net: chance / every for net, chance in law.items()}
