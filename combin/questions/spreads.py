"""Bets by a count at a table: what a spread wins, what it risks, and the best ramp.

Rounds begin at counts, and at each the net of a round has a distribution of its own. A round at
which b is bet wins b times that. With the mean m and the second moment q of all rounds a bankroll B
is lost with a probability of exp(-s B) at most, where s > 0 solves E exp(-s net) = 1 (Lundberg);
rounds are taken as independent of each other.

Of all bets between 1 and S those have the largest m / sqrt(q) that are c m_k / q_k at each count k,
or the nearest end of the range, for one c: m is linear in the bets and sqrt(q) a norm of them, so
that a point from which no bet alone can raise m / sqrt(q) is the best of all, and there c = q / m.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from itertools import pairwise
from math import floor
from typing import TYPE_CHECKING, NamedTuple

from combin.arguments import mapping
from combin.errors import refuse
from combin.exact import parse_number, parse_share, whole_number, whole_of_text
from combin.questions.card_counting import DECK
from combin.questions.tags import COUNTS
from combin.records import dataclass
from combin.solving.result import AboutBet

if TYPE_CHECKING:
    from combin.subject import CountAsked

RISKS = tuple(Fraction(risk, 100) for risk in (10, 5, 1))  # of ruin, told where none is asked
RESOLUTIONS = {"exact": 1, "quarter": 13, "half": 26, "full": 52}  # cards that are told apart
EXACTLY = Context(prec=28)  # of exponentials and logarithms
NEAR = Decimal("1e-20")  # an exponent that moves by less of itself is found
Bets = Mapping[int, Fraction]  # count -> units
Law = Mapping[Fraction, Fraction]  # net of a round of one unit -> chance
ROUNDINGS = ("floor", "truncate", "round")


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
    law: Law

    @property
    def mean(self) -> Fraction:
        """The expected net."""
        return sum((net * chance for net, chance in self.law.items()), Fraction(0))

    @property
    def square(self) -> Fraction:
        """The mean of the square of the net."""
        return sum((net**2 * chance for net, chance in self.law.items()), Fraction(0))


@dataclass(frozen=True)
class RoundStarts:
    """Where the rounds of a shoe start.

    rounds: how many are dealt. counts: the lowest first. lost: of the rounds, those left out.
    """

    rounds: Fraction
    counts: tuple[AtCount, ...]
    lost: Fraction


@dataclass(frozen=True)
class Ramp:
    """Bets by the count, and what a round that is dealt comes to by them.

    bets: at each count.
    played: the share of rounds with a bet.
    wagered: the bet, on average. gain: the net, on average. square: of the net, on average.
    exponent: a bankroll B is lost with a probability of exp(-exponent B) at most; 0 where the bets
        win nothing.
    """

    bets: Bets
    played: Fraction
    wagered: Fraction
    gain: Fraction
    square: Fraction
    exponent: Fraction

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
        return Fraction(EXACTLY.exp(_decimal(-self.exponent * bankroll)))

    def bankroll(self, risk: Fraction) -> Fraction | None:
        """Return the least bankroll that is lost with this probability at most; None where every
        one is lost.
        """
        return -Fraction(EXACTLY.ln(_decimal(risk))) / self.exponent if self.exponent else None


@dataclass(frozen=True, repr=False)
class BettingSpread(AboutBet):
    """A bet of which the count says how much is bet, at a table where rounds are dealt until the
    cut card comes.

    asked: of the count. tags: rank -> tag. reading: of the count.
    value: the expected net of a round from the full shoe.
    cut: a round begins with so many cards left, or more. seats: hands that are dealt a round.
    spread: the bets. starts: where rounds begin.
    ramp: by the spread. best: the ramp that wins most for its risk between its least and its
        largest bet; None where no ramp between them wins, or they are one.
    bankroll: units that are there to be lost; None where that is not asked.
    risks: of ruin, for which bankrolls are told.
    """

    asked: CountAsked
    tags: Mapping[str, Fraction]
    reading: CountReading
    value: Fraction
    cut: int
    seats: int
    spread: Spread
    starts: RoundStarts
    ramp: Ramp
    best: Ramp | None
    bankroll: Fraction | None
    risks: Sequence[Fraction]

    @property
    def title(self) -> str:
        """The name of the count in words; empty where it has none."""
        return COUNTS[self.asked.name].title if self.asked.name else ""


class Spread(NamedTuple):
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


FLAT = Spread({}, Fraction(1), Fraction(1))


def spread_of(spread: object) -> Spread:
    """Return a spread as it is given: ``1:1 2:2 3:4``, a mapping, or a range of bets, ``1-8``."""
    meant = "a spread is counts with their bets, '1:1 2:2 3:4 4:8', or a range of bets, 1-8"
    if isinstance(spread, str):
        least, dash, most = spread.partition("-")
        if dash and ":" not in spread:
            ends = [parse_number(bet, "a bet of the spread") for bet in (least, most)]
            refuse(not 0 < ends[0] <= ends[1], f"{meant}; {spread} falls")
            return Spread({}, ends[0], ends[1])
        steps = [step.partition(":")[::2] for step in spread.replace(",", " ").split()]
    else:
        steps = [(str(count), bet) for count, bet in mapping(spread, "spread").items()]
    refuse(not steps, meant)
    bets = [
        (whole_of_text(count, f"{meant}; a count"), parse_number(bet, f"the bet at {count}"))
        for count, bet in steps
    ]
    refuse(bets[0][1] <= 0, f"a bet is more than 0, not {bets[0][1]}")
    for (count, bet), (higher, more) in pairwise(bets):
        refuse(higher <= count, f"the counts of a spread rise: {higher} stands after {count}")
        refuse(more < bet, f"a spread rises: it bets {bet} at {count}, and {more} at {higher}")
    return Spread(dict(bets), bets[0][1], bets[-1][1])


def spread_asked(asked: CountAsked) -> Spread | None:
    """Return the bets asked for; None where they are one unit from the trigger that wins most."""
    given = [one is not None for one in (asked.spread, asked.trigger, asked.flat or None)]
    refuse(sum(given) > 1, "spread, trigger and flat contradict each other")
    out = None if asked.wong_out is None else whole_number(asked.wong_out, "wong-out", -999, 999)
    refuse(out is not None and asked.spread is None, "wong-out goes with a spread")
    if asked.trigger is not None:
        trigger = parse_number(asked.trigger, "the trigger, a count,")
        refuse(trigger.denominator > 1, f"the trigger is a whole count, not {trigger}")
        return FLAT._replace(out=int(trigger) - 1)
    if asked.spread is None:
        return FLAT if asked.flat else None
    spread = spread_of(asked.spread)
    for first in spread.steps:
        refuse(out is not None and first <= out, f"the spread bets at {first}, wong-out sits out")
    return spread._replace(out=out)


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


def bankroll_asked(
    asked: CountAsked, spread: Spread | None
) -> tuple[Fraction | None, Sequence[Fraction]]:
    """Return the bankroll in units, if any, and the risks of ruin for which bankrolls are told;
    raises CombinError for a bankroll below the least bet.
    """
    bankroll, least = None, (spread or FLAT).least
    if asked.bankroll is not None:
        bankroll = parse_number(asked.bankroll, "the bankroll")
        refuse(bankroll < least, f"a bankroll is one bet at least, {least}, not {bankroll}")
    if asked.risk is None:
        return bankroll, RISKS
    risk = parse_share(asked.risk, "the risk")
    refuse(not 0 < risk < 1, f"a risk lies between 0 and 100 %, not {asked.risk}")
    return bankroll, [risk]


def best_trigger(starts: RoundStarts) -> int:
    """Return the count from which on a bet of one unit wins most; one above all where none wins."""
    best, won, trigger = Fraction(0), Fraction(0), starts.counts[-1].count + 1
    for at in reversed(starts.counts):
        won += at.share * at.mean
        if won > best:
            best, trigger = won, at.count
    return trigger


def ramps(starts: RoundStarts, spread: Spread) -> tuple[Ramp, Ramp | None]:
    """Return what a spread comes to, and the best ramp between its bets: of a range of bets both
    are one.
    """
    best = best_ramp(starts, spread) if spread.least < spread.most else None
    if best and not spread.steps:
        return best, best
    return ramp(starts, {at.count: spread.bet(at.count) for at in starts.counts}), best


def ramp(starts: RoundStarts, bets: Bets) -> Ramp:
    """Return what bets at each count come to."""
    rounds = [(at, bets[at.count]) for at in starts.counts if bets[at.count]]
    return Ramp(
        bets,
        sum((at.share for at, _ in rounds), Fraction(0)),
        *_sums(rounds),
        lundberg(
            [(at.share * chance, bet * net) for at, bet in rounds for net, chance in at.law.items()]
        ),
    )


def _sums(rounds: Sequence[tuple[AtCount, Fraction]]) -> tuple[Fraction, Fraction, Fraction]:
    """Return the means of the bet, of the net and of its square."""
    zero = Fraction(0)
    return (
        sum((at.share * bet for at, bet in rounds), zero),
        sum((at.share * bet * at.mean for at, bet in rounds), zero),
        sum((at.share * bet**2 * at.square for at, bet in rounds), zero),
    )


def best_ramp(starts: RoundStarts, spread: Spread) -> Ramp | None:
    """Return the ramp with the largest mean over deviation between the bets of a spread, nothing
    where it sits out; None where no ramp between them wins.

    Between two factors at which a bet reaches an end of the range, factor x mean - square is
    linear in the factor; it is 0 at the best.
    """
    open_ = [at for at in starts.counts if spread.bet(at.count)]

    def bets(factor: Fraction) -> list[tuple[AtCount, Fraction]]:
        raised = ((at, factor * at.mean / at.square) for at in open_)
        return [(at, min(max(bet, spread.least), spread.most)) for at, bet in raised]

    def beyond(factor: Fraction) -> Fraction:
        _, gain, square = _sums(bets(factor))
        return factor * gain - square

    rising = [at for at in open_ if at.mean > 0]
    ends = (spread.least, spread.most)
    factors = sorted({end * at.square / at.mean for at in rising for end in ends})
    if not factors or _sums(bets(factors[-1]))[1] <= 0:
        return None
    best = factors[-1]
    for low, high in pairwise([Fraction(0), *factors]):
        if (above := beyond(high)) >= 0:
            best = low + (high - low) * beyond(low) / (beyond(low) - above)
            break
    sits_out = dict.fromkeys((at.count for at in starts.counts), Fraction(0))
    return ramp(starts, sits_out | {at.count: bet for at, bet in bets(best)})


def lundberg(nets: Sequence[tuple[Fraction, Fraction]]) -> Fraction:
    """Return the s > 0 at which the mean of exp(-s net) is that of no rounds, 1; 0 where the mean
    net is not positive. nets: probability and net.

    The mean of exp(-s net) - 1 is convex in s, so that Newton's method falls to the root from any
    point above it.
    """
    if sum(chance * net for chance, net in nets) <= 0:
        return Fraction(0)
    with localcontext(EXACTLY):
        found = [(_decimal(chance), _decimal(net)) for chance, net in nets]

        def beyond(power: Decimal) -> tuple[Decimal, Decimal]:
            terms = [(chance * (-power * net).exp(), chance, net) for chance, net in found]
            return (
                sum((now - chance for now, chance, _ in terms), Decimal(0)),
                sum((-net * now for now, _, net in terms), Decimal(0)),
            )

        at = Decimal(1) / max(abs(net) for _, net in found) / 1000
        while (value := beyond(at))[0] <= 0:
            at *= 2
        while (step := value[0] / value[1]) > NEAR * at:
            at -= step
            value = beyond(at)
    return Fraction(at)


def _decimal(value: Fraction) -> Decimal:
    return EXACTLY.divide(Decimal(value.numerator), Decimal(value.denominator))
