"""Many rounds of one bet: the distribution of what they win together, ruin, and what they cost.

Probabilities are whole numbers of 2**-`BITS`, rounded down, and what is lost by it is counted: each
lies between the number given and that number plus the error given with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from combin.errors import refuse
from combin.questions.measures import telling_rounds
from combin.records import dataclass
from combin.solving.result import AboutBet
from combin.solving.totals import RoundTotals, numbers, packed, rounded, step_of, width_of
from combin.subject import LAW

if TYPE_CHECKING:
    from combin.solving.result import BetResult
    from combin.subject import Subject

BITS = 96
SLOT = width_of(BITS)
ONE = 1 << BITS
MOST = 40_000  # totals: to multiply so many takes two seconds
MOST_RUIN = 10**11  # totals that one round joins, times rounds: so many take ten seconds
NEVER = 72  # a probability of 2**-72 is none
SHARES = tuple(Fraction(share, 100) for share in (1, 5, 25, 50, 75, 95, 99))
SURE = tuple(Fraction(share, 100) for share in (90, 95, 99))
RISKS = tuple(Fraction(share, 100) for share in (10, 5, 1))

Law = Mapping[Fraction, Fraction]  # net of one round -> its probability


@dataclass(frozen=True)
class Ruin:
    """Whether a bankroll lasts.

    bankroll, goal: the money one has, and at which one stops, if one does.
    lost, reached: the probability that the bankroll is lost within the rounds, and that the goal is
        reached before.
    error: of both, at most.
    needed: risk -> the least bankroll that is lost with no more than this probability; none with a
        goal.
    """

    bankroll: Fraction
    goal: Fraction | None
    lost: Fraction
    reached: Fraction | None
    error: Fraction
    needed: Mapping[Fraction, Fraction]


@dataclass(frozen=True, repr=False)
class Session(AboutBet):
    """Many rounds of a bet.

    rounds: how many. unit: the money that one unit of the base wager is.
    strategy: what is played by; empty: the best play.
    result: what one round comes to.
    totals: of all rounds, in money.
    ruin: of a bankroll, where one was given.
    per_hour: rounds an hour. won: money that was won, to be judged.
    """

    rounds: int
    unit: Fraction
    strategy: str
    result: BetResult
    totals: RoundTotals
    ruin: Ruin | None = None
    per_hour: Fraction | None = None
    won: Fraction | None = None

    @property
    def expected(self) -> Fraction:
        """The money that all rounds win on average."""
        return self.rounds * self.unit * self.result.expected_value

    @property
    def variance(self) -> Fraction:
        """Of the money that all rounds win, squared."""
        return Fraction(self.rounds * self.unit**2 * self.result.variance)

    @property
    def wagered(self) -> Fraction:
        """The money in play in all rounds, on average."""
        return self.rounds * self.unit * self.result.average_wager

    @property
    def error(self) -> Fraction:
        """The probability by which any that is told may be too low."""
        return self.totals.error + (self.ruin.error if self.ruin else 0)

    @property
    def certain(self) -> int:
        """The decimals to which every probability is exact."""
        return len(str(int(max(self.error, Fraction(1, ONE)) ** -1))) - 1

    @property
    def places(self) -> int:
        """The decimals of money on average: two, more where a unit is less than one."""
        return 1 + len(str(int(self.unit**-1)))

    ahead = property(lambda self: self.totals.chances[0])
    even = property(lambda self: self.totals.chances[1])
    behind = property(lambda self: self.totals.chances[2])

    @property
    def quantiles(self) -> Mapping[Fraction, Fraction]:
        """Probability -> the money that is not exceeded with it."""
        return {share: self.totals.quantile(share) for share in SHARES}

    @property
    def bands(self) -> Mapping[Fraction, tuple[Fraction, Fraction]]:
        """Probability -> the money between which the total lies with it, half of the rest below."""
        ends = self.totals.quantile
        return {share: (ends((1 - share) / 2), ends((1 + share) / 2)) for share in SURE}

    def hold(self, total: Fraction) -> Fraction:
        """Return the share of the money wagered on average that the house keeps at a total."""
        return -total / self.wagered

    @property
    def turning(self) -> Fraction | None:
        """The rounds after which what is expected is one standard deviation (N0)."""
        return telling_rounds(self.result)

    @property
    def cost_per_hour(self) -> Fraction | None:
        return self.per_hour and -self.per_hour * self.unit * self.result.expected_value

    @property
    def is_total(self) -> bool:
        """Whether the rounds can come to the money that was won."""
        low, high = (self.rounds * self.unit * end(self.result.law) for end in (min, max))
        won = low if self.won is None else self.won
        return low <= won <= high and (won - low) % self.totals.step == 0

    @property
    def as_low(self) -> Fraction | None:
        """The probability of the money that was won, or less."""
        return None if self.won is None else self.totals.up_to(self.won)

    @property
    def as_high(self) -> Fraction | None:
        """The probability of the money that was won, or more."""
        totals, won = self.totals, self.won
        return None if won is None else 1 - totals.error - totals.below(won)


def totals(law: Law, rounds: int) -> RoundTotals:
    """Return the distribution of the total of many rounds; raises CombinError for too many."""
    one = found = RoundTotals.of_round(law, BITS)
    for bit in bin(rounds)[3:]:
        found = found * found * one if bit == "1" else found * found
        refuse(
            found.slots > MOST,
            f"the totals of {rounds:,} rounds are too many to tell apart; ask fewer rounds",
        )
    return found


def lost(law: Mapping[int, Fraction], rounds: int, top: int) -> Sequence[int]:
    """Return the probability to lose so many steps within the rounds, before steps are won that
    make them `top`: for each number of steps below it, in 2**-`BITS`.

    law: steps that a round wins -> probability.
    """
    deep = -min(0, *law)
    kept = {steps: chance for steps, chance in law.items() if steps < top}
    high = max(0, *kept)
    joined = packed({high - steps: chance for steps, chance in kept.items()}, BITS)
    is_lost = packed(dict.fromkeys(range(deep + 1), Fraction(1)), BITS)
    between = (1 << SLOT * (deep + top)) - (1 << SLOT * (deep + 1))
    found = is_lost
    for _ in range(rounds):
        found = rounded(found * joined, BITS) >> SLOT * high & between | is_lost
    return (numbers(found, BITS) + [0] * top)[deep : deep + top]


def ruin(law: Law, rounds: int, bankroll: Fraction, goal: Fraction | None) -> Ruin:
    """Return whether a bankroll lasts; raises CombinError where that takes too long."""
    step = step_of(law)
    steps = {int(net / step): chance for net, chance in law.items()}
    have = ceil(bankroll / step)
    most = rounds * max(0, *steps) + 1  # more is never won
    top = (
        _never(steps, rounds) if goal is None else have + min(most, ceil((goal - bankroll) / step))
    )
    refuse(
        rounds * top * min(top, max(steps) - min(steps)) > MOST_RUIN,
        f"whether {bankroll} last {rounds:,} rounds takes too long; ask fewer rounds",
    )
    gone = lost(steps, rounds, top)
    error = Fraction(rounds * (len(law) + 1), ONE)
    if goal is not None:
        won = lost({-net: chance for net, chance in steps.items()}, rounds, top)[top - have]
        return Ruin(bankroll, goal, Fraction(gone[have], ONE), Fraction(won, ONE), error, {})
    needed = {risk: step * sum(chance > risk * ONE for chance in gone) for risk in RISKS}
    chance = Fraction(gone[have], ONE) if have < top else Fraction(0)
    return Ruin(bankroll, None, chance, None, error + Fraction(1, 2**NEVER), needed)


def _never(law: Mapping[int, Fraction], rounds: int) -> int:
    """Return so many steps that to lose them within the rounds has a probability below
    2**-`NEVER`.

    By Doob it is at most max(1, E z**-X)**rounds z**-steps for each z > 1; z = 1 + 1/m has
    z**m >= 2.
    """
    bounds: list[int] = []
    for m in (2**power for power in range(16)):
        share = Fraction(m, m + 1)
        mean = sum(chance * share**steps for steps, chance in law.items())
        grown = power = ceil(mean * ONE)
        for bit in bin(rounds)[3:]:
            grown = -(-grown * grown >> BITS)
            grown = -(-grown * power >> BITS) if bit == "1" else grown
        bounds.append(m * (max(0, grown.bit_length() - BITS) + NEVER))
    return min(bounds)


def session(
    subject: Subject,
    rounds: int,
    unit: Fraction,
    strategy: str = "",
    bankroll: Fraction | None = None,
    goal: Fraction | None = None,
    per_hour: Fraction | None = None,
    won: Fraction | None = None,
) -> Session:
    """Return what many rounds of a bet come to, by the best play or a strategy; raises CombinError
    for money that makes no sense, or where it takes too long.
    """
    for name, money in (("unit", unit), ("per_hour", per_hour)):
        refuse(money is not None and money <= 0, f"{name} is more than 0, not {money}")
    refuse(
        goal is not None and goal <= (bankroll or 0),
        f"the goal is the bankroll and what it wins, more than {bankroll}, not {goal}",
    )
    refuse(
        bankroll is not None and bankroll < unit,
        f"a bankroll is one unit at least, {unit}, not {bankroll}",
    )
    refuse(goal is not None and bankroll is None, "a goal goes with a bankroll")
    one = subject.strategies().price(strategy).result if strategy else subject.result(LAW)
    law = {unit * net: chance for net, chance in one.law.items()}
    many = totals(law, rounds)
    risk = None if bankroll is None else ruin(law, rounds, bankroll, goal)
    return Session(
        subject.game,
        subject.bet,
        subject.wager,
        rounds,
        unit,
        strategy,
        one,
        many,
        risk,
        per_hour,
        won,
    )
