"""What a laboratory is handed about a game: rules, figures, play, and how they are proved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from hashlib import sha256
from typing import TYPE_CHECKING

from combin.errors import CombinError
from combin.exact import root
from combin.records import dataclass
from combin.solving.result import AboutGame
from combin.subject import LAW

if TYPE_CHECKING:
    from combin.proof.verify import ShortRecounts
    from combin.questions.priced import Priced
    from combin.questions.recommended import Recommended
    from combin.solving.result import BetResult
    from combin.subject import Subject

# Percent -> how many deviations to each side a normal number lies with this probability.
SURE = {90: Fraction("1.6448536"), 95: Fraction("1.9599640"), 99: Fraction("2.5758293")}

DIGITS = 12  # of a root


@dataclass(frozen=True, repr=False)
class GameReport(AboutGame):
    """A report on a game.

    rules: its page. date: as given. seats: players at the table, for its largest payout.
    bets: key -> its result under the best play.
    play: what to play the main bet by; None where no short strategy is known.
    always: action -> the main bet where this action is taken whenever it is offered.
    recounts: what the second program found on short decks.
    """

    rules: str
    date: str
    seats: int
    bets: Mapping[str, BetResult]
    play: Recommended | Priced | None
    always: Mapping[str, BetResult]
    recounts: ShortRecounts

    def volatility(self, bet: BetResult) -> dict[int, Fraction]:
        """Return the volatility index of a bet at each percentage of `SURE`, in units."""
        return {share: point * root(bet.variance, DIGITS) for share, point in SURE.items()}

    def bands(self, bet: BetResult, rounds: int) -> Iterator[Fraction]:
        """Yield between what the return of so many rounds lies, with each probability of `SURE`:
        per unit wagered on average, by the normal distribution.
        """
        for point in SURE.values():
            spread = point * root(bet.variance / rounds, DIGITS) / (bet.average_wager or 1)
            yield from (bet.returned - spread, bet.returned + spread)

    @property
    def digest(self) -> str:
        """The SHA-256 of the rules."""
        return sha256(self.rules.encode()).hexdigest()


def report(subjects: Sequence[Subject], rules: str, date: str, seats: int) -> GameReport:
    """Return the report on a game; subjects: its bets, the main bet first."""
    first = subjects[0]
    bets = {one.bet: one.result(LAW) for one in subjects}
    taken = {outcome.actions[0] for outcome in bets[first.bet].outcomes if outcome.actions}
    ways, play, always = first.strategies(), None, {}
    with suppress(CombinError):  # no list is known for it
        play = ways.best()
    for action in sorted(taken):
        with suppress(CombinError):  # what cannot be taken always, as to split
            always[action] = ways.price(action).result
    recounts = first.recounted([one.bet for one in subjects])
    return GameReport(first.game, rules, date, seats, bets, play, always, recounts)
