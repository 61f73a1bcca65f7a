"""Formats the comparison of engine and reference program for a blackjack game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from combin.render import number
from combin.render.hands import RANKS
from combin.render.tables import TEXT, Block, Table, answer, choice_words, command_of, provenance

if TYPE_CHECKING:
    from combin.families.blackjack.verify import BlackjackRecount, BlackjackVerified


def verified_text(found: BlackjackVerified, form: str = TEXT, command: str = "") -> str:
    """Return what was compared, shoe by shoe, and what of the rules these shoes lack."""
    command = command or command_of("verify", found.game)
    figures = {
        "model": found.game.model,
        "agrees": found.agrees,
        "reports": [
            {
                "shoe": shoe_text(report),
                "left_out": report.left_out,
                "compared": [
                    {
                        "bet": row.bet,
                        "compared": row.what,
                        "times": str(row.times),
                        "different": str(row.different),
                    }
                    for row in report.rows
                ],
            }
            for report in found.reports
        ],
        "met": list(found.met),
        "not_proved": list(found.not_proved),
    }
    return answer(
        form, _blocks(found), _rows(found), lambda: provenance(found.game) | figures, command
    )


def verified_line(found: BlackjackVerified) -> str:
    """Return in a line whether engine and reference agree."""
    verdict = "agreement" if found.agrees else "a difference"
    return f"{found.game.slug}: {verdict} on {len(found.reports)} shoes"


def agreement(found: BlackjackVerified) -> Iterator[str]:
    """Yield in a line that the literal reference agrees, and what no tiny shoe met."""
    if not found.reports:
        yield f"{found.game.slug}: not recounted, its shoe has not the cards of a tiny one"
        return
    values = sum(row.times for report in found.reports for row in report.rows)
    tiny = [shoe_text(report) for report in found.reports if report.is_tiny]
    lacking = f"; not proved by this: {', '.join(found.not_proved)}" if found.not_proved else ""
    yield (
        f"{number.counted(len(tiny), 'shoe')} ({', '.join(tiny)}), {values:,} values: the literal "
        f"reference agrees{lacking}"
    )


def shoe_text(report: BlackjackRecount) -> str:
    """Return the cards of a shoe: ``AA 66 8888 TTTTTT``."""
    if not report.is_tiny:
        return "the whole shoe"
    return " ".join(RANKS[rank] * count for rank, count in enumerate(report.shoe) if count)


def _blocks(found: BlackjackVerified) -> Iterator[Block]:
    for report in found.reports:
        yield f"{sum(report.shoe)} cards: {shoe_text(report)}"
        yield ""
        rows = [
            (
                row.bet,
                row.what,
                str(row.times),
                "agree" if not row.different else f"{row.different} differ",
            )
            for row in report.rows
        ]
        yield Table(
            ("bet", "compared", "values", "result"), ("left", "left", "right", "left"), rows
        )
        if report.left_out:
            hands = number.counted(report.left_out, "hand")
            yield (
                f"Left out: {hands} that, split, may need more cards than the shoe has, so value "
                "and wager are not compared here."
            )
        yield ""
    values = sum(row.times for report in found.reports for row in report.rows)
    wrong = sum(row.different for report in found.reports for row in report.rows)
    yield f"{wrong} of {values:,} values differ." if wrong else f"All {values:,} values agree."
    if found.met:
        yield f"These shoes have: {', '.join(found.met)}."
    if found.not_proved:
        yield f"Not covered: {', '.join(found.not_proved)}."


def _rows(found: BlackjackVerified) -> Iterator[tuple[str, ...]]:
    yield "game", "shoe", "bet", "compared", "times", "different", "model", "choices"
    game = found.game
    rules = game.model, choice_words(game.chosen)
    for report in found.reports:
        for row in report.rows:
            counts = str(row.times), str(row.different)
            yield (game.slug, shoe_text(report), row.bet, row.what, *counts, *rules)
