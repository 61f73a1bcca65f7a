"""What is published of games whose deals are counted: every setting of their bets, lists, cards,
charts, and the effect of their pays.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from typing import TYPE_CHECKING

from combin.counting import Plan
from combin.counting.memory import most_sets
from combin.dossier import settings as dossier
from combin.dossier.charts import GRIDS, kinds
from combin.dossier.felt import felt, with_formulas
from combin.dossier.hands import hands
from combin.dossier.paid_hands import paid_hands
from combin.dossier.published import agreements, result_at
from combin.dossier.recommended import recommended
from combin.dossier.report import Report, priced_lists
from combin.dossier.settings import PlayedSettings, Setting, Settings, solution_at
from combin.families.drawn_value import DrawnValue
from combin.games import dealt_sheet
from combin.publishing.folder import Entry, Files, Reporting, Wanted
from combin.publishing.lists import chart_model
from combin.publishing.plate import Plate
from combin.publishing.strategy_cards import best_fitting, card_of, card_of_lines
from combin.render import cards, charts, index, page, pay_section
from combin.render import site as pages
from combin.render.cards import CardModel
from combin.render.rules import rules_text
from combin.render.site import Site
from combin.render.tables import solution_text
from combin.version import RELEASE

if TYPE_CHECKING:
    from combin.dossier.report import SimpleWay
    from combin.dossier.settings import Happened
    from combin.sensitivity import Digest
    from combin.solving.induction import Root
    from combin.strategies import Priced, Rung


class DealtReporting(Reporting[Report]):
    """What is published of a game whose deals are counted."""

    def weight(self) -> int:
        """Return how many situations there are in all settings of a game, or hands to set."""
        key = self.sheet.resolve().bets[0].key
        games = [resolved for _, resolved in dossier.combinations(dealt_sheet(self.name), key)]
        plans = [Plan(game, game.bet(key)) for game in games]
        seen = (dossier.situations(game, key) for game in games)
        return sum(many or most_sets(plan) for many, plan in zip(seen, plans))

    def report(self, *found: object) -> Report:
        from combin.sensitivity import digest

        happened: dict[str, Root] = {}
        settings, listed, simple, played = plays(self.name, happened)
        sheet = dealt_sheet(self.name)
        game = sheet.resolve()
        root = happened[game.rules_of(game.bets[0].key)]
        edges = {
            (key, setting.game.rules_of(key)): setting.result.house_edge
            for key, some in settings.items()
            for setting in some
        }
        pays = digest(sheet, RELEASE, 1, edges, root)
        settings = {key: tuple(with_formulas(some, happened)) for key, some in settings.items()}
        return report_of(self.name, settings, listed, simple, played, pays)

    def files(self, report: Report, wanted: Wanted) -> Files:
        files = {name: text.encode() for name, text in _texts(report) if wanted(name)}
        return files | dict(_charts(report, wanted)) | dict(_cards(report, wanted))

    def page(self, report: Report, beside: Collection[str]) -> str:
        return page.report(report, beside)

    def entry(self, report: Report, kept: list[str]) -> Entry:
        return index.entry(report, kept)

    def played(self, report: Report, key: str) -> tuple[str, str]:
        return pages.strategy(report, key)

    def shown(self, about: Site, report: Report, text: str) -> Files:
        game = report.game
        felts = {key: felt(listed, 1) for key, listed in report.settings.items()}
        files = {"felt-data.js": pages.felt_script(game, felts).encode()}
        base = game.bets[0].key
        drawn = any(isinstance(one.value, DrawnValue) for one in felts[base].settings)
        of_page = [one.setting.game for one in felts[base].settings]
        known = None if drawn else hands(game, base, 1, of_page)
        if known:
            files["hands-data.js"] = pages.hands_script(known).encode()
        examples = {bet.key: paid_hands(game, bet.key) for bet in game.bets}
        shown = pages.game_page(about, game, text, report.base, examples, pages.tried(drawn, known))
        return files | {pages.FRONT: shown.encode()}


def report_of(
    name: str,
    settings: Settings,
    listed: Priced | None,
    simple: tuple[SimpleWay, ...],
    played: PlayedSettings,
    pays: Digest,
) -> Report:
    """Return the report of what was found of a game."""
    game = dealt_sheet(name).resolve()
    solution = solution_at(settings[game.bets[0].key][0], settings)
    agreeing = agreements(name, partial(result_at, settings))
    return Report(game, solution, settings, listed, simple, pays, played, agreeing)


def plays(
    name: str, happened: Happened | None = None
) -> tuple[Settings, Priced | None, tuple[SimpleWay, ...], PlayedSettings]:
    """Return every setting of a game's bets, those of the game itself with lines to play it by;
    those lines and the simpler ways, priced; and what lists come to under the settings.

    happened: room for what happens in each setting.
    """
    game = dealt_sheet(name).resolve()
    base = game.bets[0].key
    settings = {bet.key: dossier.settings(name, bet.key, 1, happened=happened) for bet in game.bets}
    under: dict[str, Root] = {}
    played = PlayedSettings(settings[base], under, 1)
    if not dossier.decides(game, base):
        settings[base] = dossier.with_lines(settings[base], None, played)
        return settings, None, (), played
    optimum = settings[base][0].result.expected_value
    ladder, listed, simple = priced_lists(game, base, optimum, 1, under)
    settings[base] = dossier.with_lines(settings[base], ladder, played)
    return settings, listed, simple, played


# --- Files of a folder ---------------------------------------------------------------------------


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
    return chart_model(
        setting.game,
        kind,
        solution,
        [(len(rung.lines), rung.cost) for rung in rungs],
        Plate(path=name),
        priced=None if setting.name else report.listed,
    )


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
        rung, model = best_fitting(
            report.solution,
            report.ladder,
            played=default.played,
            pricing=partial(played.result, default),
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
        return best_fitting(
            solution, setting.ladder, played=setting.played, pricing=partial(played.result, setting)
        )[1]
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
