"""Formats what a card counter wins on a bet."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from combin.render import number
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
from combin.rules.glossary import capital

if TYPE_CHECKING:
    from combin.questions.card_counting import Betting, CardCounting

NONE = "-"


def counting_text(found: CardCounting, form: str = TEXT, name: str = "") -> str:
    """Return what a count wins; name: the game as the user called it."""
    game, words = found.game, _asked(found)
    command = command_of("count", game, words, name)
    rows = of_rules(_rows(found), game, found.bet)
    return answer(form, _blocks(found), rows, lambda: _data(found, command), command)


def counting_line(found: CardCounting) -> str:
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
    game, whole = found.game, found.whole
    yield from heading(game, found.bet)
    yield _what_is_counted(found)
    yield from unbalanced(found.total)
    if found.alike:
        alike = found.alike
        won, most = (number.decimal(100 * each, 4) for each in (alike.gain, whole.gain))
        than = "more" if alike.gain > whole.gain else "less"
        more = "" if alike.gain == whole.gain else f", {than} than the {most} of the count above"
        yield (
            "The best count with one tag for all ranks of equal effect is easier to learn: "
            f"{tags_text(alike.tags)}. Its betting correlation is "
            f"{signed_root(*alike.correlation, 4)}; at a true count of "
            f"{number.plain(alike.trigger)} or more it wins {won} units per 100 rounds{more}."
        )
    behind = f"while {found.cut} cards or more are left"
    if found.is_certain:
        step = list(found.depths)[1] if len(found.depths) > 1 else 0
        yield f"A round begins after every {number.counted(step, 'card')}, {behind}."
    else:
        likely = "every number of cards dealt before it is taken as equally likely"
        yield f"A round begins {behind}; {likely}."
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


def unbalanced(total: int) -> list[str]:
    """Return a line that tells how tags are read whose sum over the whole shoe is not 0."""
    drift = "rises" if total > 0 else "falls"
    remark = (
        f"The tags are not balanced: those of the whole shoe add up to {total}. True counts are of "
        f"a running count that starts at 0, and their mean {drift} as cards are dealt."
    )
    return [remark] if total else []


def _measures(found: CardCounting) -> Table:
    whole = found.whole
    index, rounds = found.desirability_squared, found.rounds_to_overcome
    edge, spread = "player's edge on the bet", "standard deviation of a bet"
    if found.by_effects:
        edge, spread = "edge at a count: by effects of removal", "standard deviation, full shoe"
    rows = [
        ("house edge without counting", number.percent(-found.value, 4)),
        ("betting correlation", signed_root(*found.correlation, 4)),
        ("share of rounds with the bet", _percent(found, whole.share)),
        (edge, _percent(found, whole.edge)),
        (spread, signed_root(1, whole.bet_variance, 4)),
        ("units won per 100 rounds", _units(found, whole.gain)),
        (
            "desirability index",
            signed_root(-1 if whole.gain < 0 else 1, index, 1 if found.by_effects else 3),
        ),
        ("N0 (rounds)", NONE if rounds is None else _whole(found, rounds)),
    ]
    unit = found.game.unit(found.wager)
    return Table(("measure", f"in units of one {unit}"), ("left", "right"), rows)


def signed_root(sign: int, square: Fraction | None, places: int) -> str:
    """Return a number of which the sign and the square are known."""
    if square is None:
        return NONE
    return ("-" if sign < 0 else "") + number.root(square, places)


def _places(found: CardCounting, value: Fraction) -> int:
    """Return how many decimals a figure has: four, and by effects of removal two digits."""
    return number.places_for(abs(value), 2, 0) if found.by_effects and value else 4


def _percent(found: CardCounting, value: Fraction | None) -> str:
    return NONE if value is None else number.percent(value, _places(found, 100 * value))


def _units(found: CardCounting, gain: Fraction) -> str:
    return number.decimal(100 * gain, _places(found, 100 * gain))


def _whole(found: CardCounting, rounds: Fraction) -> str:
    """Return a number of rounds in full, and by effects of removal in two digits."""
    unit = 10 ** max(0, len(str(int(rounds))) - 2) if found.by_effects else 1
    return number.grouped(
        unit * number.nearest_integer(rounds.numerator, unit * rounds.denominator)
    )


def _by_depth(found: CardCounting) -> Table:
    rows = [
        (
            f"{first}-{last}" if first < last else str(first),
            _percent(found, here.share),
            _percent(found, here.edge),
            _units(found, here.gain),
            _units(found, so_far.gain),
        )
        for first, last, here, so_far in found.by_decks()
    ]
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
    alike = found.alike
    linear = ", edges as linear in the cards left" if found.by_effects else ""
    assumed = f"depths are taken as equally likely{linear}"
    return provenance(found.game, found.version) | {
        "command": command,
        "bet": found.bet,
        "wager": found.wager,
        "tags": found.tags,
        "sum_of_tags": found.total,
        "alike": alike
        and {
            "tags": alike.tags,
            "correlation_squared": number.exact(alike.correlation[0] * alike.correlation[1]),
            "trigger": number.exact(alike.trigger),
            "gain": number.exact(alike.gain),
        },
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
        "estimate": "" if found.is_certain else f"rounds at a table: {assumed}",
        "desirability_squared": None if desirability is None else number.exact(desirability),
        "n0": None if rounds is None else number.exact(rounds),
        "depths": [{"gone": gone, **_figures(one)} for gone, one in found.depths.items()],
    }


def _figures(one: Betting) -> dict[str, str | None]:
    figures = {"share": one.share, "edge": one.edge, "gain": one.gain, "square": one.square}
    return {key: None if value is None else number.exact(value) for key, value in figures.items()}
