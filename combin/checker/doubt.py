"""Whether a log that does not fit may mean something else: a wrong guess at its format, a setting
or bet that was not named, the net of several bets.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product

from combin.checker.asked import Asked
from combin.checker.check import check, reader_of, wrong_rows
from combin.checker.guess import NoReading, Trial, understood, with_unread
from combin.checker.law import LawCheck
from combin.checker.laws import law_of, uncounted
from combin.checker.likelihood import explains
from combin.checker.verdict import Verdict
from combin.errors import CombinError

Shares = Mapping[Fraction, Fraction]  # net in units -> its share of the rounds


def verify_read(asked: Asked, law: LawCheck) -> Trial:
    """Return how a log is to be read; raises CombinError where that is not clear."""
    try:
        trial = understood(law, asked.log, asked.chip)
        return replace(trial, log=with_unread(trial.log))
    except NoReading as error:
        _verify_setting(asked)
        raise error


def verify_meant(asked: Asked, trial: Trial, verdict: Verdict) -> None:
    """Raise CombinError where a log that does not fit may be meant otherwise than it was read."""
    _verify_setting(asked, trial)
    path = asked.log.path
    if asked.named_bet is None and (keys := _together(asked, verdict)):
        raise CombinError(
            f"{path!r} does not fit, and its nets look like those of {' and '.join(keys)} "
            f"together; a log is of one bet: say with --map which column has its net, or with "
            f"--bet {keys[0]} that the nets are of it alone"
        )


def _verify_setting(asked: Asked, read: Trial | None = None) -> None:
    """Raise CombinError where a log fits with another value of a choice that nobody set, or as one
    of another bet where nobody named one; read: how it is read as it was asked.
    """
    for words, other in asked.others():
        is_read = read and read.rows and not read.wrong and other.key == asked.key
        try:
            trial = _fitting(other, read if is_read else None)
        except CombinError:
            continue
        if trial:
            raise CombinError(
                f"{asked.log.path!r} fits with {', '.join([words, *trial.guessed])} and not "
                "without, and neither it nor the command says which is meant"
            )


def _fitting(asked: Asked, read: Trial | None) -> Trial | None:
    """Return how a log is read that fits, None where it does not; nothing is counted for one that
    cannot be.

    read: the one way in which it is read, None for any.
    """
    rules = uncounted(asked.game, asked.key, *asked.played)
    if read:
        wrong, _ = wrong_rows(partial(reader_of, rules), read.log, read.chip)
    else:
        wrong = understood(rules, asked.log, asked.chip).wrong
    if wrong:
        return None
    law = asked.law()
    trial = read or understood(law, asked.log, asked.chip)
    return trial if check(law, trial.log, trial.chip).fits else None


# --- Several bets ------------------------------------------------------------------------------


def _together(asked: Asked, verdict: Verdict) -> list[str]:
    """Return the bets whose nets added up are more like those of a log than the nets of its bet
    alone, each bet taken by itself, and explain those that this bet cannot have; none where there
    are no such bets.
    """
    seen: Counter[Fraction] = Counter()
    for cell in verdict.cells:
        if (net := cell.label[2]) is None:
            return []
        seen[net] += cell.observed
    shares = {net: Fraction(count, verdict.tested) for net, count in seen.items()}
    own = verdict.law.net_law
    least, found = _distance(shares, own), []
    for key in (bet.key for bet in asked.game.bets if bet.key != asked.key):
        both = _sums(own, law_of(asked.game, key).net_law)
        if not explains(_strange(shares, own), _strange(shares, both)):
            continue
        if (distance := _distance(shares, both)) < least:
            least, found = distance, [asked.key, key]
    return found


def _strange(seen: Shares, law: Shares) -> Fraction:
    """Return the share of the rounds with nets that a law does not have."""
    return sum((share for net, share in seen.items() if net not in law), Fraction(0))


def _sums(one: Shares, other: Shares) -> Shares:
    """Return the shares of the sums of two nets, as if they were independent."""
    found: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for (net, share), (more, part) in product(one.items(), other.items()):
        found[net + more] += share * part
    return found


def _distance(one: Shares, other: Shares) -> Fraction:
    """Return twice the largest difference of the chances that two laws give to any event."""
    none = Fraction(0)
    return sum((abs(one.get(net, none) - other.get(net, none)) for net in {*one, *other}), none)
