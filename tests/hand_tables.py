"""Blackjack as tables, a third derivation beside the engine and the literal reference.

A hand is a small automaton: its cards, and a stage that says what lies on it. An action draws a
card into a stage, or ends the hand. An end is a row: the first whose conditions hold of the hand
and of where the dealer ends says what is paid. What is told of the hole card is a cell, a set of
ranks; a look for a natural tells two of them. Nothing is conditioned on a cell: a value is the mean
of what is paid in the rounds in which the hole card lies in it, the others counting nothing.

Of hands of a split, each is looked at by itself: the others have a pair cards more, and b cards of
which it is known only that they are none.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb, prod
from typing import Any, NamedTuple

from combin.cards import card_text
from combin.families.blackjack.house import house_of, seen_of, told_of
from combin.families.blackjack.solve import BEATEN, PAID, TIED, solve
from combin.rules import blackjack as rules
from combin.rules.blackjack import Double, value_of
from combin.rules.game import Game

RANKS = "A23456789T"
ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
NATURAL, BUST, ANY = "natural", 0, "any"  # ends of the dealer's beside his totals
ALONE = (0, 9), (9, 0)

Shoe = tuple[int, ...]
Mean = tuple[Fraction, Fraction]  # net, and what is staked


class Stage(NamedTuple):
    """What a hand carries that its cards do not say.

    won, lost: units that it wins, and loses. doubled: how often. split: whether it is of a split.
    closed: whether it gets no card more by choice. dealt: whether it is the first two cards.
    """

    won: int = 1
    lost: int = 1
    doubled: int = 0
    split: bool = False
    closed: bool = False
    dealt: bool = False


DEALT = Stage(dealt=True)


class Hand(NamedTuple):
    """What a rule may see: the cards, the stage, and the dealer's card."""

    cards: Shoe
    stage: Stage
    up: int

    @property
    def hard(self) -> int:
        return sum(count * (rank + 1) for rank, count in enumerate(self.cards))

    @property
    def soft(self) -> bool:
        return self.cards[0] > 0 and self.hard <= 11

    @property
    def total(self) -> int:
        return self.hard + 10 * self.soft

    @property
    def size(self) -> int:
        return sum(self.cards)

    @property
    def natural(self) -> bool:
        return self.stage.dealt and self.size == 2 and self.total == 21


@dataclass(frozen=True)
class Is:
    """A condition on a hand: all that is said must hold; numbers are of those listed."""

    total: Container[int] | None = None
    hard: Container[int] | None = None
    soft: bool | None = None
    size: Container[int] | None = None
    cards: Shoe | None = None
    natural: bool | None = None
    split: bool | None = None
    doubled: Container[int] | None = None
    up: Container[int] | None = None

    def __call__(self, hand: Hand) -> bool:
        stage = hand.stage
        return (
            all(
                said is None or value in said
                for said, value in (
                    (self.total, hand.total),
                    (self.hard, hand.hard),
                    (self.size, hand.size),
                    (self.doubled, stage.doubled),
                    (self.up, hand.up),
                )
            )
            and self.soft in (None, hand.soft)
            and self.cards in (None, hand.cards)
            and self.natural in (None, hand.natural)
            and self.split in (None, stage.split)
        )


EVERY = Is()


@dataclass(frozen=True)
class Row:
    """What is paid on a unit; dealer: `any`, `natural`, 0 where he busts, a total over 21, or how
    his total compares with the hand's: `less`, `equal`, `more`.
    """

    pay: Fraction
    hand: Is = EVERY
    dealer: Any = ANY

    def fits(self, hand: Hand, end: Any) -> bool:
        if not self.hand(hand):
            return False
        if self.dealer == BUST:
            return bool(end == BUST or (end != NATURAL and end > 21))
        if self.dealer in (ANY, end):
            return True
        total = 21 if end == NATURAL else end
        if total == BUST or total > 21:
            return False
        than = ("less", "equal", "more")[(total >= hand.total) + (total > hand.total)]
        return bool(self.dealer == than)


@dataclass(frozen=True)
class Action:
    """What may be done beside standing. adds, free: units that the player, or the house, adds to
    each that lies on the hand. rows: by these a hand ends at once; None: a card comes.
    early: before the dealer looks.
    """

    name: str
    when: Is = EVERY
    adds: int = 0
    free: int = 0
    rows: tuple[Row, ...] | None = None
    early: bool = False

    def then(self, stage: Stage) -> Stage:
        won, lost, doubled = stage[:3]
        more = self.adds + self.free
        return stage._replace(
            won=won * (1 + more),
            lost=lost + won * self.adds,
            doubled=doubled + (more > 0),
            dealt=False,
        )


@dataclass(frozen=True)
class Pairs:
    """Pairs that are split. ranks: of these. hands: how many they become. free: whether the house
    bets on all but the first. closed: whether each gets one card.
    """

    ranks: str
    hands: int
    free: bool = False
    closed: bool = False


@dataclass(frozen=True)
class Tables:
    """A game. over: hands on which nothing is decided. looks: up cards under which the dealer looks
    for a natural. cells: what is told of the hole card, groups of ranks; empty: nothing. seen: how
    many of his cards are. exchange: two cards that may be given back for two others.
    """

    rows: tuple[Row, ...]
    actions: tuple[Action, ...]
    pairs: tuple[Pairs, ...] = ()
    over: tuple[Is, ...] = (Is(natural=True),)
    hits_soft_17: bool = False
    pushes: int | None = None
    looks: str = "AT"
    cells: tuple[tuple[int, ...], ...] = ()
    seen: int = 1
    exchange: Is | None = None

    def pay(self, rows: tuple[Row, ...], hand: Hand, end: object) -> Fraction:
        pay = next(row.pay for row in rows if row.fits(hand, end))
        return pay * (hand.stage.won if pay > 0 else hand.stage.lost)

    def offered(self, hand: Hand) -> list[Action | None]:
        """Return what may be done; None: to stand."""
        found: dict[str, Action | None] = {"stand": None}
        if not hand.stage.closed and not any(over(hand) for over in self.over):
            for action in self.actions:
                if not action.early and action.when(hand):
                    found.setdefault(action.name, action)
        return [*found.values()]

    def dealer_ends(self, hard: int, ace: bool, cards: int) -> object | None:
        """Return where the dealer ends, None where he draws."""
        soft = ace and hard <= 11
        total = hard + 10 * soft
        if total > 21:
            return total if total == self.pushes else BUST
        if total == 21 and cards == 2:
            return NATURAL
        return total if total > 17 or (total == 17 and not (soft and self.hits_soft_17)) else None


def less(shoe: Shoe, *ranks: int) -> Shoe:
    left = list(shoe)
    for rank in ranks:
        left[rank] -= 1
    return tuple(left)


def more(cards: Shoe, rank: int) -> Shoe:
    return (*cards[:rank], cards[rank] + 1, *cards[rank + 1 :])


class Unseen(NamedTuple):
    """The cards unseen; of those beside the rank `pair`, so many are gone and not known."""

    counts: Shoe
    pair: int = 0
    gone: int = 0

    def draws(self, only: tuple[int, ...] = ()) -> Iterator[tuple[int, Fraction, Unseen]]:
        """Yield the next card's rank, its chance and what is left; only: of these ranks, the chance
        of others being lost.
        """
        cards, pairs = sum(self.counts), self.counts[self.pair]
        left, others = cards - self.gone, cards - pairs
        if left <= 0:
            raise ValueError("the shoe runs out")
        for rank, count in enumerate(self.counts):
            if count and (not only or rank in only):
                is_pair = rank == self.pair
                chance = Fraction(count if is_pair else (left - pairs), left)
                if not is_pair:
                    chance *= Fraction(count, others)
                if chance:
                    yield rank, chance, Unseen(less(self.counts, rank), *self[1:])


class Cell:
    """Hands against what is seen of the dealer's, and told of his hole card."""

    def __init__(self, game: Tables, up: tuple[int, ...], told: tuple[int, ...]) -> None:
        self.game, self.up, self.told = game, up, told
        self._laws: dict[object, dict[object, Fraction]] = {}
        self._kept: dict[object, dict[str, Mean]] = {}
        self._twins: dict[object, Mean] = {}

    def law(self, unseen: Unseen) -> dict[object, Fraction]:
        """Return how likely each end of the dealer's is, the hole card being as told."""
        hard, ace = sum(self.up) + len(self.up), 0 in self.up
        return self._drawn(unseen, hard, ace, len(self.up))

    def _drawn(self, unseen: Unseen, hard: int, ace: bool, cards: int) -> dict[object, Fraction]:
        key = unseen, hard, ace, cards
        if key not in self._laws:
            end = self.game.dealer_ends(hard, ace, cards)
            law = {} if end is None else {end: ONE}
            for rank, chance, left in () if law else unseen.draws(self.told if cards == 1 else ()):
                after = self._drawn(left, hard + rank + 1, ace or rank == 0, cards + 1)
                for other, likely in after.items():
                    law[other] = law.get(other, ZERO) + chance * likely
            self._laws[key] = law
        return self._laws[key]

    def end(self, rows: tuple[Row, ...], hand: Hand, unseen: Unseen) -> Mean:
        law = self.law(unseen)
        net = sum((self.game.pay(rows, hand, end) * one for end, one in law.items()), ZERO)
        return net, hand.stage.lost * sum(law.values(), ZERO)

    def worth(self, hand: Hand, unseen: Unseen) -> dict[str, Mean]:
        """Return what each action is worth with a hand that is no pair to be split."""
        key = hand, unseen
        if key not in self._kept:
            self._kept[key] = {
                "stand" if action is None else action.name: self.after(action, hand, unseen)
                for action in self.game.offered(hand)
            }
        return self._kept[key]

    def after(self, action: Action | None, hand: Hand, unseen: Unseen, twin: bool = False) -> Mean:
        """Return what an action is worth; twin: of a hand of a split."""
        if action is None:
            return self.end(self.game.rows, hand, unseen)
        if action.rows is not None:
            return self.end((*action.rows, *self.game.rows), hand, unseen)
        stage, net, staked = action.then(hand.stage), ZERO, ZERO
        for rank, chance, left in unseen.draws():
            drawn = Hand(more(hand.cards, rank), stage, hand.up)
            if drawn.hard > 21:
                one = self.end(self.game.rows, drawn, left)
            else:
                one = self.split_hand(drawn, left) if twin else self.best(drawn, left)
            net, staked = net + chance * one[0], staked + chance * one[1]
        return net, staked

    def best(self, hand: Hand, unseen: Unseen) -> Mean:
        return max(self.worth(hand, unseen).values(), key=lambda mean: mean[0])

    # --- Hands of a split -------------------------------------------------------------------------

    def whole(self, hand: Hand) -> Unseen:
        """Return what is unseen of the shoe beside a hand, and beside what is seen."""
        return Unseen(tuple(a - b for a, b in zip(self.shoe, hand.cards)))

    shoe: Shoe = ()  # without what is seen of the dealer's

    def split_hand(self, hand: Hand, unseen: Unseen) -> Mean:
        """Return what a hand of a split is worth that is played as the same cards are without."""
        key = hand, unseen
        if key not in self._twins:
            twin = hand._replace(stage=hand.stage._replace(split=False, closed=False, dealt=False))
            offered = self.game.offered(hand)
            choice = offered[0]
            if len(offered) > 1:
                worth = self.worth(twin, self.whole(twin))
                names = ["stand" if one is None else one.name for one in offered]
                choice = offered[max(range(len(names)), key=lambda at: (worth[names[at]][0], -at))]
            self._twins[key] = self.after(choice, hand, unseen, twin=True)
        return self._twins[key]

    def split(self, pair: int, said: Pairs, unseen: Unseen) -> Mean:
        """Return what all hands of a pair that is split are worth, dealt from what is unseen."""
        first = Stage(split=True, closed=said.closed)
        other = first._replace(lost=0) if said.free else first
        at, net, staked = {(2, 0): ONE}, ZERO, ZERO
        while at:
            (made, dealt), chance = at.popitem()
            left = Unseen(
                tuple(n - (made - 2) * (r == pair) for r, n in enumerate(unseen.counts)),
                pair,
                dealt,
            )
            pairs, waiting = left.counts[pair], made - dealt
            if made < said.hands and waiting:
                share = Fraction(pairs, sum(left.counts) - dealt)
                for key, part in (((made + 1, dealt), share), ((made, dealt + 1), 1 - share)):
                    if part:
                        at[key] = at.get(key, ZERO) + chance * part
                continue
            for number in range(made):
                known = number < dealt
                stage = other if number else first
                here = left._replace(gone=dealt - known)
                one = self._one_of(pair, stage, here, known)
                net, staked = net + chance * one[0], staked + chance * one[1]
        return net, staked

    def _one_of(self, pair: int, stage: Stage, unseen: Unseen, known: bool) -> Mean:
        """Return what one hand is worth; known: that its second card is no pair card."""
        parts = [
            (chance, self.split_hand(Hand(more(more(NONE, pair), rank), stage, self.up[0]), left))
            for rank, chance, left in unseen.draws()
            if not (known and rank == pair)
        ]
        all_ = sum((chance for chance, _ in parts), ZERO)
        net, staked = (sum((c * mean[k] for c, mean in parts), ZERO) / all_ for k in (0, 1))
        return net, staked


NONE = (0,) * len(RANKS)


Key = tuple[tuple[int, int], tuple[int, ...], tuple[int, ...]]  # two cards, seen, told


class Round:
    """A game on a shoe: two cards, what is seen and what is told -> what each action is worth, and
    their chance.
    """

    def __init__(self, game: Tables, shoe: Shoe) -> None:
        self.game, self.shoe = game, shoe
        self.actions: dict[Key, dict[str, Mean]] = {}
        self.chances: dict[Key, Fraction] = {}
        ups: list[tuple[int, ...]] = [(one,) for one in range(10)]
        if game.seen == 2:
            ups = [(one, two) for one in range(10) for two in range(one, 10)]
        for up in ups:
            if min(left := less(shoe, *up)) >= 0:
                chance = ONE if len({*up}) < 2 else Fraction(2)
                before = list(shoe)
                for rank in up:
                    chance *= Fraction(before[rank], sum(before))
                    before[rank] -= 1
                for told in game.cells or ((),):
                    self._against(up, told, left, chance)

    def _against(self, up: tuple[int, ...], told: Shoe, left: Shoe, dealt: Fraction) -> None:
        n, looked = sum(left), len(up) == 1 and RANKS[up[0]] in self.game.looks
        mate = 9 - up[0] if looked and up[0] in (0, 9) else None
        group = told or range(len(RANKS))
        cell = Cell(self.game, up, tuple(rank for rank in group if rank != mate))
        cell.shoe = left
        mate = mate if mate in group else None
        for one in range(10):
            for two in range(one, 10):
                if left[one] and left[two] > (one == two):
                    ways = left[one] * (left[two] - (one == two)) * (1 if one == two else 2)
                    unseen = Unseen(less(left, one, two))
                    share = Fraction(sum(unseen.counts[rank] for rank in group), n - 2)
                    if not share:
                        continue
                    self.chances[(one, two), up, told] = dealt * Fraction(ways, n * (n - 1)) * share
                    found = self._two_cards(cell, one, two, unseen, mate)
                    self.actions[(one, two), up, told] = {
                        name: (net / share, staked / share) for name, (net, staked) in found.items()
                    }

    def _two_cards(
        self, cell: Cell, one: int, two: int, unseen: Unseen, mate: int | None
    ) -> dict[str, Mean]:
        """Return what each action is worth in the rounds in which the hole card is as told."""
        game, up = self.game, cell.up
        hand = Hand(more(more(NONE, one), two), DEALT, up[0])
        if up in ALONE:
            return {"stand": (game.pay(game.rows, hand, NATURAL), ONE)}
        over = Fraction(unseen.counts[mate], sum(unseen.counts)) if mate is not None else ZERO
        beaten, known = game.pay(game.rows, hand, NATURAL), self._in_cell(cell, hand, unseen)
        found = {
            name: (over * beaten + net, over + staked) for name, (net, staked) in known.items()
        }
        for action in game.actions:
            if action.early and action.rows and action.when(hand) and not hand.natural:
                found[action.name] = game.pay(action.rows, hand, BUST), ONE
        return found

    def _in_cell(self, cell: Cell, hand: Hand, unseen: Unseen) -> dict[str, Mean]:
        found = dict(cell.worth(hand, unseen))
        pair = hand.cards.index(2) if 2 in hand.cards else None
        for said in self.game.pairs:
            if pair is not None and RANKS[pair] in said.ranks and said.hands > 1:
                found["split"] = cell.split(pair, said, unseen)
        if self.game.exchange and self.game.exchange(hand) and hand.stage.dealt:
            found["zap"] = self._exchanged(cell, unseen)
        return found

    def _exchanged(self, cell: Cell, unseen: Unseen) -> Mean:
        """Return what two other cards are worth, as they are played if they come."""
        net, staked = ZERO, ZERO
        again = Cell(cell.game, cell.up, cell.told)
        again.shoe = unseen.counts
        for one, first, left in unseen.draws():
            for two, second, rest in left.draws():
                hand = Hand(more(more(NONE, one), two), Stage(), cell.up[0])
                best = max(self._in_cell(again, hand, rest).values(), key=lambda mean: mean[0])
                net, staked = net + first * second * best[0], staked + first * second * best[1]
        return net, staked

    @cached_property
    def mean(self) -> Mean:
        """The mean net and wager of the best first decisions."""
        best = {
            key: max(some.values(), key=lambda one: one[0]) for key, some in self.actions.items()
        }
        net, staked = (
            sum((self.chances[key] * one[at] for key, one in best.items()), ZERO) for at in (0, 1)
        )
        return net, staked


# --- The rules in words, as tables ----------------------------------------------------------------

WIN, PUSH, LOSE = ONE, ZERO, -ONE
FRESH, TWO = (0,), (2,)


def at_least(number: int) -> range:
    return range(number, 99)


def tables_of(game: Game) -> Tables:
    """Return the tables of a game in words."""
    turns = game.turns
    dealer, natural, pairs, double = turns.dealer, turns.natural, turns.pairs, turns.double
    natural_pay = suited_mean(game, "AT", natural.paid)
    bonuses, over = [], [Is(natural=True)]
    for bonus in turns.bonuses:
        when = Is(
            total=(bonus.total,) if bonus.total else None,
            size=at_least(bonus.cards) if bonus.cards else None,
            cards=cards_of(bonus.ranks) if bonus.ranks else None,
            doubled=FRESH,
            split=None if bonus.split else False,
            up=(value_of(bonus.up) - 1,) if bonus.up else None,
        )
        mean = suited_mean(game, bonus.ranks, bonus.paid) if bonus.ranks else bonus.pays
        bonuses.append(Row(mean, when))
        over.append(when)
    made = Is(total=(21,))
    charlie = Is(size=at_least(turns.charlie or 99), doubled=FRESH)
    losing = (
        turns.ties
        if isinstance(turns.ties, tuple)
        else (17, 18, 19, 20, 21) * (turns.ties == "lose")
    )
    over += [made] if turns.wins_21 else []
    over += [charlie] if turns.charlie else []
    rows = (
        Row(LOSE, Is(hard=at_least(22))),
        Row(natural_pay if natural.beats else natural.tied, Is(natural=True), NATURAL),
        Row(natural_pay, Is(natural=True)),
        *bonuses,
        *([Row(WIN, made)] if turns.wins_21 else []),
        Row(LOSE, dealer=NATURAL),
        Row(WIN, charlie),
        *([Row(WIN, Is(total=dealer.beaten), dealer.pushes)] if dealer.beaten else []),
        *([Row(PUSH, dealer=dealer.pushes)] if dealer.pushes else []),
        Row(WIN, dealer=BUST),
        Row(WIN, dealer="less"),
        *(Row(LOSE, Is(total=(total,)), "equal") for total in losing),
        Row(PUSH, dealer="equal"),
        Row(LOSE, dealer="more"),
    )
    return Tables(
        rows,
        (Action("hit", Is(doubled=FRESH)), *_doubles(double), *_gives_up(game)),
        tuple(_pairs(pairs)) if pairs.hands > 1 else (),
        tuple(over),
        dealer.soft > dealer.hard,
        dealer.pushes,
        {"never": "", "ace": "A"}.get(natural.looks, "AT"),
        cells=tuple(map(ranks_of, dealer.groups)),
        seen=dealer.cards_seen,
        exchange=Is(hard=turns.zap.totals, soft=False) if turns.zap.totals else None,
    )


def _doubles(double: Double) -> Iterator[Action]:
    if double.rescue:  # the first of two that are worth as much
        yield Action("rescue", Is(doubled=at_least(1)), rows=(Row(-HALF),))
    usual = Is(
        size=at_least(2) if double.later else TWO,
        doubled=FRESH,
        split=None if double.split else False,
    )
    hard = replace(usual, hard=double.totals, soft=False) if double.totals else usual
    if double.free:
        yield Action("double", replace(usual, hard=double.free, soft=False), free=1)
    soft = (replace(usual, total=double.soft, soft=True),) if double.soft else ()
    for when in (hard, *soft):
        yield Action("double", when, adds=double.up_to - 1)
        if double.times > 1:
            further = replace(when, doubled=range(1, double.times), split=None, size=None)
            yield Action("double", further, adds=double.up_to - 1)


def _gives_up(game: Game) -> Iterator[Action]:
    """Yield how half the bet is given up: late, a natural takes all of it."""
    said = game.turns.surrender
    if not said.when:
        return
    ups = tuple(value_of(rank) - 1 for rank in said.ups) or None
    if said.when == "early":
        yield Action("surrender", Is(up=ups), rows=(Row(-HALF),), early=True)
        return
    when = Is(
        size=at_least(2) if said.later else TWO,
        doubled=FRESH,
        split=None if said.split else False,
        up=ups,
    )
    yield Action("surrender", when, rows=(Row(LOSE, dealer=NATURAL), Row(-HALF)))


def _pairs(said: rules.Pairs) -> Iterator[Pairs]:
    for rank in RANKS:
        free = RANKS.index(rank) + 1 in said.free
        once = rank == "A" and said.aces in ("one-card", "once")
        hands = min(2, said.hands) if once else said.hands
        yield Pairs(rank, hands, free, rank == "A" and said.aces in ("one-card", "resplit"))


def ranks_of(group: str) -> tuple[int, ...]:
    return tuple(sorted({value_of(rank) - 1 for rank in group}))


def cards_of(ranks: str) -> Shoe:
    values = [value_of(rank) for rank in ranks]
    return tuple(values.count(rank + 1) for rank in range(len(RANKS)))


def suited_mean(game: Game, ranks: str, paid: Callable[[str], Fraction]) -> Fraction:
    """Return the mean of what a hand of some ranks wins by its suits."""
    there = [(value_of(text[0]), text[1]) for text in map(card_text, game.deck.cards)]
    values = [value_of(rank) for rank in ranks]
    alike = {value: values.count(value) for value in values}
    every = prod(comb(sum(one == value for one, _ in there), n) for value, n in alike.items())
    found, left = ZERO, every
    for suit in game.deck.suits:
        ways = prod(comb(there.count((value, suit)), n) for value, n in alike.items())
        found, left = found + paid(suit) * ways, left - ways
    return (found + paid("") * left) / every if every else Fraction(paid(""))


# --- Compared with the engine --------------------------------------------------------------------


UNDECIDED = (PAID, TIED, BEATEN)  # of two cards on which nothing is decided


def compared(rules: Game, shoe: Shoe) -> int:
    """Compare every action of all two cards, the value and the mean wager; return how many."""
    found, again = solve(shoe, house_of(rules)), Round(tables_of(rules), shoe)
    times = 0
    for spot in found.spots:
        theirs = again.actions[spot.ranks, seen_of(spot.up), told_of(spot.up)]
        for action, value in spot.actions.items():
            ours = value, 1 + spot.extra.get(action, 0)
            assert theirs["stand" if action in UNDECIDED else action] == ours, (spot, theirs)
            times += 1
    assert (found.value, found.mean_wager) == again.mean
    return times
