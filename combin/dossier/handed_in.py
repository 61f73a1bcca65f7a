"""What a laboratory is handed about a game: rules, figures, play, and how they are proved."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from hashlib import sha256
from typing import TYPE_CHECKING

from combin.dossier.published import agreements
from combin.errors import CombinError, refuse
from combin.exact import root
from combin.records import dataclass
from combin.rules.words import Hold
from combin.sensitivity.steps import pay_steps
from combin.sensitivity.target import target
from combin.solving.result import AboutGame
from combin.subject import LAW, VARIANCE
from combin.texts import text_of

if TYPE_CHECKING:
    from combin.dossier.published import Agreement, Figure
    from combin.proof.verify import ShortRecounts
    from combin.questions.priced import Priced
    from combin.questions.recommended import Recommended
    from combin.sensitivity import Aim
    from combin.sensitivity.steps import PayStep
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
    random: the house edge of the main bet where each action offered is as likely; None where that
        is not known.
    steps: bet -> its pays moved by a step. meters: bet -> the meter at which it breaks even.
    agreements: published figures of these bets at these rules.
    recounts: what the second program found on short decks.
    against: what the JSON of an earlier report says; empty without one.
    """

    rules: str
    date: str
    seats: int
    bets: Mapping[str, BetResult]
    play: Recommended | Priced | None
    always: Mapping[str, BetResult]
    random: Fraction | None
    steps: Mapping[str, Sequence[PayStep]]
    meters: Mapping[str, Aim]
    agreements: Sequence[Agreement]
    recounts: ShortRecounts
    against: Mapping[str, object]

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
        """The SHA-256 of what `combin show` prints of the rules."""
        return sha256(f"{self.rules}\n".encode()).hexdigest()


def earlier(path: str, slug: str) -> Mapping[str, object]:
    """Return what the JSON of a report on the same game says; raises CombinError for another."""
    try:
        told = json.loads(text_of(path))
        known = [told[key] for key in ("game", "bets", "rules", "date", "command", "digest")]
    except (ValueError, RecursionError, TypeError, KeyError):
        raise CombinError(f"{path}: this is no report as .json, as `report -o` writes it") from None
    refuse(known[0] != slug, f"{path}: this is a report on {known[0]}, not on {slug}")
    return dict(told)


def mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def at_random(subject: Subject, always: Sequence[Fraction]) -> Fraction | None:
    """Return the house edge where each action offered is as likely; None where that is not known.

    always: what the actions are worth that can be taken with any cards. Of one decision they are
    all; new cards for a whole hand are as good as those that a random hold leaves.
    """
    won, decisions = subject.foreseen(mean), subject.game.decisions
    actions = sum((one.actions for one in decisions), ())
    if (
        won is None
        and always
        and len(decisions) < 2
        and (len(actions) == len(always) or all(isinstance(one, Hold) for one in actions))
    ):
        won = mean(always)
    return None if won is None else -won


def report(
    subjects: Sequence[Subject],
    rules: str,
    date: str,
    seats: int,
    against: str = "",
    law: bool = False,
) -> GameReport:
    """Return the report on a game; subjects: its bets, the main bet first. against: the path of an
    earlier report as JSON. law: whether the distribution is asked where it takes long.
    """
    first = subjects[0]
    before = earlier(against, first.game.slug) if against else {}
    bets = {one.bet: one.result(LAW if law else VARIANCE) for one in subjects}
    ways, play, always = first.strategies(), None, {}
    with suppress(CombinError):  # no list is known for it
        play = ways.best()
    random = None
    with suppress(CombinError):  # hands that are set are not listed
        always = {action: ways.price(action).result for action in ways.always}
        random = at_random(first, [one.expected_value for one in always.values()])
    steps, meters = {}, {}
    for one in subjects:
        with suppress(CombinError):  # its play is another one at other pays
            counted = one.counted("formula")
            steps[one.bet] = tuple(pay_steps(counted))
            for meter in first.game.meters(one.bet):
                meters[one.bet] = target(counted, Fraction(0), meter)

    def as_set(figure: Figure) -> BetResult | None:
        game, key, given = first.game, figure["bet"], figure.get("choices", {})
        if key not in bets:
            return None
        rules = {one.name: given.get(one.name, one.default) for one in game.choices_of(key)}
        rules |= {game.pay_meant(pay): Fraction(to) for pay, to in figure.get("pays", {}).items()}
        return bets[key] if rules == game.settings_of(key) | game.priced_in(key) else None

    known = () if first.game.path else agreements(first.game.slug, as_set)
    recounts = first.recounted([one.bet for one in subjects])
    about = first.game, rules, date, seats, bets, play, always, random
    return GameReport(*about, steps, meters, known, recounts, before)
