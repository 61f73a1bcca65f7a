"""The published files of blackjack games: a page, a chart, every first decision, the effect of
house rules, cards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from combin.dossier.count_up import CountUpReport, Sides, count_up_agreements, side_settings
from combin.dossier.count_up_site import rule_settings
from combin.dossier.published import Agreement
from combin.families.count_up.bet import CountUpBet
from combin.families.count_up.ladder import CountUpStrategy, strategy
from combin.families.count_up.natural_pay import formula
from combin.families.count_up.questions import CountUpSituations
from combin.games import sheet_of
from combin.publishing.folder import PAGE, Files, Folder, Wanted, is_kept
from combin.publishing.totals import drawn, model_of
from combin.render import count_up, count_up_page, count_up_rules
from combin.render import site as pages
from combin.render.sensitivity import vary_text
from combin.render.site import Site
from combin.render.tables import command_of, solution_text
from combin.render.totals import Printing
from combin.rules.choices import Choice
from combin.rules.count_up import CountUpSheet
from combin.sensitivity import Formula, Variations, vary

FIRST_HANDS = 550  # of two cards against an up card
PICTURES = (  # file, command and its words, and the level
    ("card.pdf", "card", (), "wallet"),
    ("card.svg", "card", (), "wallet"),
    ("rack.pdf", "card", ("--format", "rack"), "rack"),
    ("exact.pdf", "chart", ("exact",), "exact"),
)


def weight(name: str) -> int:
    """Return how many first hands there are in all settings of a game."""
    choices = sheet(name).choices
    return FIRST_HANDS * sum(len(one.values) for one in choices if isinstance(one, Choice))


def sheet(name: str) -> CountUpSheet:
    """Return a game that counts up, with its choices open."""
    found = sheet_of(name)
    assert isinstance(found, CountUpSheet), "the game counts up"
    return found


def found_plays(name: str) -> tuple[CountUpStrategy]:
    return (strategy(sheet(name).resolve()),)


def found_rules(name: str) -> tuple[Variations]:
    return (vary(sheet(name), bets=("base",), settled=CountUpBet),)


def found_beside(name: str) -> tuple[Formula, Sides, tuple[Agreement, ...]]:
    rules = sheet(name)
    return formula(rules.resolve()), side_settings(rules), count_up_agreements(rules)


WORK = (found_plays, found_rules, found_beside)


def report(name: str, play: CountUpStrategy, *others: Any) -> CountUpReport:
    """Return what a game's report says."""
    return CountUpReport(play.game, play, *others)


def files_of(report: CountUpReport, wanted: Wanted) -> Files:
    """Return the files of a game's folder that are wanted, but for its page."""
    files = {name: text.encode() for name, text in _texts(report) if wanted(name)}
    return files | dict(_pictures(report.play, wanted))


def with_page(report: CountUpReport, files: Files) -> Folder:
    """Return a game's entry in the index, and the files of its folder with its page."""
    kept = [*filter(is_kept, files), PAGE]
    told = _page(report, kept).encode()
    return count_up_page.entry(report, sorted(kept)), {**files, PAGE: told}


def visited(about: Site, name: str, report: CountUpReport, beside: Files) -> Folder:
    """Return what the overview and the search say of a game, and the files of its folder on the
    site; beside: those of its report.
    """
    files = dict(beside)
    text = _page(report, files.keys())
    settings = rule_settings(sheet(name), report)
    files["count-up-data.js"] = pages.count_up_script(report, settings).encode()
    for number, setting in enumerate(settings[1:], 1):
        files[f"hands-{number}.js"] = pages.count_up_hands(number, setting).encode()
    page = pages.count_up_page(about, report, text)
    files[pages.FRONT] = page.encode()
    return {"title": report.game.title, "rows": [*pages.count_up_rows(report)]}, files


def _page(report: CountUpReport, beside: Collection[str]) -> str:
    play = report.play
    command = command_of("situations", play.game)
    return count_up_page.report(report, model_of(play, Printing("actions", "", command)), beside)


def _texts(report: CountUpReport) -> Iterator[tuple[str, str]]:
    """Yield the files for programs: name, content."""
    game, play = report.game, report.play
    chart = CountUpSituations(game, report.base, play.chart)
    yield "rules.txt", count_up.rules_text(game)
    yield "solution.json", solution_text(report.solution, "json")
    yield "chart.txt", count_up.situations_text(chart)
    yield "first-hands.csv", count_up_page.first_hands_csv(report.base)
    yield "exceptions.csv", count_up_rules.strategy_text(play, "csv")
    yield "house-rules.csv", vary_text(report.varied, "csv")


def _pictures(play: CountUpStrategy, wanted: Wanted) -> Iterator[tuple[str, bytes]]:
    for name, verb, words, level in PICTURES:
        if not wanted(name):
            continue
        command = command_of(verb, play.game, [*words, "-o", name])
        yield name, drawn(play, level, command, name.rpartition(".")[2])
