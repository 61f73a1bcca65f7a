"""Every game, bet and choice: the engine equals the literal reference to the last integer, most of
them on shortened decks.
"""

from __future__ import annotations

from math import comb

import pytest

import combin
from agreement import assert_agree, assert_outcomes_agree, shortened
from combin.proof import reference
from combin.questions import solve as solver
from combin.rules import Amount, Bet, Game
from shipped import DEALT
from sizes import GAMES, on_demand

# What each game is recounted on, as ranks and suits, the first for every value of every choice: one
# suit and more, runs, gaps, with and without aces. `j` is the joker, where the game has one.
DECKS = {
    "baccarat": ["A689 cd", "234679K c", "59K c 2"],
    "blackjack-side-bets": ["678QA hc 3", "79K cdhs 2", "23456789TJQKA c"],
    "bonus-poker": ["TJQKA cd", "2A9 cdhs", "2345A dh"],
    "bonus-six": ["TJQKA cd", "569JA dh", "2345A cs", "5678TJQKA h", "6JKA cdh", "QKA cdhs"],
    "caribbean-stud": [
        "9TJQKA cd",
        "23456A dh",
        "2569TA cs",
        "9TJQKA234578 h",
        "TJKA cdh",
        "QKA cdhs",
    ],
    "casino-holdem": ["TJQKA cd", "3456A dh", "34TKA cs", "39TJQKA245 h", "QKA cdh"],
    "criss-cross-poker": ["TJQ cdh", "6TJA cd", "234A cd", "2A cdhs", "2346JQKA h"],
    "crazy-4-poker": ["9TJQKA cd", "234A cdh", "JKA cdhs", "2345679TJQKA h"],
    "dakota-duel-draw": [
        "789TA cd",
        "TJQKA cd",
        "2345A dh",
        "27TKA cs",
        "5789TJQKA h",
        "9QA cdh",
        "KA cdhs",
    ],
    "casino-war": ["9TK cd 2", "23A c 3", "TJQK c 2", "KA cdhs"],
    "deuces-wild": ["2TJQK cd", "2345A dh"],  # with four deuces in twelve cards it takes minutes
    "double-double-bonus": ["TJQKA cd", "3A9 cdhs", "2345A dh"],
    "dragon-tiger": ["A678K cd 3", "23456789TJQKA cdhs", "678 c 8"],
    "flushes-gone-wild": ["2QKA cdh", "29TJQA cd", "2KA cdhs", "23456789TJQKA h"],
    "four-card-poker": ["9TJQKA cd", "234A cdh", "JKA cdhs", "2345679TJQKA h"],
    "heads-up-holdem": ["TJQKA cd", "2345A dh", "29TKA cs", "29TJQKA345 h", "QKA cdh"],
    "high-card-flush": ["269TA cdh", "TJQKA dhs"],
    "hot-poker-spot": ["TJQKA cd", "2345A dh", "269TA cd", "9TJQKA2346 h", "KA cdhs", "JQA cdh"],
    "let-it-ride": [
        "9TJQKA cd",
        "2345678 dh",
        "2569TA cd",
        "9TJKA cdh",
        "TJKA cdhs",
        "23456789TJQKA h",
    ],
    "jacks-or-better": ["TJQKA cd", "TJA cdhs", "2345A dh"],
    "joker-poker": ["TJQKA cdj", "9KA cdhj", "2345A dhj"],
    "pai-gow-poker": ["23468TQ cdj"],
    "mississippi-stud": ["6TJQA cd", "23456 dh", "259TA cd", "5JA cdh", "JA cdhs", "2389TJQKA h"],
    "phil-em-up": [
        "9TJQKA cdj",
        "2345A dhj",
        "2569TA csj",
        "9TJQA cdhj",
        "TJKA cdhs",
        "QKA cdhsj",
        "23456789TJQKA hj",
        "2345678 cd",
    ],
    "red-dog": ["2456789TA c 2", "23456789TJQKA cd", "9QA cdhs", "5K c 8"],
    "texas-holdem-bonus": ["TJQKA cd", "2345A dh", "29TKA cs", "29TJQKA345 h", "QKA cdh"],
    "three-card-poker": [
        "9TJQKA cd",
        "2345A dhs",
        "26QKA cdh",
        "JQKA cdhs",
        "23456789QKA s",
        "56789 cdh",
    ],
    "ultimate-texas-holdem": ["TJQKA cd", "2345A dh", "29TKA cs", "29TJQKA345 h", "QKA cdh"],
    "ultimate-three-card-poker": ["9TJQKA cd", "2345A dhs", "26QKA cdh", "QKA cdhs"],
}

# Choices that only matter together, and prices of staying in.
COMBINED = [
    ("dakota-duel-draw", {"pocket-pair": "2", "sevens": "3"}),
    ("dakota-duel-draw", {"pocket-pair": "3", "big-8": "3", "variant": "lodge-2023"}),
    *(
        ("hot-poker-spot", {"cost": cost, "variant": variant})
        for cost in ("1", "1/2")
        for variant in ("table", "heads-up")
    ),
    ("hot-poker-spot", {"cost": "3", "variant": "heads-up", "option": "2"}),
    ("three-card-poker", {"pair-plus": "8", "suited-ace-king-queen": "100"}),
]


def on(slug: str, deck: str, choices: dict[str, str] | None = None):
    """Return a game on a deck: its ranks, its suits, with a j for the joker, and the packs if there
    are several.
    """
    ranks, suits, *packs = deck.split()
    game = combin.load(slug, choices)
    return shortened(
        game, ranks, suits.removesuffix("j"), int(suits.endswith("j")), *map(int, packs)
    )


# The defaults of each game, every other value of each of its choices, and the combined ones.
CHOSEN = [
    *((slug, {}) for slug in GAMES),
    *(
        (slug, {choice.name: value})
        for slug, game in GAMES.items()
        for choice in game.choices
        if not isinstance(choice, Amount)
        for value in choice.values
        if value != choice.default
    ),
    *COMBINED,
]

# Two decks a game beside the first are tried with the slow tests, the others on demand.
SHAPES = [
    pytest.param(slug, bet.key, deck, marks=pytest.mark.whole if number > 1 else ())
    for slug in DECKS
    for number, deck in enumerate(DECKS[slug][1:])
    for bet in GAMES[slug].bets
]


def changed(game: Game, bet: Bet) -> bool:
    """Return whether a bet is not what it is at the game's defaults."""
    default = GAMES[game.slug]
    return bet not in default.bets or (game.play, game.hands) != (default.play, default.hands)


def label(value) -> str:
    return " ".join(value.values()) if isinstance(value, dict) else str(value)


def test_every_game_has_decks():
    assert sorted(DECKS) == DEALT


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "choices"), on_demand(CHOSEN, ["baccarat", "pai-gow-poker"]), ids=label
)
def test_every_choice(slug, choices):
    """The first deck makes most hands of the game's tables possible."""
    game = combin.load(slug, choices)
    for bet in game.bets:
        if not choices or changed(game, bet):
            assert_agree(on(slug, DECKS[slug][0], choices), bet.key)


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "key", "deck"), SHAPES, ids=label)
def test_every_shape_of_deck(slug, key, deck):
    assert_agree(on(slug, deck), key)


# --- Whole decks -------------------------------------------------------------------------------

WHOLE = [
    ("three-card-poker", "pair-plus", comb(52, 3)),
    ("let-it-ride", "three-card-bonus", comb(52, 3)),
    ("mississippi-stud", "three-card-bonus", 52 * 51 * 50),
]


@pytest.mark.slow_after(2)
@pytest.mark.parametrize(("slug", "key", "deals"), WHOLE, ids=label)
def test_whole_decks(slug, key, deals):
    game = combin.load(slug)
    counted = reference.solve(game, key)
    assert counted.deals == deals
    assert_outcomes_agree(solver.solve(game, [key]).bets[key], counted)


# --- Threads -----------------------------------------------------------------------------------


# Choices under which the work is cut into many shares.
SHARED_OUT = {"hot-poker-spot": {"cost": "1/2"}, "pai-gow-poker": {"setting": "house"}}


@pytest.mark.slow
@pytest.mark.parametrize("slug", DEALT)
def test_results_do_not_depend_on_threads(slug):
    game = on(slug, DECKS[slug][0], SHARED_OUT.get(slug))
    one, *others = (solver.solve(game, threads=threads).bets for threads in (1, 2, 3, 7))
    assert all(other == one for other in others)
