"""What is published of blackjack games: a page, a chart, every first decision, the effect of house
rules, cards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from typing import Any

from combin.dossier.published import Agreement, agreements
from combin.families.blackjack import report_page, site_page
from combin.families.blackjack.bet import BlackjackBet
from combin.families.blackjack.house import beyond
from combin.families.blackjack.ladder import FoundPlays, strategy
from combin.families.blackjack.printed import card_of_plays, chart_of_plays
from combin.families.blackjack.questions import situations
from combin.families.blackjack.report import (
    BlackjackReport,
    Sides,
    measured,
    result_in,
    side_settings,
)
from combin.families.blackjack.rule_settings import page_rules
from combin.games import sheet_of
from combin.publishing.folder import Entry, Files, Reporting, Wanted
from combin.render.cards import render
from combin.render.number import cost
from combin.render.rules import rules_text
from combin.render.sensitivity import VARIATIONS
from combin.render.site import FRONT, Site
from combin.render.situations import SITUATIONS
from combin.render.strategy import RECOMMENDED
from combin.render.tables import command_of, solution_text
from combin.rules.choices import Choice
from combin.rules.game import Sheet
from combin.sensitivity import Formula, Variations, vary
from combin.solving.result import BetResult

FIRST_HANDS = 550  # of two cards against an up card
PICTURES = (  # file, command and its words, and the format of a card or the kind of a chart
    ("card.pdf", "card", (), "wallet"),
    ("card.svg", "card", (), "wallet"),
    ("rack.pdf", "card", ("--format", "rack"), "rack"),
    ("exact.pdf", "chart", ("exact",), "exact"),
)


def sheet(name: str) -> Sheet:
    """Return a blackjack game, with its choices open, apart from bets on its first cards."""
    return sheet_of(name).settling("base")


def found_plays(name: str) -> tuple[FoundPlays]:
    return (strategy(sheet(name).resolve()),)


def found_rules(name: str) -> tuple[Variations]:
    return (vary(sheet(name), bets=("base",), settled=BlackjackBet),)


def found_beside(name: str) -> tuple[Formula, Sides, tuple[Agreement, ...]]:
    rules = sheet(name)
    agreeing = agreements(name, partial(result_in, rules))
    return BlackjackBet(rules.resolve().alone, "base").formula(()), side_settings(rules), agreeing


def found_measures(name: str) -> tuple[BetResult]:
    return (measured(sheet(name).resolve()),)


class BlackjackReporting(Reporting[BlackjackReport]):
    """What is published of a blackjack game."""

    work = (found_plays, found_rules, found_beside, found_measures)
    heading = "Blackjack"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        game = sheet(name).resolve()
        self.unreported = "two hands" if game.turns.switch else ""
        self.beyond = (*beyond(game.turns), *filter(None, [self.unreported]))

    def weight(self) -> int:
        """Return how many first hands there are in all settings."""
        choices = (one for one in self.sheet.choices if isinstance(one, Choice))
        return FIRST_HANDS * sum(len(one.values) for one in choices)

    def report(self, *found: Any) -> BlackjackReport:
        play: FoundPlays = found[0]
        return BlackjackReport(play.game, *found)

    def files(self, report: BlackjackReport, wanted: Wanted) -> Files:
        files = {name: text.encode() for name, text in _texts(report) if wanted(name)}
        return files | dict(_pictures(report.play, wanted))

    def page(self, report: BlackjackReport, beside: Collection[str]) -> str:
        chart = chart_of_plays(report.play, "actions", command_of("situations", report.game))
        return report_page.report(report, chart, beside)

    def entry(self, report: BlackjackReport, kept: list[str]) -> Entry:
        return report_page.entry(report, kept)

    def played(self, report: BlackjackReport, key: str) -> tuple[str, str]:
        if key != "base":
            return "no decisions", ""
        return "a chart", cost(report.base.value - report.play.chart.value)

    def shown(self, about: Site, report: BlackjackReport, text: str) -> Files:
        rules = page_rules(sheet(self.name), report)
        return {
            "blackjack-data.js": site_page.data_script(report, rules).encode(),
            FRONT: site_page.page(about, report, text).encode(),
        }


def _texts(report: BlackjackReport) -> Iterator[tuple[str, str]]:
    """Yield the files for programs: name, content."""
    game, play = report.game, report.play
    chart = situations(game, report.base, play.chart)
    yield "rules.txt", rules_text(game)
    yield "solution.json", solution_text(report.solution, "json")
    yield "chart.txt", SITUATIONS.written(chart, "text")
    yield "first-hands.csv", SITUATIONS.written(chart, "csv")
    yield "exceptions.csv", RECOMMENDED.written(play.recommended, "csv")
    yield "house-rules.csv", VARIATIONS.written(report.varied, "csv")


def _pictures(play: FoundPlays, wanted: Wanted) -> Iterator[tuple[str, bytes]]:
    for name, verb, words, level in PICTURES:
        # A card has no room for the totals of two cards of the dealer's.
        if not wanted(name) or (verb == "card" and play.game.turns.dealer.seen == 2):
            continue
        command = command_of(verb, play.game, [*words, "-o", name])
        ending = name.rpartition(".")[2]
        if verb == "card":
            yield name, render(card_of_plays(play, level, command), level, ending)
        else:
            yield name, chart_of_plays(play, level, command).drawn(ending)
