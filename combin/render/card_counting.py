"""Formats what a card counter wins on a bet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.render import count_up, number
from combin.render.tables import (
    TEXT,
    Block,
    Table,
    answer,
    bet_words,
    command_of,
    heading,
    of_rules,
    provenance,
)
from combin.rules.count_up import CountUpGame
from combin.rules.glossary import capital

if TYPE_CHECKING:
    from combin.questions.card_counting import Betting, CardCounting

NONE = "-"


def card_counting_text(found: CardCounting, form: str = TEXT, name: str = "") -> str:
    """Return what a count wins; name: the game as the user called it."""
    game, words = found.game, _asked(found)
    if isinstance(game, CountUpGame):
        command = count_up.command_of("count", game, words, name)
        rows: Iterator[Sequence[str]] = count_up.of_rules(_rows(found), game, found.bet)
    else:
        command = command_of("count", game, words, name)
        rows = of_rules(_rows(found), game, found.bet)
    return answer(form, _blocks(found), rows, lambda: _data(found, command), command)


def card_counting_line(found: CardCounting) -> str:
    """Return in a line what a count wins."""
    gain = number.decimal(100 * found.whole.gain, 4)
    return f"{found.game.slug}: {found.bet}, {gain} per 100 rounds"


def tags_text(tags: dict[str, int]) -> str:
    """Return tags as they are typed: ``4567=-1 89=2``."""
    ranks: dict[int, str] = {}
    for rank, tag in tags.items():
        ranks[tag] = ranks.get(tag, "") + rank
    return " ".join(f"{those}={tag}" for tag, those in ranks.items() if tag)


def _asked(found: CardCounting) -> list[str]:
    """Return the words of the command that are not of the game."""
    words = bet_words(found.bet)
    words += (
        ["--tags", tags_text(found.tags)] if found.level is None else ["--level", str(found.level)]
    )
    words += [] if found.is_best else ["--trigger", number.exact(found.trigger)]
    return [*words, "--cut", str(found.cut)]


def _blocks(found: CardCounting) -> Iterator[Block]:
    game = found.game
    yield from (
        count_up.heading_of(game) if isinstance(game, CountUpGame) else heading(game, found.bet)
    )
    yield _what_is_counted(found)
    yield _when_rounds_begin(found)
    if found.is_played:
        yield "The decisions are those that are optimal for the full shoe, at any count."
    if found.remark:
        yield found.remark
    yield ""
    yield _measures(found)
    yield ""
    yield _by_depth(found)


def _what_is_counted(found: CardCounting) -> str:
    best = (
        f"; the balanced count of level {found.level} with the highest betting correlation"
        if found.level
        else ""
    )
    tags = f"{tags_text(found.tags)}, other ranks 0{best}"
    bet = "The main game" if found.by_effects else capital(found.game.called(found.bet))
    if found.is_best and not found.whole.share:
        when = f"{bet} has an edge for the player at no true count, so it is never bet."
    else:
        most = ", the whole number that wins most" if found.is_best else ""
        when = (
            f"{bet} is bet at a true count (per 52 cards left) of "
            f"{number.plain(found.trigger)} or more{most}."
        )
    return f"The running count is the sum of the tags of all cards dealt: {tags}. {when}"


def _when_rounds_begin(found: CardCounting) -> str:
    behind = f"while {found.cut} cards or more are left"
    if found.is_certain:
        step = list(found.depths)[1] if len(found.depths) > 1 else 0
        return f"A round begins after every {number.counted(step, 'card')}, {behind}."
    return f"A round begins {behind}; every number of cards dealt before it is equally likely."


def _measures(found: CardCounting) -> Table:
    whole = found.whole
    sign, square = found.correlation
    rounds = found.rounds_to_overcome
    rows = [
        ("house edge without counting", number.percent(-found.value, 4)),
        ("betting correlation", _root(sign, square, 4)),
        ("share of rounds with the bet", number.percent(whole.share, 4)),
        (
            "edge at a count: by effects of removal"
            if found.by_effects
            else "player's edge on the bet",
            _edge(whole),
        ),
        ("standard deviation of a bet", _root(1, whole.bet_variance, 4)),
        ("units won per 100 rounds", number.decimal(100 * whole.gain, 4)),
        (
            "desirability index",
            _root(-1 if whole.gain < 0 else 1, found.desirability_squared, 3),
        ),
        (
            "N0 (rounds)",
            NONE
            if rounds is None
            else number.grouped(number.nearest_integer(*rounds.as_integer_ratio())),
        ),
    ]
    unit = found.game.unit(found.wager)
    return Table(("measure", f"in units of one {unit}"), ("left", "right"), rows)


def _whole(rounds: Fraction) -> str:
    return number.grouped(number.nearest_integer(*rounds.as_integer_ratio()))


def _root(sign: int, square: Fraction | None, places: int) -> str:
    if square is None:
        return NONE
    return ("-" if sign < 0 else "") + number.root(square, places)


def _edge(one: Betting) -> str:
    return NONE if one.edge is None else number.percent(one.edge, 4)


def _by_depth(found: CardCounting) -> Table:
    rows = []
    for first, last, here, so_far in found.by_decks():
        rows.append(
            (
                f"{first}-{last}" if first < last else str(first),
                number.percent(here.share, 4),
                _edge(here),
                number.decimal(100 * here.gain, 4),
                number.decimal(100 * so_far.gain, 4),
            )
        )
    headers = ("cards dealt", "bet made", "edge on bet", "won per 100", "per 100 so far")
    return Table(headers, ("left", *("right",) * 4), rows)


def _rows(found: CardCounting) -> Iterator[tuple[str, ...]]:
    yield "tags", "trigger", "cut", "gone", "share", "edge", "gain", "square"
    asked = tags_text(found.tags), number.exact(found.trigger), str(found.cut)
    for gone, one in found.depths.items():
        figures = (one.share, one.edge, one.gain, one.square)
        cells = ("" if figure is None else number.exact(figure) for figure in figures)
        yield (*asked, str(gone), *cells)


def _data(found: CardCounting, command: str) -> dict[str, Any]:
    rounds = found.rounds_to_overcome
    sign, square = found.correlation
    desirability = found.desirability_squared
    game = found.game
    rules = (
        count_up.rules_data(game)
        if isinstance(game, CountUpGame)
        else provenance(game, found.version)
    )
    return rules | {
        "command": command,
        "bet": found.bet,
        "wager": found.wager,
        "tags": found.tags,
        "trigger": number.exact(found.trigger),
        "cut": found.cut,
        "decision": "best for the whole shoe" if found.is_played else "",
        "remark": found.remark,
        "round_starts": "certain" if found.is_certain else "uniform",
        "expected_value": number.exact(found.value),
        "effects": {rank: number.exact(effect) for rank, effect in found.effects.items()},
        "correlation_squared": number.exact(sign * square),
        **_figures(found.whole),
        "edge_at_a_count": "by effects of removal" if found.by_effects else "exact",
        "desirability_squared": None if desirability is None else number.exact(desirability),
        "n0": None if rounds is None else number.exact(rounds),
        "depths": [{"gone": gone, **_figures(one)} for gone, one in found.depths.items()],
    }


def _figures(one: Betting) -> dict[str, str | None]:
    figures = {"share": one.share, "edge": one.edge, "gain": one.gain, "square": one.square}
    return {key: None if value is None else number.exact(value) for key, value in figures.items()}
