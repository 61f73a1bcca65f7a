"""Card counting: how often a running count makes a bet worth making, and what it wins.

Before a round the count is the sum of the tags of all cards gone. The bet is made where

    52 x count >= trigger x cards left,

that is where the true count, per deck of 52 cards left, is at or past the trigger. Nothing is
simulated: `counting/running_count.py` has the law of the count beside the next round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import ceil, comb, lcm, perm
from operator import mul
from typing import TYPE_CHECKING

from combin.cards import ACE_FIRST, RANKS, rank_of
from combin.counting import Plan
from combin.counting.running_count import Dealt, RunningCounts
from combin.errors import refuse
from combin.exact import parse_number, whole_number, whole_of_text
from combin.families.listed import family_of
from combin.questions.removals import effects_of
from combin.questions.tags import MOST_LEVEL, Tags, alike_tags, best_tags, correlation
from combin.records import dataclass
from combin.rules import ALWAYS
from combin.rules.game import Game
from combin.solving.result import AboutBet
from combin.subject import Subject

if TYPE_CHECKING:
    from combin.families.blackjack.indices import Index

DECK = 52  # cards, to which a true count is told
CUT = 14  # cards behind the cut card at most baccarat tables
LEVEL = 2  # of tags that are found
Correlation = tuple[int, Fraction]  # the sign and the square


@dataclass(frozen=True)
class Betting:
    """What a bet comes to that is only made at or past the trigger, per round.

    share: of the rounds, in which it is made.
    gain: the expected net of a round, 0 where the bet is not made.
    square: that of its square.
    """

    share: Fraction
    gain: Fraction
    square: Fraction

    @property
    def edge(self) -> Fraction | None:
        """The player's: the expected net of a bet made; None where none is."""
        return self.gain / self.share if self.share else None

    @property
    def bet_variance(self) -> Fraction | None:
        """The variance of a bet made; None where none is."""
        return self.square / self.share - (self.gain / self.share) ** 2 if self.share else None

    @property
    def variance(self) -> Fraction:
        """The variance of a round, whether the bet is made or not."""
        return self.square - self.gain**2


@dataclass(frozen=True)
class CountedPlay:
    """What a count tells of the play of a game.

    insurance: the correlation of the tags with the effects of removal on insurance; None where the
        game has none.
    indices: where other actions become better, insurance first.
    unindexed: why none of them are of hands; empty where they are.
    """

    insurance: Correlation | None
    indices: tuple[Index, ...]
    unindexed: str


@dataclass(frozen=True)
class AlikeTags:
    """The best tags of a level that are the same for all ranks of one effect, where others follow
    the effects better.

    correlation: the sign and the square of their betting correlation.
    trigger: the true count from which on the bet is made.
    gain: the expected net of a round.
    """

    tags: Tags
    correlation: Correlation
    trigger: Fraction
    gain: Fraction


@dataclass(frozen=True, repr=False)
class CardCounting(AboutBet):
    """A bet that is made by a count, or what a count tells of the play of a game.

    tags: rank -> what the running count changes by when a card of it is gone.
    level: the tags are the best within it; None where they were given.
    trigger: the true count from which on the bet is made; None where none is asked for.
    is_best: whether the trigger is the whole number that wins most, and was not given.
    cut: a round begins with so many cards left, or more; None where no rounds are asked for.
    value: the expected net of the bet if it is always made.
    effects: rank -> effect of removal on it.
    correlation: the sign and the square of the betting correlation of the tags.
    depths: cards gone -> what a round then comes to; all depths of the list are equally likely.
    is_certain: whether rounds begin at just these depths, as where all take the same number of
        cards; otherwise every depth is in the list.
    is_played: whether the bet has a decision; it is made as is best with the whole shoe.
    remark: when the bet is offered; empty where nothing is to be said.
    total: the sum of the tags of all cards of the shoe; 0 where they are balanced.
    alike: what is won by tags that are easier to learn; None where the tags are the best of those,
        too, or were given.
    model: by which hands are played; empty where there is one way.
    play: what the count tells of the play; None where that is not asked for.
    """

    tags: Tags
    level: int | None
    trigger: Fraction | None
    is_best: bool
    cut: int | None
    value: Fraction
    effects: dict[str, Fraction]
    correlation: Correlation | None
    depths: Mapping[int, Betting]
    is_certain: bool
    is_played: bool
    remark: str = ""
    total: int = 0
    alike: AlikeTags | None = None
    model: str = ""
    play: CountedPlay | None = None

    @property
    def whole(self) -> Betting:
        """The mean over all depths."""
        return mean(self.depths.values())

    def by_decks(self) -> Iterator[tuple[int, int, Betting, Betting]]:
        """Yield for each deck dealt the first and the last depth, what they come to together, and
        all depths up to there.
        """
        for begin in range(0, max(self.depths) + 1, DECK):
            these = [gone for gone in self.depths if begin <= gone < begin + DECK]
            until = [one for gone, one in self.depths.items() if gone <= these[-1]]
            yield these[0], these[-1], mean(self.depths[gone] for gone in these), mean(until)

    @property
    def desirability_squared(self) -> Fraction:
        """1000 times the mean of a round over its standard deviation, squared; 0 where no bet is
        made.
        """
        whole = self.whole
        return 10**6 * whole.gain**2 / whole.variance if whole.variance else Fraction(0)

    @property
    def rounds_to_overcome(self) -> Fraction | None:
        """N0: after so many rounds the mean is as large as the standard deviation; None where the
        mean is 0.
        """
        whole = self.whole
        return whole.variance / whole.gain**2 if whole.gain and whole.variance else None


def mean(some: Iterable[Betting]) -> Betting:
    """Return the mean of equally likely depths."""
    parts = zip(*((one.share, one.gain, one.square) for one in some))
    return Betting(*(sum(part, Fraction(0)) / len(part) for part in parts))


def card_counting(
    one: Subject,
    tags: Mapping[str, int] | None = None,
    trigger: object = None,
    cut: int = CUT,
    level: int = LEVEL,
) -> CardCounting:
    """Return what a bet wins that is made by a count.

    tags: ranks -> whole number, ``{"4567": -1, "89": 2}``, 0 for the others; by default those of a
        level with the highest betting correlation.
    trigger: the true count from which on the bet is made; by default the whole number that wins
        most.
    cut: a round begins with so many cards left, or more.
    level: the largest tag, where no tags are given.
    A decision is made as is best with the whole shoe. Raises CombinError for a game that is not
    dealt from a shoe, a bet with several decisions, tags of ranks that are not there, a cut with
    too few cards for a round or more than the shoe has.
    """
    game = one.game
    key = game.bet(one.bet).key
    game.verify_shoe(": its cards are shuffled before every round, and there is nothing to count")
    plan = Plan(game, game.bet(key))
    refuse(
        len(plan.stages) > 1,
        f"{game.slug}: bet {key!r} has {len(plan.stages)} decisions; bets with one or none are "
        "counted so far",
    )
    copies = copies_of(game)
    cards = "how many cards stay behind the cut card"
    cut = whole_number(cut, cards, _most_dealt(game), sum(copies.values()))
    given = None if trigger is None else parse_number(trigger, "the trigger, a true count,")
    largest = whole_number(level, "the level of the tags", 1, MOST_LEVEL)
    read = None if tags is None else tags_of(tags, copies)
    found = effects_of(one)
    chosen = best_tags(found.effects, copies, largest) if read is None else read
    is_certain = all(deal.when == ALWAYS for deal in game.deals)
    size = sum(copies.values())
    starts = range(0, size - cut + 1, _most_dealt(game) if is_certain else 1)

    def shoe_of(tags: Tags) -> CountedShoe:
        return CountedShoe(by_tag(tags, copies), family_of(plan).tagged_rounds(plan, tags), starts)

    shoe = shoe_of(chosen)
    best = shoe.best_trigger(found.value) if given is None else given
    alike = (
        counted_alike(chosen, largest, found.effects, copies, found.value, given, shoe_of)
        if read is None
        else None
    )
    return CardCounting(
        game,
        plan.bet.key,
        plan.bet.base,
        chosen,
        largest if read is None else None,
        best,
        given is None,
        cut,
        found.value,
        found.effects,
        correlation(chosen, found.effects, copies),
        {gone: shoe.counted(gone, best) for gone in shoe.starts},
        is_certain,
        bool(plan.stages),
        total=total_of(chosen, copies),
        alike=alike,
    )


def counted_alike(
    chosen: Tags,
    level: int,
    effects: Mapping[str, Fraction],
    copies: Mapping[str, int],
    value: Fraction,
    given: Fraction | None,
    shoe_of: Callable[[Tags], CountedShoe],
) -> AlikeTags | None:
    """Return what is won by the best tags of a level that are the same for all ranks of one effect;
    None where there are none, or they are the tags chosen.

    value: of the bet without a count. given: the trigger; None where the best is to be found.
    """
    alike = alike_tags(effects, copies, level)
    if alike in ({}, chosen):
        return None
    shoe = shoe_of(alike)
    trigger = shoe.best_trigger(value) if given is None else given
    return AlikeTags(alike, correlation(alike, effects, copies), trigger, shoe.won(trigger)[1])


def tags_of(tags: Mapping[str, int], copies: Mapping[str, int]) -> Tags:
    """Return rank -> tag; one or more ranks stand for each number, as in ``{"TJQK": -2}``."""
    found: Tags = {}
    for ranks, tag in tags.items():
        for rank in ranks.upper().replace("10", "T"):
            refuse(
                rank not in copies,
                f"no rank {rank!r} is in the shoe; its ranks are {''.join(copies)}",
            )
            refuse(rank in found, f"the rank {rank!r} is given two tags")
            found[rank] = whole_number(tag, f"the tag of {rank!r}", -99, 99)
    return {rank: found.get(rank, 0) for rank in copies}


def numbers_of(words: Mapping[str, str]) -> dict[str, int]:
    """Return ranks -> tag, from tags as they are typed."""
    return {ranks: whole_of_text(tag, f"the tag of {ranks!r}") for ranks, tag in words.items()}


def copies_of(game: Game) -> dict[str, int]:
    """Return rank -> cards of it in the shoe, the ace first."""
    copies = Counter[str]()
    for card, number in game.deck.copies.items():
        copies[RANKS[rank_of(card)]] += number
    return {rank: copies[rank] for rank in ACE_FIRST if copies[rank]}


def total_of(tags: Tags, copies: Mapping[str, int]) -> int:
    """Return the sum of the tags of all cards of a shoe."""
    return sum(copies[rank] * tag for rank, tag in tags.items())


def _most_dealt(game: Game) -> int:
    return sum(deal.cards for deal in game.deals)


@dataclass(frozen=True)
class TaggedRounds:
    """All rounds of a bet, by what they win and by their cards of each tag.

    size: the cards of a round.
    low, high: the smallest and the largest net.
    scale: what a round wins over `low` is told in so many parts of a unit.
    deals: those parts, and the cards of each tag, the lowest first -> in how many orders.
    seen: the cards of each tag that are seen before the bet is made, in all rounds in which it is
        offered -> in how many orders; None where it always is, and nothing is seen.
    """

    size: int
    low: Fraction
    high: Fraction
    scale: int
    deals: Mapping[tuple[int, Dealt], int]
    seen: tuple[Dealt, int] | None = None


class CountedShoe:
    """The rounds of a bet from a shoe whose cards have tags.

    starts: how many cards are gone where rounds begin.
    offered: the chance that the bet is offered.
    counts: the sets of cards gone by their count, where the bet is offered.
    pays: the rounds after them, times what they win over the least, and times the square of it.
    prize: what all that win over the least win there; None where it differs, and only then `pays`
        has the squares.
    """

    def __init__(
        self, tags: Mapping[int, int], rounds: TaggedRounds, starts: Sequence[int]
    ) -> None:
        """tags: tag -> how many cards of the shoe have it, the lowest first."""
        self.cards, self.starts = sum(tags.values()), starts
        self.size, self.low, self.high = rounds.size, rounds.low, rounds.high
        self.scale = rounds.scale
        before, orders = rounds.seen or ((0,) * len(tags), 1)
        self.seen = sum(before)
        self.seen_count: int = sum(map(mul, before, tags))
        self.offered = Fraction(orders, perm(self.cards, self.seen))
        wins = {win for win, _ in rounds.deals}
        self.prize = max(wins) if len(wins) == 2 and 0 in wins else None
        self.counts = RunningCounts(tags, {before: orders}, self.seen)
        self.pays = [
            RunningCounts(tags, _weighed(rounds.deals, power), self.size)
            for power in ((1,) if self.prize else (1, 2))
        ]

    @cached_property
    def weights(self) -> tuple[list[int], list[int]]:
        """For each start what gives the sets of cards gone one denominator: that at no card gone,
        for the cards beside those seen and for those beside a round.
        """
        return self._over_one(self.cards - self.seen), self._over_one(self.cards - self.size)

    def _over_one(self, cards: int) -> list[int]:
        sets = [comb(cards, gone) for gone in self.starts]
        whole = lcm(*sets)
        return [whole // number for number in sets]

    def best_trigger(self, value: Fraction) -> Fraction:
        """Return the whole number that wins most; the first at which no bet is made, if none wins.

        value: of the bet without a count. A trigger and all above win no more than `high` in the
        rounds that it leaves; it and all below win no more than the value and what is lost at most
        in the rounds that it leaves out.
        """
        best, found, trigger = Fraction(0), None, 0
        while True:
            share, gain = self.won(Fraction(trigger))
            if gain > best:
                best, found = gain, trigger
            if not share or 0 < self.high * share <= best:
                break
            trigger += 1
        never, trigger = trigger, -1
        while True:
            share, gain = self.won(Fraction(trigger))
            if gain > best:
                best, found = gain, trigger
            if value * self.offered - self.low * (self.offered - share) <= best:
                break
            trigger -= 1
        return Fraction(never if found is None else found)

    def won(self, trigger: Fraction) -> tuple[Fraction, Fraction]:
        """Return the share of the rounds in which the bet is made, and what a round wins."""
        bets = pays = 0
        for gone, bet, pay in zip(self.starts, *self.weights):
            least = self._least(gone, trigger)
            bets += bet * self.counts.at_least(gone, least)
            pays += pay * self.pays[0].at_least(gone, least)
        starts = len(self.starts)
        share = Fraction(bets, starts * perm(self.cards, self.seen) * self.weights[0][0])
        deals = perm(self.cards, self.size) * self.scale
        return share, self.low * share + Fraction(pays, starts * deals * self.weights[1][0])

    def _least(self, gone: int, trigger: Fraction) -> int:
        """Return the least running count of the cards gone at which the bet is made; those seen
        count, too.
        """
        least: int = ceil(trigger * (self.cards - self.seen - gone) / DECK)
        return least - self.seen_count

    def counted(self, gone: int, trigger: Fraction) -> Betting:
        """Return what a round comes to after so many cards."""
        least, low = self._least(gone, trigger), self.low
        sets = perm(self.cards, self.seen) * comb(self.cards - self.seen, gone)
        share = Fraction(self.counts.at_least(gone, least), sets)
        deals = perm(self.cards, self.size) * comb(self.cards - self.size, gone)
        first = Fraction(self.pays[0].at_least(gone, least), deals * self.scale)
        if self.prize:
            second = first * Fraction(self.prize, self.scale)
        else:
            second = Fraction(self.pays[1].at_least(gone, least), deals * self.scale**2)
        return Betting(share, low * share + first, low**2 * share + 2 * low * first + second)


def by_tag(tags: Mapping[str, int], copies: Mapping[str, int]) -> dict[int, int]:
    """Return tag -> how many cards of the shoe have it, the lowest first."""
    return {
        tag: sum(number for rank, number in copies.items() if tags[rank] == tag)
        for tag in sorted(set(tags.values()))
    }


def _weighed(rounds: Mapping[tuple[int, Dealt], int], power: int) -> dict[Dealt, int]:
    """Return the cards of each mark in a round -> deals times a power of what they win."""
    found: Counter[Dealt] = Counter()
    for (win, dealt), deals in rounds.items():
        found[dealt] += deals * win**power
    return {dealt: weight for dealt, weight in found.items() if weight}
