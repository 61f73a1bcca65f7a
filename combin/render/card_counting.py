"""Formats what a card counter wins on a bet."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain
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
    from combin.questions.card_counting import Betting, CardCounting, Correlation, CountedPlay

NONE = "-"


def counting_text(found: CardCounting, form: str = TEXT, name: str = "") -> str:
    """Return what a count wins or tells, or what a cut card costs; name: the game as the user
    called it.
    """
    command = command_of("count", found.game, _asked(found), name)
    if found.flat:
        blocks = _flat(found)
    else:
        blocks = _blocks(found) if found.play is None else _play(found, found.play)
    page = chain(heading(found.game, found.bet), blocks)
    rows = of_rules(_rows(found), found.game, found.bet)
    return answer(form, page, rows, lambda: _data(found, command), command)


def counting_line(found: CardCounting) -> str:
    """Return in a line what a count wins."""
    if found.cost is not None:
        return f"{found.game.slug}: the cut card costs {number.percent(found.cost, 4)}"
    if found.play:
        return f"{found.game.slug}: a count and its indices"
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
    words, behind = bet_words(found.bet), ["--cut", str(found.cut)]
    if found.flat:
        return [*words, "--flat", *behind]
    words += (
        ["--tags", tags_text(found.tags)] if found.level is None else ["--level", str(found.level)]
    )
    if found.trigger is None:
        return words
    words += [] if found.is_best else ["--trigger", number.exact(found.trigger)]
    return [*words, *behind]


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
    yield ""
    yield _measures(found)
    yield ""
    yield _by_depth(found)


def _what_is_counted(found: CardCounting) -> str:
    assert found.trigger is not None, "the bet is made at a count"
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
    index, rounds, n0 = found.desirability_squared, found.rounds_to_overcome, NONE
    if rounds is not None:  # in full, and by effects of removal in two digits
        unit = 10 ** max(0, len(str(int(rounds))) - 2) if found.by_effects else 1
        tens = number.nearest_integer(rounds.numerator, unit * rounds.denominator)
        n0 = number.grouped(unit * tens)
    edge, spread = "player's edge on the bet", "standard deviation of a bet"
    if found.by_effects:
        edge, spread = "edge at a count: by effects of removal", "standard deviation, full shoe"
    rows = [
        ("house edge without counting", number.percent(-found.value, 4)),
        ("betting correlation", _root(found.correlation)),
        ("share of rounds with the bet", _percent(found, whole.share)),
        (edge, _percent(found, whole.edge)),
        (spread, signed_root(1, whole.bet_variance, 4)),
        ("units won per 100 rounds", _units(found, whole.gain)),
        (
            "desirability index",
            signed_root(-1 if whole.gain < 0 else 1, index, 1 if found.by_effects else 3),
        ),
        ("N0 (rounds)", n0),
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


def _places(found: CardCounting, value: Fraction) -> int:
    """Return how many decimals a figure has: four, and by effects of removal two digits."""
    return number.places_for(abs(value), 2, 0) if found.by_effects and value else 4


def _percent(found: CardCounting, value: Fraction | None) -> str:
    return NONE if value is None else number.percent(value, _places(found, 100 * value))


def _units(found: CardCounting, gain: Fraction) -> str:
    return number.decimal(100 * gain, _places(found, 100 * gain))


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


# --- A bet in every round ------------------------------------------------------------------------


def _flat(found: CardCounting) -> Iterator[Block]:
    exact = not found.by_effects
    assert found.house_edge is not None and found.cost is not None, "rounds are dealt"
    yield (
        f"A round begins while {found.cut} cards or more are left. One player bets one unit in "
        "every round, whatever the count, and plays by the chart of the full shoe. In a fixed "
        "number of rounds each has the house edge of the first."
    )
    if exact:
        yield "All figures are exact: sums over all orders of the shoe."
    else:
        yield (
            "Method: first order in the effects of removal, with the chart kept: terms of second "
            "order are 7.5 % of the cost with one deck, about 2 % with six. Exact sums are for one "
            "deck in which a pair becomes two hands at most (packs=1, splits=2)."
        )
    yield ""
    places = 4 if exact else 3
    yield Table(
        ("measure", "in units of one bet"),
        ("left", "right"),
        [
            ("house edge of the first round", number.percent(-found.value, 4)),
            ("house edge with the cut card", number.percent(found.house_edge, places)),
            ("cost of the cut card", number.percent(found.cost, places)),
            ("rounds a shoe", number.decimal(found.whole.share, 4 if exact else 1)),
        ],
    )
    yield ""
    rows = []
    for first, last, here, _ in found.by_decks():
        shown = NONE if here.edge is None else number.percent(-here.edge, places)
        rows.append(
            (
                f"{first}-{last}" if first < last else str(first),
                number.decimal(here.share, places),
                shown,
            )
        )
    heads = "cards dealt", "rounds begun", "house edge"
    yield Table(heads, ("left", "right", "right"), rows)


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
    if play.efficiency is not None:
        half = f"playing efficiency, first order, {play.gone} cards dealt"
        measured.append((half, number.decimal(play.efficiency, 4)))
    yield Table(("measure", "in units of one bet"), ("left", "right"), measured)
    yield ""
    yield (
        "Effects of removal: the change of the expected value when one card leaves the shoe, in "
        f"percent of one bet, with the strategy re-optimized (model {found.model})."
    )
    cells = [
        (
            "10, J, Q or K" if rank == "T" else rank,
            str(found.tags[rank]),
            number.decimal(100 * effect, 4),
        )
        for rank, effect in found.effects.items()
    ]
    yield Table(("card", "tag", "effect"), ("left", "right", "right"), cells)
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
    if play.efficiency is not None:
        yield ""
        yield (
            f"Playing efficiency, first order, with {play.gone} cards dealt: for the hands with "
            "indices, what the second action wins when the running count favours it, divided by "
            "what it wins when all cards dealt favour it, by effects of removal."
        )
    elif not play.unindexed:
        yield ""
        yield "No playing efficiency: only shoes of up to two decks have few enough compositions."


def _indices(play: CountedPlay) -> Table:
    lefts = sorted({left for one in play.indices for left in one.counts}, reverse=True)
    rows = []
    for one, playing in zip(play.indices, play.playing):
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
                _root(playing),
            )
        )
    heads = ("hand", "best", *(f"{left} left" for left in lefts), "correlation")
    return Table(heads, ("left", "left", *("right",) * (len(lefts) + 1)), rows)


# --- For programs --------------------------------------------------------------------------------


def _rows(found: CardCounting) -> Iterator[tuple[str, ...]]:
    if found.play:
        yield "hand", "up", "before", "after", "left", "count", "true"
        for index in found.play.indices:
            for left, count in index.counts.items():
                true = index.true_count(left)
                figures = ("", "") if true is None else (str(count), number.exact(true))
                yield (index.hand, index.up, index.before, index.after, str(left), *figures)
        return
    yield "tags", "trigger", "cut", "gone", "share", "edge", "gain", "square"
    asked = tags_text(found.tags), _exact(found.trigger) or "", str(found.cut)
    for gone, one in found.depths.items():
        cells = (cell or "" for cell in _figures(one).values())
        yield (*asked, str(gone), *cells)


def _data(found: CardCounting, command: str) -> dict[str, Any]:
    about = provenance(found.game, found.version) | {
        "command": command,
        "bet": found.bet,
        "wager": found.wager,
        **({"model": found.model} if found.model else {}),
        "tags": found.tags,
        "sum_of_tags": found.total,
    }
    value = {
        "expected_value": number.exact(found.value),
        "effects": {rank: number.exact(effect) for rank, effect in found.effects.items()},
        "correlation_squared": _signed(found.correlation),
    }
    if found.play:
        play = found.play
        return (
            about
            | value
            | {
                "insurance_correlation_squared": _signed(play.insurance),
                "playing_efficiency": _exact(play.efficiency),
                "no_indices": play.unindexed,
                "indices": [
                    {
                        "hand": one.hand,
                        "up": one.up,
                        "before": one.before,
                        "after": one.after,
                        "counts": {str(left): count for left, count in one.counts.items()},
                        "correlation_squared": _signed(playing),
                    }
                    for one, playing in zip(play.indices, play.playing)
                ],
            }
        )
    depths = {"depths": [{"gone": gone, **_figures(one)} for gone, one in found.depths.items()]}
    if found.flat:
        flat = {"house_edge": found.house_edge, "cost": found.cost, "rounds": found.whole.share}
        told = {name: _exact(one) for name, one in flat.items()}
        method = "first order in the effects of removal" if found.by_effects else "exact"
        return about | value | {"method": method, "cut": found.cut, **told, **depths}
    made, after = _betting_data(found)
    return about | made | value | after | depths


def _betting_data(found: CardCounting) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return how a bet is made by the count, and what that comes to."""
    alike = found.alike
    linear = ", edges as linear in the cards left" if found.by_effects else ""
    assumed = f"depths are taken as equally likely{linear}"
    made = {
        "alike": alike
        and {
            "tags": alike.tags,
            "correlation_squared": _signed(alike.correlation),
            "trigger": number.exact(alike.trigger),
            "gain": number.exact(alike.gain),
        },
        "trigger": _exact(found.trigger),
        "cut": found.cut,
        "decision": "best for the whole shoe" if found.is_played else "",
        "remark": found.remark,
        "round_starts": "certain" if found.is_certain else "uniform",
    }
    return made, {
        **_figures(found.whole),
        "edge_at_a_count": "by effects of removal" if found.by_effects else "exact",
        "estimate": "" if found.is_certain else f"rounds at a table: {assumed}",
        "desirability_squared": _exact(found.desirability_squared),
        "n0": _exact(found.rounds_to_overcome),
    }


def _figures(one: Betting) -> dict[str, str | None]:
    figures = {"share": one.share, "edge": one.edge, "gain": one.gain, "square": one.square}
    return {key: _exact(value) for key, value in figures.items()}


def _signed(correlation: Correlation | None) -> str | None:
    return None if correlation is None else number.exact(correlation[0] * correlation[1])


def _exact(value: Fraction | None) -> str | None:
    return None if value is None else number.exact(value)
