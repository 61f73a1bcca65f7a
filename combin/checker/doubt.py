"""Whether a log that does not fit may mean something else: a wrong guess at its format, a setting
or bet that was not named.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from time import process_time_ns

from combin.checker.asked import Asked
from combin.checker.check import check, reader_of, wrong_rows
from combin.checker.guess import SECONDS, NoReading, Trial, understood, with_unread
from combin.checker.law import LawCheck
from combin.checker.laws import uncounted
from combin.errors import CombinError


def verify_read(asked: Asked, law: LawCheck) -> Trial:
    """Return how a log is to be read; raises CombinError where that is not clear."""
    try:
        trial = understood(law, asked.log, asked.chip)
        return replace(trial, log=with_unread(trial.log))
    except NoReading as error:
        verify_setting(asked)
        raise error


def verify_setting(asked: Asked, read: Trial | None = None) -> None:
    """Raise CombinError where a log fits with another value of a choice that nobody set, or as one
    of another bet where nobody named one; read: how it is read as it was asked.
    """
    until = process_time_ns() + SECONDS * 10**9
    for words, other in asked.others():
        if process_time_ns() > until:
            return
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
