"""Checks a file: how it is read, the verdict, and whether the log may mean something else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from time import process_time_ns
from typing import Any

from combin.checker.asked import Asked
from combin.checker.causes import causes_of
from combin.checker.check import Verdict, check
from combin.checker.doubt import verify_meant, verify_read
from combin.checker.played_as import apart_from_play, verify_any
from combin.logs.parts import Progress
from combin.logs.read import open_log
from combin.rules.sheet import Sheet


def check_file(
    sheet: Sheet,
    path: str | Sequence[str],
    choices: Mapping[str, str],
    pays: Mapping[str, Any],
    bet: str | None = None,
    strategy: str | None = None,
    chip: Any = None,
    columns: Sequence[str] = (),
    header: Sequence[str] | None = None,
    progress: Progress | None = None,
    play: str | None = None,
) -> Verdict:
    """Return the verdict on the log in a file.

    sheet: of the game, or the game.
    path: of the file or the files, as `parts_of` reads them.
    choices, pays: as the user sets them.
    bet: by default the log's own, or else the first.
    strategy: as a user names it; by default the log's own, or else the best play.
    chip: units per chip, by default what the log says.
    columns: what columns of the log are made of, words such as `net=payout-stake`.
    header: the names of the columns, where the file does not say them.
    progress: called with how much of the log is read and how much there is.
    play: `any` where it is no part of the verdict.

    Raises CombinError where the log cannot be read, contradicts what is asked, or does not fit as
    it was read and may be meant otherwise.
    """
    asked = Asked(open_log(path, header), sheet, choices, pays, bet, strategy, chip, columns)
    start = process_time_ns()
    law = asked.law()
    took = process_time_ns() - start
    trial = verify_read(asked, law)
    any_play = verify_any(play, strategy, law)
    verdict = check(law, trial.log, trial.chip, progress, any_play)
    if any_play:
        verdict = apart_from_play(law, verdict)
    if not verdict.fits:
        verify_meant(asked, trial, verdict)
        verdict = replace(verdict, causes=causes_of(asked, verdict, took))
    words = ["--strategy", strategy] if strategy else []
    words += ["--play", play] if play else []
    words += ["--chip", str(chip)] if chip else []
    words += ["--map", ",".join(columns)] if columns else []
    words += ["--header", ",".join(header)] if header else []
    return replace(verdict, asked=tuple(words))
