"""Bets by a count at a table: what a spread wins, what it risks, and the best ramp.

Rounds begin at counts, and at each the net of a round has a distribution of its own. A round at
which b is bet wins b times that. A bankroll B is lost with a probability of z**B at most, where
z < 1 solves E z**net = 1 (Lundberg); rounds are taken as independent of each other.

Of all bets between 1 and S those have the largest mean over the root q of the second moment that
are c times mean over second moment of the net at each count, or the nearest end of the range, for
one c: the mean m is linear in the bets and q a norm of them, so that bets of which no change of one
raises m / q are the best of all, and there c = q**2 / m.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import floor
from typing import TYPE_CHECKING, NamedTuple

from combin.arguments import text
from combin.errors import refuse
from combin.exact import parse_number, whole_number, whole_of_text
from combin.questions.card_counting import DECK
from combin.questions.tags import COUNTS
from combin.records import dataclass
from combin.solving.result import AboutBet
from combin.solving.totals import step_of

if TYPE_CHECKING:
    from combin.subject import CountAsked

RISKS = tuple(Fraction(risk, 100) for risk in (10, 5, 1))  # of ruin, for which bankrolls are told
RESOLUTIONS = {"exact": 1, "quarter": 13, "half": 26, "full": 52}  # cards that are told apart
ROUNDINGS = ("floor", "truncate", "round")
CENT = 100  # parts of a unit that the bets of a best ramp are told in
BITS = 128  # of a chance of ruin
ONE = 1 << BITS
Bets = Mapping[int, Fraction]  # count -> units
Moments = tuple[Fraction, Fraction, Fraction]  # a share of rounds, their mean and its square's


class CountReading(NamedTuple):
    """How a player reads a count.

    running: whether by the running count itself; else it is divided by the decks left.
    per: cards left are taken to multiples of so many, ties to the larger one; of 1 as they are.
    rounding: of the count, ``floor``, ``truncate`` or ``round``, halves upwards.
    start: the running count of the full shoe.
    """

    running: bool = False
    per: Fraction = Fraction(1)
    rounding: str = "floor"
    start: int = 0

    def counts(self, running: range, scale: int, left: int) -> Iterator[int]:
        """Yield counts as they are read; running: counts as they have changed, in parts of which
        `scale` are one. left: cards.
        """
        decks = self.per / DECK * max(1, floor(left / self.per + Fraction(1, 2)))
        divisor = Fraction(scale) if self.running else scale * decks
        parts, of = divisor.denominator, divisor.numerator
        for count in running:
            part = parts * (count + scale * self.start)
            if self.rounding == "round":
                yield (2 * part + of) // (2 * of)
            elif self.rounding == "truncate" and part < 0:
                yield -(-part // of)
            else:
                yield part // of


@dataclass(frozen=True)
class AtCount:
    """Rounds that start at a count.

    count: as the player reads it. share: of all rounds.
    law: net of a round of one unit -> chance.
    """

    count: int
    share: Fraction
    law: Mapping[Fraction, Fraction]

    @property
    def mean(self) -> Fraction:
        """The expected net."""
        return sum((net * chance for net, chance in self.law.items()), Fraction(0))

    @property
    def square(self) -> Fraction:
        """The mean of the square of the net."""
        return sum((net**2 * chance for net, chance in self.law.items()), Fraction(0))

    @property
    def moments(self) -> Moments:
        return self.share, self.mean, self.square


@dataclass(frozen=True)
class RoundStarts:
    """Where the rounds of a shoe start.

    rounds: how many are dealt. counts: the lowest first. lost: of the rounds, those left out.
    value: the expected net of a round from the full shoe.
    """

    rounds: Fraction
    counts: tuple[AtCount, ...]
    lost: Fraction
    value: Fraction


@dataclass(frozen=True)
class Ramp:
    """Bets by the count, and what a round that is dealt comes to by them.

    bets: at each count. played: the share of rounds with a bet.
    wagered: the bet, on average. gain: the net, on average. square: of the net, on average.
    step: of the nets. lasting: each step of a bankroll is a factor of its ruin, in 2**-`BITS`.
    """

    bets: Bets
    played: Fraction
    wagered: Fraction
    gain: Fraction
    square: Fraction
    step: Fraction
    lasting: int

    @property
    def edge(self) -> Fraction | None:
        """What a unit that is bet wins; None where none is."""
        return self.gain / self.wagered if self.wagered else None

    @property
    def variance(self) -> Fraction:
        """Of the net of a round."""
        return self.square - self.gain**2

    @property
    def n0(self) -> Fraction | None:
        """The rounds after which the mean is one standard deviation; None where nothing is won."""
        return self.variance / self.gain**2 if self.gain > 0 else None

    @property
    def score(self) -> Fraction | None:
        """What 100 rounds win if bets are scaled to a bankroll of 10,000 units that is lost with a
        probability of exp(-2); None where nothing is won.
        """
        return None if self.n0 is None else 10**6 / self.n0

    def ruin(self, bankroll: Fraction) -> Fraction:
        """Return the probability, at most, to lose a bankroll."""
        return Fraction(_power(self.lasting, int(bankroll / self.step)), ONE)

    def bankroll(self, risk: Fraction) -> Fraction | None:
        """Return the least bankroll that is lost with this probability at most; None where every
        one is lost.
        """
        if self.gain <= 0:
            return None
        steps = 1
        while self.ruin(steps * self.step) > risk:
            steps *= 2
        least = bisect_left(range(steps), True, key=lambda at: self.ruin(at * self.step) <= risk)
        return least * self.step


@dataclass(frozen=True, repr=False)
class BettingSpread(AboutBet):
    """A bet of which the count says how much is bet, at a table where rounds are dealt until the
    cut card comes.

    asked: of the count. tags: rank -> tag. reading: of the count.
    cut: a round begins with so many cards left, or more. starts: where rounds begin.
    wagers: the bets asked. ramp: by them. best: the ramp that wins most for its risk between the
        least and the largest; None where no ramp between them wins, or they are one.
    bankroll: units that are there to be lost; None where that is not asked.
    title: the name of the count in words; empty where it has none.
    risks: of ruin, for which bankrolls are told.
    """

    asked: CountAsked
    tags: Mapping[str, Fraction]
    reading: CountReading
    cut: int
    starts: RoundStarts
    wagers: Wagers
    ramp: Ramp
    best: Ramp | None
    bankroll: Fraction | None
    title: str
    risks: Sequence[Fraction] = RISKS

    @property
    def value(self) -> Fraction:
        """The expected net of a round from the full shoe."""
        return self.starts.value


class Wagers(NamedTuple):
    """Bets by the count: the least below its first count, nothing at a count of `out` or less.

    steps: the least count of a bet -> the bet; none: those of the best ramp, or all alike.
    least, most: bets. out: None where every round is bet on.
    """

    steps: Bets
    least: Fraction
    most: Fraction
    out: int | None = None

    def bet(self, count: int) -> Fraction:
        """Return what is bet at a count."""
        if self.out is not None and count <= self.out:
            return Fraction(0)
        return max((bet for first, bet in self.steps.items() if first <= count), default=self.least)


FLAT = Wagers({}, Fraction(1), Fraction(1))


def spread_of(spread: object) -> Wagers:
    """Return a spread as it is given: ``1:1 2:2 3:4``, or a range of bets, ``1-8``."""
    meant = "a spread is counts with their bets, '1:1 2:2 3:4 4:8', or a range of bets, 1-8"
    least, dash, most = text(spread, "spread").partition("-")
    if dash and ":" not in str(spread):
        ends = [parse_number(bet, "a bet of the spread") for bet in (least, most)]
        refuse(not 0 < ends[0] <= ends[1], f"{meant}; {spread} falls")
        return Wagers({}, ends[0], ends[1])
    steps = [step.partition(":")[::2] for step in str(spread).replace(",", " ").split()]
    refuse(not steps, meant)
    bets = [
        (whole_of_text(count, f"{meant}; a count"), parse_number(bet, f"the bet at {count}"))
        for count, bet in steps
    ]
    refuse(bets[0][1] <= 0, f"a bet is more than 0, not {bets[0][1]}")
    for (count, bet), (higher, more) in pairwise(bets):
        refuse(higher <= count, f"the counts of a spread rise: {higher} stands after {count}")
        refuse(more < bet, f"a spread rises: it bets {bet} at {count}, and {more} at {higher}")
    return Wagers(dict(bets), bets[0][1], bets[-1][1])


def wagers_asked(asked: CountAsked) -> tuple[Wagers, Fraction | None]:
    """Return the bets asked for, and the bankroll; raises CombinError where they make no sense."""
    given = [asked.spread is not None, asked.trigger is not None, asked.flat]
    refuse(sum(given) != 1, "a table needs bets: one of spread, trigger and flat")
    out = None if asked.wong_out is None else whole_number(asked.wong_out, "wong-out", -999, 999)
    refuse(out is not None and not given[0], "wong-out goes with a spread")
    wagers = spread_of(asked.spread) if given[0] else FLAT
    if given[1]:
        trigger = parse_number(asked.trigger, "the trigger, a count,")
        refuse(trigger.denominator > 1, f"the trigger is a whole count, not {trigger}")
        out = int(trigger) - 1
    for first in wagers.steps:
        refuse(out is not None and first <= out, f"the spread bets at {first}, wong-out sits out")
    if asked.bankroll is None:
        return wagers._replace(out=out), None
    bankroll, least = parse_number(asked.bankroll, "the bankroll"), wagers.least
    refuse(bankroll < least, f"a bankroll is one bet at least, {least}, not {bankroll}")
    return wagers._replace(out=out), bankroll


def reading_of(asked: CountAsked, total: int) -> CountReading:
    """Return how a count is read; total: the sum of the tags of all cards of the shoe."""
    pivot = COUNTS[asked.name].pivot if asked.name else None
    for what, value, known in (
        ("resolution", asked.resolution, tuple(RESOLUTIONS)),
        ("rounding", asked.rounding, ROUNDINGS),
    ):
        refuse(
            value is not None and value not in known,
            f"{what} is {', '.join(known[:-1])} or {known[-1]}, not {value}",
        )
    if asked.start is None and pivot is None:
        per = Fraction(RESOLUTIONS[asked.resolution or "exact"])
        return CountReading(False, per, asked.rounding or ROUNDINGS[0])
    refuse(
        asked.resolution or asked.rounding,
        "bets by the running count need no true count: leave out resolution and rounding",
    )
    start = None if asked.start is None else whole_number(asked.start, "the start", -999, 999)
    return CountReading(True, start=(pivot or 0) - total if start is None else start)


def ramps(starts: RoundStarts, wagers: Wagers) -> tuple[Ramp, Ramp | None]:
    """Return what bets come to, and the best ramp between them: of a range of bets both are one."""
    best = best_ramp(starts, wagers) if wagers.least < wagers.most else None
    if best and not wagers.steps:
        return best, best
    return ramp(starts, {at.count: wagers.bet(at.count) for at in starts.counts}), best


def ramp(starts: RoundStarts, bets: Bets) -> Ramp:
    """Return what bets at each count come to."""
    rounds = [(at, bets[at.count]) for at in starts.counts if bets[at.count]]
    played = sum((at.share for at, _ in rounds), Fraction(0))
    law: dict[Fraction, Fraction] = {}
    for at, bet in rounds:
        for net, chance in at.law.items():
            law[bet * net] = law.get(bet * net, Fraction(0)) + at.share * chance
    sums, step = _sums([(at.moments, bet) for at, bet in rounds]), step_of(law)
    steps = {int(net / step): chance for net, chance in law.items()}
    return Ramp(bets, played, *sums, step, lundberg(steps) if sums[1] > 0 else ONE)


def _sums(rounds: Iterable[tuple[Moments, Fraction]]) -> tuple[Fraction, Fraction, Fraction]:
    """Return the means of the bet, of the net and of its square; rounds: with what is bet."""
    terms = [(share * bet, mean, bet * square) for (share, mean, square), bet in rounds]
    zero = Fraction(0)
    return (
        sum((one for one, _, _ in terms), zero),
        sum((one * mean for one, mean, _ in terms), zero),
        sum((one * square for one, _, square in terms), zero),
    )


def best_ramp(starts: RoundStarts, wagers: Wagers) -> Ramp | None:
    """Return the ramp with the largest mean over deviation between the bets of a spread, to a
    hundredth, nothing where it sits out; None where no ramp between them wins.

    Between two factors at which a bet reaches an end of the range, factor x mean - square is
    linear in the factor; it is 0 at the best.
    """
    moments = {at.count: at.moments for at in starts.counts if wagers.bet(at.count)}
    ratios = [mean / square for _, mean, square in moments.values()]
    ends = wagers.least, wagers.most

    def bets(factor: Fraction) -> list[Fraction]:
        return [min(max(factor * ratio, ends[0]), ends[1]) for ratio in ratios]

    def beyond(factor: Fraction) -> Fraction:
        _, gain, square = _sums(zip(moments.values(), bets(factor)))
        return factor * gain - square

    factors = sorted({end / ratio for ratio in ratios if ratio > 0 for end in ends})
    if not factors or _sums(zip(moments.values(), bets(factors[-1])))[1] <= 0:
        return None
    best = factors[-1]
    for low, high in pairwise([Fraction(0), *factors]):
        if (above := beyond(high)) >= 0:
            best = low + (high - low) * beyond(low) / (beyond(low) - above)
            break
    found = {
        count: Fraction(int(CENT * bet + Fraction(1, 2)), CENT)
        for count, bet in zip(moments, bets(best))
    }
    return ramp(starts, dict.fromkeys((at.count for at in starts.counts), Fraction(0)) | found)


def lundberg(steps: Mapping[int, Fraction]) -> int:
    """Return the z < 1 at which the mean of z**net is 1, in 2**-`BITS`, rounded up; the mean net is
    positive. steps: net in steps -> chance.

    The mean of z**net less 1, times a power of z, is positive below, and negative from there to 1.
    """
    deep = -min(steps)
    chances = [int(steps.get(at, 0) * ONE) for at in range(max(steps), -deep - 1, -1)]
    chances[-1 - deep] -= sum(chances)
    low, high = 0, ONE
    while high - low > ONE >> 86:
        middle, value = (low + high) // 2, 0
        for chance in chances:
            value = (value * middle >> BITS) + chance
        low, high = (middle, high) if value > 0 else (low, middle)
    return high


def _power(base: int, times: int) -> int:
    """Return a power in 2**-`BITS`, rounded up."""
    found = ONE
    for bit in bin(times)[2:]:
        found = -(-found * found >> BITS)
        found = -(-found * base >> BITS) if bit == "1" else found
    return found
