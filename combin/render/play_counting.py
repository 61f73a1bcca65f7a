"""Formats a count for a blackjack game: correlations, effects of removal, indices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from combin.render import number
from combin.render.card_counting import signed_root, tags_text, unbalanced
from combin.render.tables import (
    TEXT,
    Block,
    Table,
    answer,
    choice_words,
    command_of,
    heading,
    provenance,
)

if TYPE_CHECKING:
    from combin.families.blackjack.play_counting import Correlation, PlayCounting

NONE = "-"


def counting_text(found: PlayCounting, form: str = TEXT, name: str = "") -> str:
    """Return what a count tells of the game itself; name: the game as the user called it."""
    level = found.level
    asked = ["--tags", tags_text(found.tags)] if level is None else ["--level", str(level)]
    command = command_of("count", found.game, asked, name)
    return answer(form, _blocks(found), _rows(found), lambda: _data(found), command)


def counting_line(found: PlayCounting) -> str:
    """Return in a line what is told of a count."""
    return f"{found.game.slug}: a count and its indices"


def _blocks(found: PlayCounting) -> Iterator[Block]:
    yield from heading(found.game)
    yield (
        "The running count is the sum of the tags of all cards dealt: "
        f"{tags_text(found.tags)}, other ranks 0. The true count is the running count per 52 cards "
        "left."
    )
    yield from unbalanced(found.total)
    yield ""
    yield _measures(found)
    yield ""
    yield (
        "Effects of removal: the change of the expected value when one card leaves the shoe, in "
        f"percent of one bet, with the strategy re-optimized (model {found.found.model})."
    )
    yield _effects(found)
    yield ""
    if found.unindexed:
        hands = " of hands" if found.indices else ""
        yield f"No indices{hands}: {found.unindexed}."
    if not found.indices:
        return
    furthest = 10 * max(map(abs, found.tags.values()))
    yield (
        "Indices: the lowest true count at which the second action is better, with the running "
        "count in brackets, for each number of cards left. The count includes the player's cards "
        "and the dealer's. Hands are of two different cards and are played on by the optimal "
        f"strategy of the full shoe. Hands without an index within {furthest} of the mean true "
        "count are left out."
    )
    yield _indices(found)
    if found.efficiency is not None:
        yield ""
        yield (
            f"Playing efficiency, first order, with {found.gone} cards dealt: for the hands with "
            "indices, what the second action wins when the running count favours it, divided by "
            "what it wins when all cards dealt favour it, by effects of removal."
        )
    elif not found.unindexed:
        yield ""
        yield "No playing efficiency: only shoes of up to two decks have few enough compositions."


def _measures(found: PlayCounting) -> Table:
    rows = [
        ("house edge without counting", number.percent(-found.found.value, 4)),
        ("betting correlation", signed_root(*found.betting, 4)),
    ]
    if found.insurance is not None:
        rows.append(("insurance correlation", signed_root(*found.insurance, 4)))
    if found.efficiency is not None:
        half = f"playing efficiency, first order, {found.gone} cards dealt"
        rows.append((half, number.decimal(found.efficiency, 4)))
    return Table(("measure", "in units of one bet"), ("left", "right"), rows)


def _effects(found: PlayCounting) -> Table:
    rows = [
        (
            "10, J, Q or K" if rank == "T" else rank,
            str(found.tags[rank]),
            number.decimal(100 * effect, 4),
        )
        for rank, effect in found.effects.items()
    ]
    return Table(("card", "tag", "effect"), ("left", "right", "right"), rows)


def _indices(found: PlayCounting) -> Table:
    lefts = sorted({left for one in found.indices for left in one.counts}, reverse=True)
    rows = []
    for one, playing in zip(found.indices, found.playing):
        cells = [
            NONE
            if (true := one.true_count(left)) is None
            else f"{number.decimal(true, 2)} ({one.counts[left]})"
            for left in (left for left in lefts if left in one.counts)
        ]
        cells += [""] * (len(lefts) - len(cells))
        said = f"{one.before}, then {one.after}"
        rows.append(
            (
                f"{one.hand} / {one.up}",
                said,
                *cells,
                NONE if playing is None else signed_root(*playing, 4),
            )
        )
    heads = ("hand", "best", *(f"{left} left" for left in lefts), "correlation")
    return Table(heads, ("left", "left", *("right",) * (len(lefts) + 1)), rows)


def _rows(found: PlayCounting) -> Iterator[tuple[str, ...]]:
    yield ("game", "hand", "up", "before", "after", "left", "count", "true", "model", "choices")
    game = found.game
    for one in found.indices:
        for left, count in one.counts.items():
            true = one.true_count(left)
            figures = (
                ("", "") if count is None or true is None else (str(count), number.exact(true))
            )
            hand = (one.hand, one.up, one.before, one.after)
            rules = (found.found.model, choice_words(game.chosen))
            yield (game.slug, *hand, str(left), *figures, *rules)


def _data(found: PlayCounting) -> dict[str, Any]:
    return provenance(found.game) | {
        "model": found.found.model,
        "tags": found.tags,
        "sum_of_tags": found.total,
        "expected_value": number.exact(found.found.value),
        "effects": {rank: number.exact(effect) for rank, effect in found.effects.items()},
        "betting_correlation_squared": _signed(found.betting),
        "insurance_correlation_squared": _signed(found.insurance),
        "playing_efficiency": None if found.efficiency is None else number.exact(found.efficiency),
        "no_indices": found.unindexed,
        "indices": [
            {
                "hand": one.hand,
                "up": one.up,
                "before": one.before,
                "after": one.after,
                "counts": {str(left): count for left, count in one.counts.items()},
                "correlation_squared": _signed(playing),
            }
            for one, playing in zip(found.indices, found.playing)
        ],
    }


def _signed(correlation: Correlation | None) -> str | None:
    return None if correlation is None else number.exact(correlation[0] * correlation[1])
