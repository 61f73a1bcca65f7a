"""Whether a log that does not fit may mean something else: a wrong guess at its format, a setting
or bet that was not named, the net of several bets.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial

from combin.checker.asked import Asked
from combin.checker.check import check, reader_of, wrong_rows
from combin.checker.guess import NoReading, Trial, understood, with_unread
from combin.checker.law import LawCheck
from combin.checker.laws import law_of, uncounted
from combin.checker.likelihood import (
    as_if_independent,
    ends_of,
    explains,
    log_likelihood,
    with_others,
)
from combin.checker.possible import RowKind
from combin.checker.verdict import Verdict
from combin.errors import CombinError


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
    trial.verify(verdict)
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
    """Return the bets by whose nets added up a log is likelier than by those of its bet alone, each
    bet taken by itself, if that explains the nets that this bet cannot have; none where there are
    no such bets.
    """
    assert isinstance(verdict.law, LawCheck), "the game is dealt"
    nets, own = Counter[RowKind](), ends_of(verdict.law)
    for kind, rounds in verdict.logged.items():
        if kind.net is None:
            return []
        nets[RowKind(None, None, kind.net, None)] += rounds
    plain, strange = log_likelihood(own, nets)
    most, found = with_others(plain, strange), list[str]()
    for key in (bet.key for bet in asked.game.bets if bet.key != asked.key):
        both = as_if_independent(own, law_of(asked.game, key).net_law)
        plain, left = log_likelihood(both, nets)
        if explains(strange, left) and with_others(plain, left) > most:
            most, found = with_others(plain, left), [asked.key, key]
    return found
