"""The folder of a game's report: its page, and the files, charts and cards beside it.

The report itself is short: text, one card, the charts one looks at. Cards and lines of every
setting, shorter lists and further charts are made where they are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from functools import partial
from typing import TYPE_CHECKING, Any

from combin.dossier.charts import GRIDS, kinds
from combin.dossier.recommended import recommended
from combin.dossier.report import Report
from combin.dossier.settings import PlayedSettings, Setting, solution_at
from combin.publishing.drawing import Plate
from combin.publishing.lists import chart_model
from combin.publishing.strategy_cards import best_fitting, card_of, card_of_lines
from combin.render import cards, charts, page, pay_section
from combin.render import index as pages
from combin.render.cards import CardModel
from combin.render.rules import rules_text
from combin.render.tables import solution_text

if TYPE_CHECKING:
    from combin.strategies import Rung

Files = dict[str, bytes]
PAGE = "README.md"
Folder = tuple[dict[str, Any], Files]  # a game's entry in the index, and its files


# What is no part of the short report, by its name in a game's folder.
FURTHER = (
    "*/*",
    "sweep-*",
    *("rounds.svg", "values.svg", "match-ups.svg"),
    *("exact.pdf", "rack.pdf", "first-hands.csv"),
)

Wanted = Callable[[str], bool]  # whether a file of that name is to be made


def is_further(name: str) -> bool:
    """Return whether a file of a game's folder is no part of the short report."""
    return any(fnmatchcase(name, pattern) for pattern in FURTHER)


def is_kept(name: str) -> bool:
    """Return whether a file of a game's folder is part of the short report."""
    return not is_further(name)


def with_page(report: Report, files: Files) -> Folder:
    """Return a game's entry in the index, and the files of its folder with its page."""
    kept = [*filter(is_kept, files), PAGE]
    told = page.report(report, kept).encode()
    return pages.entry(report, sorted(kept)), {**files, PAGE: told}


def files_of(report: Report, wanted: Wanted) -> Files:
    """Return the files of a game's folder that are wanted, but for its page."""
    files = {name: text.encode() for name, text in _texts(report) if wanted(name)}
    return files | dict(_charts(report, wanted)) | dict(_cards(report, wanted))


def _texts(report: Report) -> Iterator[tuple[str, str]]:
    yield "solution.json", solution_text(report.solution, "json")
    yield "outcomes.csv", solution_text(report.solution, "csv")
    yield "rules.txt", rules_text(report.game)
    yield from _lists(report)
    yield from pay_section.files(report.pays)


def _lists(report: Report) -> Iterator[tuple[str, str]]:
    """Yield the lists of lines: those of the default rules, and the best of every setting."""
    if report.ladder:
        yield "ladder.csv", page.ladder_csv(report.ladder)
        for rung in report.ladder.rungs:
            yield page.lines_name(rung), page.strategy_file(report.ladder, rung)
    for setting in _main(report):
        if setting.ladder:
            best = recommended(setting.ladder)
            yield page.setting_lines_name(setting.name), page.strategy_file(setting.ladder, best)


def _main(report: Report) -> tuple[Setting, ...]:
    """Return the settings of the game itself, the default first."""
    return report.settings[report.game.bets[0].key]


# --- Charts ------------------------------------------------------------------------------------


def _charts(report: Report, wanted: Wanted) -> Iterator[tuple[str, bytes]]:
    for setting in _main(report):
        for kind in kinds(setting.game):
            name = page.chart_name(setting.name, kind)
            if wanted(name) and _is_drawn(kind, setting):
                yield name, charts.render(_chart(report, setting, kind, name))
    for sweep in report.pays.sweeps:
        name = pay_section.sweep_name(sweep, "svg")
        if wanted(name):
            model = charts.sweep_chart(sweep, pay_section.sweep_command(sweep, name))
            yield name, charts.render(model)


def _chart(report: Report, setting: Setting, kind: str, name: str) -> charts.ChartModel:
    solution = solution_at(setting, report.settings)
    rungs = setting.ladder.rungs if setting.ladder else ()
    costs = [(len(rung.lines), rung.cost) for rung in rungs]
    priced = None if setting.name else report.listed
    return chart_model(setting.game, kind, solution, costs, Plate(path=name), priced=priced)


def _is_drawn(kind: str, setting: Setting) -> bool:
    """Return whether a setting has a kind of chart. Beside the default choices only grids are
    kept, as the folder stays small: `combin chart` draws the others on demand.
    """
    if setting.name:
        return kind in GRIDS and not setting.is_long
    return kind not in ("ladder", "strategy") or setting.ladder is not None


# --- Cards -------------------------------------------------------------------------------------


def _cards(report: Report, wanted: Wanted) -> Iterator[tuple[str, bytes]]:
    """Yield the cards, of the default rules and of all other settings that can be played by lines
    or without.
    """
    if report.unsearched:
        return
    default, *others = _main(report)
    played, rung = report.played, None
    if report.ladder:
        pricing = partial(played.result, default)
        rung, model = best_fitting(
            report.solution, report.ladder, played=default.played, pricing=pricing
        )
    else:
        model = card_of(report.solution)
    for ending in ("pdf", "svg"):
        yield f"card.{ending}", cards.render(model, "wallet", ending)
    for setting in others:
        name = page.setting_card_name(setting.name)
        if wanted(name) and (other := _card_at(setting, report, rung, played)):
            yield name, cards.render(other, "wallet", "pdf")


def _card_at(
    setting: Setting, report: Report, rung: Rung | None, played: PlayedSettings
) -> CardModel | None:
    """Return the card of another setting; None where no lines are known for what it leaves to
    decide, or those of another setting find no room on two sides.

    rung: of the default rules' card, which is as good here where the setting has no lines of its
        own.
    played: what lists come to under each setting.
    """
    solution = solution_at(setting, report.settings)
    if setting.ladder:
        pricing = partial(played.result, setting)
        return best_fitting(solution, setting.ladder, played=setting.played, pricing=pricing)[1]
    if not setting.is_decided:
        return card_of(solution)
    if setting.lines is None:
        return None
    if rung is None or report.ladder is None or rung is recommended(report.ladder):
        asked = cards.Request(options=["--strategy", page.lines_of(setting)])
        model = card_of_lines(solution, setting.lines, asked=asked, played=setting.played)
    else:
        asked = cards.Request(options=["--strategy", page.lines_name(rung)])
        model = card_of_lines(
            solution, rung.lines, asked=asked, played=played.result(setting, rung.lines)
        )
    return model if cards.fit(model)["sides"] <= 2 else None
