"""Formats house edges under all choices: tables for people, exact fractions for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.render import number, paytable_words, tables
from combin.render.tables import (
    TEXT,
    Block,
    Item,
    Table,
    answer,
    at_meter,
    command_line,
    filled,
    see_words,
    seen_lines,
)
from combin.rules.choosing import MAIN_GAME
from combin.rules.glossary import NONE, called
from combin.version import version

if TYPE_CHECKING:
    from combin.dossier.settings import Edges, Setting, Settings
    from combin.rules.game import Game
    from combin.solving.result import BetResult

DECIMALS = 10  # of an edge or a deviation for programs that know no fractions or roots


FOR_ONE = ("returned", "net_win_frequency")  # more of them, where pays are for 1
FIGURES = ("house_edge", "element_of_risk", "variance", "hit_frequency", "average_wager")


def data(bets: Settings) -> dict[str, Any]:
    """Return the bets of a game for programs: choices, wager, and exact figures as text."""
    return {
        key: [_setting(setting, paid) for setting, paid in zip(listed, paytable_words.told(listed))]
        for key, listed in bets.items()
    }


def _setting(setting: Setting, paid: str) -> dict[str, Any]:
    result, game = setting.result, setting.game
    meters, replaced = game.meters(result.key), game.priced_in(result.key)
    return {
        "choices": setting.named,
        "paytable": paid,
        "meaning": "; ".join(paytable_words.meanings(game, setting.named).values()),
        "pays": {address: number.exact(pay) for address, pay in (replaced | meters).items()},
        "meters": {address: number.exact(units) for address, units in meters.items()},
        "wager": result.wager,
        **figures(result, (*FIGURES, *FOR_ONE) if result.for_one else FIGURES),
        "decimal": number.decimal(result.house_edge, DECIMALS),
        **deviation(result),
    }


def figures(bet: BetResult, names: Sequence[str] = FIGURES) -> dict[str, str]:
    """Return those of some figures of a bet that are known."""
    known = {name: getattr(bet, name) for name in names}
    return {name: number.exact(value) for name, value in known.items() if value is not None}


def deviation(bet: BetResult) -> dict[str, str]:
    """Return the standard deviation, where the variance is known."""
    square = bet.variance
    return {} if square is None else {"standard_deviation": number.root(square, DECIMALS)}


def choice_words(one: Mapping[str, Any]) -> str:
    """Return choices as they are set, and pays that were replaced: ``raise=2``."""
    replaced = {name: pay for name, pay in one["pays"].items() if name not in one["meters"]}
    return ", ".join(f"{name}={value}" for name, value in {**one["choices"], **replaced}.items())


def bet_name(key: str, main: str, names: Mapping[str, str] = NONE) -> str:
    """Return how people call a bet: the main game, or what they say for the side bet's name."""
    return MAIN_GAME if key == main else called(key, names)


def table(
    bets: Mapping[str, Any], names: Mapping[str, str], before: Sequence[str] = ()
) -> list[tuple[str, ...]]:
    """Return a row for every setting of the `data` of a game, after the cells `before`; names: what
    people say for its bets and wagers.
    """
    main = next(iter(bets))
    return [
        (*before, bet_name(key, main, names), *_cells(key, one, names))
        for key, listed in bets.items()
        for one in listed
    ]


def _cells(key: str, one: Mapping[str, Any], names: Mapping[str, str]) -> tuple[str, ...]:
    edge = Fraction(one["house_edge"])
    hit = one.get("hit_frequency")  # unknown where pairs are split again
    return (
        one["paytable"],
        choice_words(one),
        number.percent(Fraction(one["returned"]), 4) if "returned" in one else "",
        number.percent(edge, 4),
        unit_words(key, one, names),
        number.percent(Fraction(one["element_of_risk"]), 4),
        number.root(Fraction(one["variance"]), 3) if "variance" in one else "",
        *((number.one_in(Fraction(hit)), number.odds(Fraction(hit))) if hit else ("", "")),
        number.exact(edge),
    )


def unit_words(key: str, one: Mapping[str, Any], names: Mapping[str, str] = NONE) -> str:
    """Return what the edge of a bet is divided by, and at which meter: ``bet, the meter at
    100,000``.
    """
    meters = {address: Fraction(units) for address, units in one["meters"].items()}
    wager = "bet" if one["wager"] == key else called(one["wager"], names)
    return f"{wager}{at_meter(meters)}"


HEADERS = (
    "bet", "pays", "choices", "return", "house edge", "per", "element of risk",
    "std. deviation", "a hit 1 in", "true odds", "exact",
)  # fmt: skip
ALIGNS = ("left",) * 3 + ("right", "right", "left") + ("right",) * 4 + ("left",)


Found = Sequence[tuple[str, "Game", "Settings"]]  # as the user called it, resolved, its bets


def edges_text(asked: Edges, form: str = TEXT) -> str:
    """Return the edges of some games in the format `form`."""
    found = asked.games
    paid = [word for pay, units in asked.pays.items() for word in ("--pay", f"{pay}={units}")]
    command = command_line("edges", [*asked.names, *see_words(asked.seen), *paid])
    screen = filled(
        Table(
            ("game", *HEADERS),
            ("left", *ALIGNS),
            [
                row
                for _, game, bets in found
                for row in table(data(bets), game.names, (game.title,))
            ],
        )
    )
    blocks: list[Block] = [
        f"{CAPTION}, for every rule variant, paytable and house rule. A negative edge favours the "
        "player.",
        *seen_lines(asked.seen),
        *(_paper(found) if form.startswith("latex") else [screen]),
        *(
            Item(
                f"{game.title}: {game.source}; "
                f"`{command_line('show', [name])}` explains the choices."
            )
            for name, game, _ in found
        ),
        *_list("What the pays are for, best hand first:", _pays(found)),
        *_list("What the choices mean:", _choices(found)),
    ]
    return answer(
        form,
        blocks,
        _rows(found),
        lambda: {
            "version": version(),
            "command": "",
            "games": {
                name: {"title": game.title, "source": game.source, "bets": data(bets)}
                for name, game, bets in found
            },
        },
        command,
    )


def edges_line(asked: Edges) -> str:
    """Return in a line how many settings of which games there are."""
    settings = sum(len(listed) for _, _, bets in asked.games for listed in bets.values())
    return f"{', '.join(name for name, _, _ in asked.games)}: {settings} settings"


CAPTION = "Exact house edges under optimal play"


def _paper(found: Found) -> Iterator[Table]:
    """Yield a table a game, narrow enough for a page: paytables in place of choices."""
    headers = (
        "bet",
        "pays",
        "return",
        "house edge",
        "element of risk",
        "std. deviation",
        "a hit 1 in",
        "exact",
    )
    aligns = ("left", "left", "right", "right", "right", "right", "right", "left")
    for _, game, bets in found:
        rows = []
        for key, listed in data(bets).items():
            main = game.bets[0].key
            alike = _alike([one["paytable"] for one in listed])
            for one in listed:
                meter = at_meter({pay: Fraction(units) for pay, units in one["meters"].items()})
                unit = f", of one {game.unit(one['wager'])}" if key == main else ""
                paid = one["paytable"]
                if alike:
                    paid = "; ".join(filter(None, (paid, choice_words(one).replace("=", " "))))
                cells = _cells("", one, NONE)
                name = f"{bet_name(key, main, game.names)}{unit}{meter}"
                rows.append((name, paid, *cells[2:4], *cells[5:8], cells[9]))
        yield filled(
            Table(headers, aligns, rows, f"{game.title}: {CAPTION.lower()}", f"{game.slug}-edges")
        )


def _list(title: str, items: Iterable[str]) -> list[str]:
    found = [Item(item) for item in dict.fromkeys(items)]
    return ["", title, *found] if found else []


def _pays(found: Found) -> Iterator[str]:
    for _, game, bets in found:
        for listed in bets.values():
            if any(paytable_words.told(listed)):
                yield from (f"{game.title}, {words}" for words in paytable_words.explained(listed))


def _choices(found: Found) -> Iterator[str]:
    """Yield what the choices mean that paytables do not tell apart."""
    for _, game, bets in found:
        for listed in bets.values():
            for setting in listed if _alike(paytable_words.told(listed)) else ():
                for name, meaning in paytable_words.meanings(setting.game, setting.named).items():
                    yield f"{game.title}, {name}={setting.named[name]}: {meaning}"


def _alike(paid: Sequence[str]) -> bool:
    return len(set(paid)) < len(paid)


def _rows(found: Found) -> Iterator[tuple[str, ...]]:
    yield (
        "game", "bet", "choices", "pays", "paytable", "wager", "decimal", "standard_deviation",
        *FIGURES,
    )  # fmt: skip
    for name, _, bets in found:
        for key, listed in data(bets).items():
            for one in listed:
                words = (tables.choice_words(one["choices"]), tables.choice_words(one["pays"]))
                text = ("paytable", "wager", "decimal", "standard_deviation", *FIGURES)
                yield (name, key, *words, *(one[column] for column in text))
