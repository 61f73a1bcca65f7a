"""Write tests/goldens/*.json from the oracles: `python -m oracles.regenerate [game ...]` from the
folder tests. About four minutes.

A golden holds, for one bet under some choices, the outcomes under best play (ties on the smaller
stake) as [actions, outcome, net, staked, deals]; numbers are strings, because readers of JSON round
long integers. Deals are counted
up to a common factor: what does not matter (the order in which cards arrive) is left out.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from . import (
    caribbean_stud,
    criss_cross_poker,
    dakota_duel_draw,
    hot_poker_spot,
    let_it_ride,
    mississippi_stud,
    phil_em_up,
    three_card_poker,
)
from .common import Tally, average_wager, deals, expected_value, net_win_frequency, variance

GOLDENS = Path(__file__).parent.parent / "goldens"
Entry = tuple[dict[str, str], str, Callable[[], Tally]]  # choices, bet, tally


def phil() -> Iterator[Entry]:
    for reading in phil_em_up.READINGS:
        yield {"joker": reading}, "base", lambda: phil_em_up.solve(reading)[0]


def three_card() -> Iterator[Entry]:
    for table in three_card_poker.ANTE_BONUS:
        yield {"ante-bonus": table}, "base", lambda: three_card_poker.base(table)[0]
    for table in three_card_poker.PAIR_PLUS:
        for suited in ("none", "50", "100"):
            choices = {"pair-plus": table, "suited-ace-king-queen": suited}
            yield choices, "pair-plus", lambda: three_card_poker.pair_plus(table, suited)
    for table in three_card_poker.SIX_CARD_BONUS:
        yield (
            {"six-card-bonus": table},
            "six-card-bonus",
            lambda: three_card_poker.six_card_bonus(table),
        )


def let() -> Iterator[Entry]:
    for table in let_it_ride.PAYS:
        yield {"paytable": table}, "base", lambda: let_it_ride.solve(table)[0]
    yield {}, "three-card-bonus", let_it_ride.three_card_bonus


def mississippi() -> Iterator[Entry]:
    for straight in (4, 5):
        yield {"straight": str(straight)}, "base", lambda: mississippi_stud.solve(straight)[0]
    yield {}, "three-card-bonus", mississippi_stud.three_card_bonus


def dakota() -> Iterator[Entry]:
    for table, sevens, variant in dakota_duel_draw.VERSIONS:
        choices = {"pocket-pair": table, "sevens": sevens, "variant": variant}
        yield choices, "base", lambda: dakota_duel_draw.solve(table, sevens, variant)
    for table in dakota_duel_draw.BIG_8:
        lodge = table == "lodge-2023"
        yield (
            {"variant": table} if lodge else {"big-8": table},
            "big-8",
            lambda: dakota_duel_draw.big_8(table),
        )


def caribbean() -> Iterator[Entry]:
    for table in caribbean_stud.RAISES:
        yield {"raise": table}, "base", lambda: caribbean_stud.solve(table)[0]
    for table in caribbean_stud.PROGRESSIVE:
        yield {"progressive": table}, "progressive", lambda: caribbean_stud.progressive(table)


def criss_cross() -> Iterator[Entry]:
    yield {}, "base", criss_cross_poker.solve
    yield {}, "five-card-bonus", criss_cross_poker.five_card_bonus


def hot_poker() -> Iterator[Entry]:
    for option in hot_poker_spot.FOR_ONE:
        yield {"option": option}, "base", lambda: hot_poker_spot.always_stay(option)
    for cost, heads_up in hot_poker_spot.PRICES:
        choices = {"cost": str(cost), "variant": "heads-up" if heads_up else "table"}
        yield choices, "base", lambda: hot_poker_spot.solve(cost, heads_up)[0]


ENTRIES = {
    "phil-em-up": phil, "three-card-poker": three_card, "let-it-ride": let, "mississippi-stud": mississippi,
    "dakota-duel-draw": dakota, "caribbean-stud": caribbean, "hot-poker-spot": hot_poker,
    "criss-cross-poker": criss_cross,
}  # fmt: skip


def hands(game: str) -> dict[str, dict[str, str]]:
    """Return, for the games that start with two cards, a title -> starting hand -> its value under
    best play.
    """
    if game == "dakota-duel-draw":
        found = {"play, pocket-pair 1": dakota_duel_draw.values()}
    elif game == "hot-poker-spot":
        found = {
            f"option {option}": hot_poker_spot.hand_values(option)
            for option in hot_poker_spot.FOR_ONE
        }
        for cost, heads_up in hot_poker_spot.PRICES:
            found[f"cost {cost}{', heads-up' * heads_up}"] = hot_poker_spot.solve(cost, heads_up)[1]
    else:
        return {}
    return {
        title: {hand: str(value) for hand, value in values.items()}
        for title, values in found.items()
    }


def golden(choices: dict[str, str], bet: str, tally: Tally) -> dict:
    rows = sorted(tally.items(), key=lambda item: (item[0][0], -item[0][2], item[0][1]))
    return {
        "choices": choices,
        "bet": bet,
        "expected_value": str(expected_value(tally)),
        "average_wager": str(average_wager(tally)),
        "variance": str(variance(tally)),
        "net_win_frequency": str(net_win_frequency(tally)),
        "deals": str(deals(tally)),
        "outcomes": [
            [" ".join(actions), outcome, str(net), str(staked), str(count)]
            for (actions, outcome, net, staked), count in rows
        ],
    }


def text(game: str, seconds: int, results: list[dict], values: dict) -> str:
    """Return the golden file, one outcome a line."""
    lines = [json.dumps(result, ensure_ascii=False) for result in results]
    lines = [
        line.replace('"outcomes": [[', '"outcomes": [\n    [').replace("], [", "],\n    [")
        for line in lines
    ]
    source = f"tests/oracles/{game.replace('-', '_')}.py, {seconds} s"
    tables = ",\n  ".join(
        f"{json.dumps(title)}: {json.dumps(table)}" for title, table in values.items()
    )
    tail = f', "hands": {{\n  {tables}\n}}}}\n' if values else "}\n"
    return (
        f'{{"game": "{game}", "source": "{source}", "results": [\n  '
        + ",\n  ".join(lines)
        + "\n]"
        + tail
    )


def main() -> None:
    for game in sys.argv[1:] or ENTRIES:
        start = time.monotonic()
        results = [golden(choices, bet, tally()) for choices, bet, tally in ENTRIES[game]()]
        seconds = round(time.monotonic() - start)
        (GOLDENS / f"{game}.json").write_text(text(game, seconds, results, hands(game)))
        print(f"{game}: {len(results)} results, {seconds} s")


if __name__ == "__main__":
    main()
