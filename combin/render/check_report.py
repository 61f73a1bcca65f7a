"""Formats the report of a check, for a file: what was checked, the rules, the whole verdict, and
what the log would have shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from combin.render import number
from combin.render.causes import cause_line
from combin.render.check import PARTIAL, chip_words, level_words, sections, sentence, unit_words
from combin.render.document import as_html, as_pdf
from combin.render.layout import Again, Block, Heading, Item, Table
from combin.render.tables import chosen_rows
from combin.rules.glossary import capital
from combin.version import version

if TYPE_CHECKING:
    from combin.checker import Verdict
    from combin.checker.pay_faults import PayFault
    from combin.checker.report import CheckReport

NUMBERED = re.compile(r"(\d\. [^:,]+)[:,]\s*(.*)")


def report_html(found: CheckReport, command: str, date: str) -> str:
    """Return the report as a page that needs no other file; date: when it was made."""
    return as_html(_title(found), _blocks(found, command, date))


def _title(found: CheckReport) -> str:
    return f"Check of a log: {found.verdict.law.game.title}"


def report_pdf(found: CheckReport, command: str, date: str) -> bytes:
    """Return the report as a PDF of numbered pages."""
    foot = f"combin {version()} · {date} · SHA-256 {found.verdict.digest}"
    blocks = _blocks(found, command, date)
    return as_pdf(_title(found), foot, blocks, sentence(found.verdict))


# --- The report ----------------------------------------------------------------------------------


def _blocks(found: CheckReport, command: str, date: str) -> Iterator[Block]:
    verdict = found.verdict
    yield sentence(verdict)
    if verdict.partial:
        yield PARTIAL
    if line := cause_line(verdict.causes):
        yield line
    if verdict.codes:
        yield f"Codes: {', '.join(verdict.codes)}."
    yield from (
        f"Demanded with --needs {need.word}, and not met: {why}." for need, why in found.lacking
    )
    yield Again(command)
    yield f"Checked by: {30 * '_'} Date: {12 * '_'}"
    yield Heading("What was checked", 2)
    game, key = verdict.law.game, verdict.law.key
    yield Table(
        ("item", "value"),
        ("left", "left"),
        [
            ("date", date),
            ("program", f"combin {version()}"),
            ("bet", f"{game.called(game.shown(key))} (--bet {key})"),
            *([("strategy", verdict.law.name)] if verdict.law.decides else []),
            ("rounds", number.grouped(verdict.rounds)),
            ("rounds tested", number.grouped(verdict.tested)),
            ("columns", ", ".join(verdict.log.columns)),
            ("one chip", chip_words(verdict)),
            *([("read as", "; ".join(verdict.read_as))] if verdict.read_as else []),
            *([("written by", verdict.log.facts.by)] if verdict.log.facts.by else []),
            *([("demanded", ", ".join(need.word for need in found.needs))] if found.needs else []),
            ("level", f"{level_words(verdict)} for all {len(verdict.tests)} tests together"),
            ("correction", "Holm: the smallest p-value times the number of tests, and so on"),
        ],
    )
    yield Table(
        ("file", "bytes", "SHA-256"),
        ("left", "right", "left"),
        [(one.name, number.grouped(one.size), one.digest) for one in verdict.files],
    )
    yield from _rules(found)
    yield from _edge(found)
    for block in sections(verdict):
        if isinstance(block, str) and (opening := NUMBERED.fullmatch(block)):
            part, rest = opening.groups()
            yield Heading(part, 2)
            if rest:
                yield capital(rest)
        elif isinstance(block, str) and block.startswith("- "):
            yield Item(block[2:])
        else:
            yield block
    yield from _faults(found)
    yield Heading("What was not tested", 2)
    yield from map(Item, verdict.untested or ("Nothing that combin tests was left out.",))


def _rules(found: CheckReport) -> Iterator[Block]:
    game, key = found.verdict.law.game, found.verdict.law.key
    yield Heading("Rules in force", 2)
    yield game.source
    if rows := [*chosen_rows(game, key)]:
        yield Table(("choice", "value", "meaning"), ("left",) * 3, rows)
    pays = [
        (game.pay_called(address), number.plain(pay), f"--pay {address}")
        for address, pay in game.pays_in(key).items()
    ]
    if pays:
        yield Table(("pay", "units", "option"), ("left", "right", "left"), pays)


def _edge(found: CheckReport) -> Iterator[Block]:
    """Yield the edge, as it is and as the log shows it."""
    verdict = found.verdict
    exact = verdict.law.result.house_edge
    yield Heading("The house edge", 2)
    rows = [("exact", number.percent(exact, 4), number.exact(exact))]
    # a log most of whose rounds are impossible is of another game, and has no edge of this one
    if verdict.mean is not None and found.ends and 2 * verdict.impossible_rows < verdict.rounds:
        low, high = (number.percent(-end, 4) for end in reversed(found.ends))
        rows.append(("seen in the log", number.percent(-verdict.mean, 4), ""))
        rows.append(
            (
                f"interval, confidence {number.plain(100 - 100 * verdict.level)} %",
                f"{low} to {high}",
                "",
            )
        )
    yield Table(("edge", f"{unit_words(verdict)}", "exact"), ("left", "right", "left"), rows)


def _faults(found: CheckReport) -> Iterator[Block]:
    """Yield when a log of this form would have shown declared faults of the pays."""
    yield Heading("What faults of the pays would have shown", 2)
    verdict = found.verdict
    if found.faults:
        yield (
            "Each fault is one of a simulator that deals and plays as before. A log with these "
            "columns shows it with 90 % power by the round named; this log has "
            f"{number.counted(verdict.tested, 'tested round')}."
        )
        yield Table(
            ("fault", "edge then", "shown by round", "by", "in this log"),
            ("left", "right", "right", "left", "left"),
            [_fault(one, verdict) for one in found.faults],
        )
    yield from map(Item, found.left)


def _fault(fault: PayFault, verdict: Verdict) -> tuple[str, ...]:
    game = verdict.law.game
    usual = game.pays_in(verdict.law.key)
    words = ", ".join(
        f"{game.pay_called(address)} pays {number.plain(pay)}, not {number.plain(usual[address])}"
        for address, pay in fault.pays.items()
    )
    edge = number.percent(fault.edge, 4)
    if fault.rounds is None:
        return words, edge, "never", "the log does not have what would show it", "no"
    shown = "yes" if fault.rounds <= verdict.tested else "not for certain"
    return words, edge, number.grouped(fault.rounds), fault.by, shown
