"""The published files of games whose deals are counted: every setting of their bets, lists, and the
effect of their pays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.counting import Plan
from combin.counting.memory import most_sets
from combin.dossier import settings as dossier
from combin.dossier.felt import felt, with_formulas
from combin.dossier.hands import hands, sampled_hands
from combin.dossier.paid_hands import paid_hands
from combin.dossier.published import agreements
from combin.dossier.report import Report, priced_lists
from combin.dossier.settings import PlayedSettings, Settings, solution_at
from combin.families.drawn_value import DrawnValue
from combin.games import dealt_sheet
from combin.publishing.folder import Files, Folder
from combin.render import page as report_page
from combin.render import site as pages
from combin.render.site import Site
from combin.version import RELEASE

if TYPE_CHECKING:
    from combin.dossier.report import SimpleWay
    from combin.dossier.settings import Happened
    from combin.sensitivity import Digest
    from combin.solving.induction import Root
    from combin.strategies import Priced


def weight(name: str) -> int:
    """Return how many situations there are in all settings of a game, or hands to set."""
    sheet = dealt_sheet(name)
    key = sheet.resolve().bets[0].key
    games = [resolved for _, resolved in dossier.combinations(sheet, key)]
    plans = [Plan(game, game.bet(key)) for game in games]
    return sum(dossier.situations(game, key) or most_sets(plan) for game, plan in zip(games, plans))


def report(name: str) -> Report:
    """Return what a game's report says."""
    from combin.sensitivity import digest

    happened: dict[str, Root] = {}
    settings, listed, simple, played = plays(name, happened)
    game = dealt_sheet(name).resolve()
    root = happened[game.rules_of(game.bets[0].key)]
    edges = {
        (key, setting.game.rules_of(key)): setting.result.house_edge
        for key, some in settings.items()
        for setting in some
    }
    pays = digest(dealt_sheet(name), RELEASE, 1, edges, root)
    settings = {key: tuple(with_formulas(some, happened)) for key, some in settings.items()}
    return report_of(name, settings, listed, simple, played, pays)


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
    agreeing = agreements(name, settings)
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


def visited(about: Site, name: str, report: Report, beside: Files) -> Folder:
    """Return what the overview and the search say of a game, and the files of its folder on the
    site; beside: those of its report.
    """
    game, settings = report.game, report.settings
    files = dict(beside)
    text = report_page.report(report, files.keys())
    felts = {key: felt(listed, 1) for key, listed in settings.items()}
    files["felt-data.js"] = pages.felt_script(game, felts).encode()
    base = game.bets[0].key
    drawn = any(isinstance(one.value, DrawnValue) for one in felts[base].settings)
    of_page = [one.setting.game for one in felts[base].settings]
    known = None if drawn else hands(game, base, 1, of_page)
    why = known if isinstance(known, str) else ""
    if isinstance(known, str):
        known = sampled_hands(game, base, of_page)
    if known:
        files["hands-data.js"] = pages.hands_script(known).encode()
    examples = {bet.key: paid_hands(game, bet.key) for bet in game.bets}
    tried = pages.tried(drawn, known, why) if drawn or known or why else pages.NOTHING
    page = pages.game_page(about, game, text, examples, tried)
    files[pages.FRONT] = page.encode()
    return {"title": game.title, "rows": [*pages.rows(report)]}, files
