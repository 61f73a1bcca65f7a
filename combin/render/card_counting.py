"""Formats what a card counter wins on a bet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.render import number
from combin.render.declared import Declared
from combin.render.shapes import (
    ABOUT,
    EXACT,
    NUMBER,
    OF_NAMES,
    RATIO,
    SQUARED,
    TEXT,
    UNITS,
    WHOLE,
    Field,
    Shape,
    only,
    within,
)
from combin.render.tables import Block, Table, bet_words, heading
from combin.rules.glossary import capital

if TYPE_CHECKING:
    from combin.questions.card_counting import CardCounting, Correlation, CountedPlay

NONE = "-"


def tags_text(tags: Mapping[str, Fraction | int]) -> str:
    """Return tags as they are typed: ``4567=-1 89=2``."""
    ranks: dict[Fraction | int, str] = {}
    for rank, tag in tags.items():
        ranks[tag] = ranks.get(tag, "") + rank
    return " ".join(f"{those}={tag}" for tag, those in ranks.items() if tag)


def _asked(found: CardCounting) -> list[str]:
    """Return the words of the command that are not of the game."""
    words = bet_words(found.bet)
    words += (
        ["--tags", tags_text(found.tags)] if found.level is None else ["--level", str(found.level)]
    )
    if found.trigger is None:
        return words
    words += [] if found.is_best else ["--trigger", number.exact(found.trigger)]
    return [*words, "--cut", str(found.cut)]


# --- A bet that is made by a count ---------------------------------------------------------------


def _blocks(found: CardCounting) -> Iterator[Block]:
    whole = found.whole
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
            f"{_root(alike.correlation)}; at a true count of "
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
    yield from ("", _measures(found), "")
    yield Table(
        ("cards dealt", "bet made", "edge on bet", "won per 100", "per 100 so far"),
        ("left", *("right",) * 4),
        [
            (
                _cards(first, last),
                _percent(here.share),
                _percent(here.edge),
                _units(here.gain),
                _units(so_far.gain),
            )
            for first, last, here, so_far in found.by_decks()
        ],
    )


def _what_is_counted(found: CardCounting) -> str:
    assert found.trigger is not None, "the bet is made at a count"
    best = (
        f"; the balanced count of level {found.level} with the highest betting correlation"
        if found.level
        else ""
    )
    tags = f"{tags_text(found.tags)}, other ranks 0{best}"
    bet = capital(found.game.called(found.bet))
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
    whole, rounds = found.whole, found.rounds_to_overcome
    index = found.desirability_squared
    rows = [
        ("house edge without counting", number.percent(-found.value, 4)),
        ("betting correlation", _root(found.correlation)),
        ("share of rounds with the bet", _percent(whole.share)),
        ("player's edge on the bet", _percent(whole.edge)),
        ("standard deviation of a bet", signed_root(1, whole.bet_variance, 4)),
        ("units won per 100 rounds", _units(whole.gain)),
        ("desirability index", signed_root(-1 if whole.gain < 0 else 1, index, 3)),
        (
            "N0 (rounds)",
            NONE
            if rounds is None
            else number.grouped(number.nearest_integer(*rounds.as_integer_ratio())),
        ),
    ]
    unit = found.game.unit(found.wager)
    return Table(("measure", f"in units of one {unit}"), ("left", "right"), rows)


def signed_root(sign: int, square: Fraction | None, places: int) -> str:
    """Return a number of which the sign and the square are known."""
    if square is None:
        return NONE
    return ("-" if sign < 0 else "") + number.root(square, places)


def _root(correlation: Correlation | None) -> str:
    return NONE if correlation is None else signed_root(*correlation, 4)


def _percent(value: Fraction | None) -> str:
    return NONE if value is None else number.percent(value, 4)


def _units(gain: Fraction) -> str:
    return number.decimal(100 * gain, 4)


def _cards(first: int, last: int) -> str:
    return f"{first}-{last}" if first < last else str(first)


# --- What a count tells of the play --------------------------------------------------------------


def _play(found: CardCounting, play: CountedPlay) -> Iterator[Block]:
    yield (
        "The running count is the sum of the tags of all cards dealt: "
        f"{tags_text(found.tags)}, other ranks 0. The true count is the running count per 52 cards "
        "left."
    )
    yield from unbalanced(found.total)
    yield ""
    measured = [
        ("house edge without counting", number.percent(-found.value, 4)),
        ("betting correlation", _root(found.correlation)),
    ]
    if play.insurance is not None:
        measured.append(("insurance correlation", _root(play.insurance)))
    yield Table(("measure", "in units of one bet"), ("left", "right"), measured)
    yield ""
    yield (
        "Effects of removal: the change of the expected value when one card leaves the shoe, in "
        f"percent of one bet, with the strategy re-optimized (model {found.model})."
    )
    yield Table(
        ("card", "tag", "effect"),
        ("left", "right", "right"),
        [
            (
                "10, J, Q or K" if rank == "T" else rank,
                str(found.tags[rank]),
                number.decimal(100 * effect, 4),
            )
            for rank, effect in found.effects.items()
        ],
    )
    yield ""
    if play.unindexed:
        hands = " of hands" if play.indices else ""
        yield f"No indices{hands}: {play.unindexed}."
    if not play.indices:
        return
    furthest = 10 * max(map(abs, found.tags.values()))
    yield (
        "Indices: the lowest true count at which the second action is better, with the running "
        "count in brackets, for each number of cards left. The count includes the player's cards "
        "and the dealer's. Hands are of two different cards and are played on by the optimal "
        f"strategy of the full shoe. Hands without an index within {furthest} of the mean true "
        "count are left out."
    )
    yield _indices(play)


def _indices(play: CountedPlay) -> Table:
    lefts = sorted({left for one in play.indices for left in one.counts}, reverse=True)
    rows = []
    for one in play.indices:
        cells = [
            NONE
            if (true := one.true_count(left)) is None
            else f"{number.decimal(true, 2)} ({one.counts[left]})"
            for left in (left for left in lefts if left in one.counts)
        ]
        cells += [""] * (len(lefts) - len(cells))
        rows.append(
            (
                f"{one.hand} / {one.up}",
                f"{one.before}, then {one.after}",
                *cells,
            )
        )
    return Table(
        ("hand", "best", *(f"{left} left" for left in lefts)),
        ("left", "left", *("right",) * len(lefts)),
        rows,
    )


# --- How it is told ------------------------------------------------------------------------------


def _page(found: CardCounting) -> Iterator[Block]:
    yield from heading(found.game, found.bet)
    yield from _blocks(found) if found.play is None else _play(found, found.play)


def _line(found: CardCounting) -> str:
    if found.play:
        return f"{found.game.slug}: a count and its indices"
    gain = number.decimal(100 * found.whole.gain, 4)
    return f"{found.game.slug}: {found.bet}, {gain} per 100 rounds"


def _counts(found: CardCounting) -> list[dict[str, object]]:
    return [
        {**vars(one), "hand": one.hand, "left": left, "count": count, "true": one.true_count(left)}
        for one in (found.play.indices if found.play else ())
        for left, count in one.counts.items()
    ]


def _depths(found: CardCounting) -> list[dict[str, object]]:
    asked = {"tags": tags_text(found.tags), "trigger": found.trigger, "cut": found.cut}
    return [{**asked, "gone": gone, "here": one} for gone, one in found.depths.items()]


def _signed(correlation: Correlation | None) -> Fraction | None:
    return None if correlation is None else correlation[0] * correlation[1]


def _has_rounds(found: CardCounting) -> bool:
    return not found.play


TAGS = {...: WHOLE}
CORRELATION = {"correlation_squared": Field(NUMBER, lambda one: _signed(one.correlation))}
BETTING = {"share": RATIO, "edge": (UNITS, None), "gain": UNITS, "square": SQUARED}
DEPTH: dict[str, Shape] = {"gone": WHOLE, **within("here", BETTING)}
HAND = {"hand": TEXT, "up": TEXT, "before": TEXT, "after": TEXT}
COUNTING: Declared[CardCounting] = Declared(
    "count",
    ABOUT
    | {
        "wager": TEXT,
        "model?": TEXT,
        "tags": TAGS,
        "sum_of_tags": Field(WHOLE, "total"),
        "expected_value": Field(EXACT, "value"),
        "effects": OF_NAMES,
        **CORRELATION,
    }
    | only(
        lambda found: not found.play,
        {
            "alike": ({"tags": TAGS, **CORRELATION, "trigger": EXACT, "gain": EXACT}, None),
            "trigger": NUMBER,
            "decision": Field(
                TEXT, lambda found: "best for the whole shoe" if found.is_played else ""
            ),
            "remark": TEXT,
            "round_starts": Field(TEXT, lambda found: "certain" if found.is_certain else "uniform"),
            **within("whole", BETTING),
            "edge_at_a_count": Field(TEXT, lambda found: "exact"),
            "estimate": Field(
                TEXT,
                lambda found: (
                    ""
                    if found.is_certain
                    else "rounds at a table: depths are taken as equally likely"
                ),
            ),
            "desirability_squared": NUMBER,
            "n0": Field(NUMBER, "rounds_to_overcome"),
        },
    )
    | only(_has_rounds, {"cut": WHOLE, "depths": Field([DEPTH], _depths)})
    | only(
        lambda found: bool(found.play),
        within(
            "play",
            {
                "insurance_correlation_squared": Field(
                    NUMBER, lambda play: _signed(play.insurance)
                ),
                "no_indices": Field(TEXT, "unindexed"),
                "indices": Field(
                    [HAND | {"counts": {...: (WHOLE, None)}}],
                ),
            },
        ),
    ),
    (
        Field(
            [
                {
                    "tags": TEXT,
                    "trigger": (Field(EXACT, unit="true count"), None),
                    "cut": WHOLE,
                    **DEPTH,
                }
            ],
            _depths,
            when=_has_rounds,
        ),
        Field(
            [
                HAND
                | {
                    "left": WHOLE,
                    "count": (WHOLE, None),
                    "true": (Field(EXACT, unit="true count"), None),
                }
            ],
            _counts,
        ),
    ),
    _page,
    _line,
    _asked,
)
