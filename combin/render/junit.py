"""Writes the verdict on a log as JUnit XML: a case for impossible rows, one for the play, one for
each test and each demand.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from combin.render import number
from combin.render.check import PARTIAL, chance_text, sentence, unused_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from combin.checker.report import CheckReport

NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
FAILED, SKIPPED = "failure", "skipped"

Case = tuple[str, str, str, str]  # name, what became of it, its code, in words


def junit(found: CheckReport, command: str) -> bytes:
    """Return the verdict as a file that build servers read; command: gives it again."""
    verdict = found.verdict
    cases = list(chain(_cases(found), _left(found)))
    counts = {
        "tests": str(len(cases)),
        "failures": str(sum(one[1] == FAILED for one in cases)),
        "errors": "0",
        "skipped": str(sum(one[1] == SKIPPED for one in cases)),
    }
    name = f"combin check {verdict.law.game.slug}"
    suites = ElementTree.Element("testsuites", counts)
    suite = ElementTree.SubElement(suites, "testsuite", {"name": name, **counts})
    properties = ElementTree.SubElement(suite, "properties")
    about = {
        "command": command,
        "sha256": verdict.digest,
        "rounds": str(verdict.rounds),
        "alpha": number.exact(verdict.level),
        "partial": "yes" if verdict.partial else "no",
    }
    for key, value in about.items():
        ElementTree.SubElement(properties, "property", {"name": key, "value": _text(value)})
    for case, became, code, words in cases:
        element = ElementTree.SubElement(
            suite, "testcase", {"classname": name, "name": _text(case)}
        )
        if became:
            kind = {"type": code} if became == FAILED else {}
            ElementTree.SubElement(element, became, {"message": _text(words), **kind})
    ElementTree.SubElement(suite, "system-out").text = _text(sentence(verdict))
    ElementTree.indent(suites)
    written: bytes = ElementTree.tostring(suites, "utf-8", xml_declaration=True)
    return written + b"\n"


def _text(words: str) -> str:
    """Return words without the characters that XML does not have."""
    return NO_XML.sub("\ufffd", words)


def _cases(found: CheckReport) -> Iterator[Case]:
    """Yield a case for each thing that may speak against the log; what the check does not fail on
    is skipped.
    """
    verdict, fails = found.verdict, found.against

    def wrong(what: str) -> str:
        return FAILED if what in fails else SKIPPED

    if verdict.impossible:
        first = verdict.impossible[0]
        rows = number.counted(verdict.impossible_rows, "row")
        words = f"{rows}, the first of them row {first.row}: {first.logged}; right: {first.right}"
        yield "impossible rows", wrong("impossible"), first.code, words
    else:
        yield "impossible rows", "", "", ""
    play = verdict.play
    if play is None:
        yield "play", SKIPPED, "", "no decision was looked at"
    elif play.departures:
        left = f"{play.rounds} of {number.counted(play.decisions, 'decision')}"
        yield "play", wrong("play"), "play", f"{left} do not follow the strategy"
    else:
        yield "play", "", "", ""
    for test in verdict.tests:
        words = f"p-value {chance_text(test.corrected)}, corrected for all tests; {test.about}"
        yield test.name, "" if test.fits else wrong("tests"), test.code, words


def _left(found: CheckReport) -> Iterator[Case]:
    """Yield a case for each thing that was not tested: it fails where that is all that the log
    lacks for a verdict.
    """
    verdict, unmet = found.verdict, dict(found.lacking)
    for need in found.needs:
        yield f"needs {need.word}", FAILED if need in unmet else "", "needs", unmet.get(need, "")
    if verdict.partial:
        yield "whole log", FAILED, "partial", PARTIAL
    if verdict.unused:
        yield "cards used", FAILED, "unused-cards", unused_words(verdict)
    yield from ((f"not tested: {what}", SKIPPED, "", what) for what in verdict.untested)
