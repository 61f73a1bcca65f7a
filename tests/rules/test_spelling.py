"""Words as people type them: every game, bet, choice, value and pay in several spellings means what
it means in its own, or is refused by naming what it may be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import combin
from combin.cards import cards_text, mask_of
from combin.errors import CombinError
from combin.games import sheet_of
from combin.rules import Choice
from combin.spelling import cards_in, meant
from shipped import DEALT

FIGURES = {"three": "3", "four": "4", "six": "6"}


def spellings(name: str) -> Iterator[str]:
    """Yield a name as people may type it."""
    spaced = name.replace("-", " ")
    yield from (name.upper(), spaced, spaced.title(), name.replace("-", "_"), f" {name} ")
    if not any(letter.isdigit() for letter in name):
        one = name if name.endswith("ss") else name.removesuffix("s")
        yield from (spaced.replace(" ", ""), name if name.endswith("ss") else one + "s", one)
    else:
        yield from (name.replace("-", "/"), name.replace("-", " / "))
    for word, figure in FIGURES.items():
        if word in name.split("-")[:-1]:
            yield name.replace(word, figure)


@pytest.mark.parametrize("slug", DEALT)
def test_a_game_answers_to_its_name_however_it_is_spelt(slug):
    title = combin.load(slug).title
    for spelling in (*filter(lambda one: "/" not in one, spellings(slug)), title, title.lower()):
        assert sheet_of(spelling).slug == slug, spelling


@pytest.mark.slow
@pytest.mark.parametrize("slug", DEALT)
def test_bets_choices_values_and_pays_are_read_in_any_spelling(slug):
    game = combin.load(slug)
    keys = [bet.key for bet in game.bets]
    choices = {choice.name for choice in game.choices}
    for key in keys:
        assert all(game.bet(one).key == key for one in spellings(key)), key
    assert game.bet(game.bets[0].base.title()).key in (keys[0], game.bets[0].base)
    for choice in game.choices:
        assert {game.choice(one) for one in spellings(choice.name)} == {choice}
        if isinstance(choice, Choice):
            for value in choice.values:
                assert {choice.accept(one) for one in spellings(value)} == {value}, value
                game.sheet.resolve({choice.name.upper(): value})
    for address in game.pays():
        for spelling in spellings(address):
            assert game.pay_meant(spelling) == address, spelling
    assert choices == {game.choice_meant(name) for name in choices}


@pytest.mark.parametrize(
    ("typed", "slug"),
    [
        ("uth", "ultimate-texas-holdem"), ("three-card", "three-card-poker"), ("3-card-poker", "three-card-poker"),
        ("4 card poker", "four-card-poker"), ("Crazy 4", "crazy-4-poker"), ("crazy four poker", "crazy-4-poker"),
        ("Ultimate Texas Hold'em", "ultimate-texas-holdem"), ("jacks", "jacks-or-better"),
        ("Phil 'em up", "phil-em-up"), ("pai gow", "pai-gow-poker"), ("DDB", "double-double-bonus"),
    ],
)  # fmt: skip
def test_first_words_and_initials_name_a_game(typed, slug):
    assert sheet_of(typed).slug == slug


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("ultimate", "may be the game 'ultimate-texas-holdem' or 'ultimate-three-card-poker'"),
        ("casino", "may be the game 'casino-holdem' or 'casino-war'"),
        ("poker", "'poker' may be the game 'caribbean-stud' or 'jacks-or-better'"),
        ("5-card-poker", "no game is called"),
        ("", "no game is called ''"), ("-", "no game is called"), ("t", "no game is called 't'"),
    ],
)  # fmt: skip
def test_a_name_that_may_be_several_is_refused(typed, words):
    with pytest.raises(CombinError, match=words):
        sheet_of(typed)


def test_a_number_is_only_itself():
    """8/5 and 85 are two pays, and so are 4.5 and 4-5."""
    assert meant("8/5", ["8-5", "9-6"], "x") == meant("8:5", ["8-5"], "x") == "8-5"
    for typed in ("85", "8.5", "8", "8-", "6-8-5", "-8-5", "+8-5"):
        assert meant(typed, ["8-5", "9-6"], "x") == typed


def test_a_hand_is_not_another_of_which_it_is_the_beginning():
    game = combin.load("jacks-or-better")
    assert game.pay_meant("straight") == "straight"
    assert game.pay_meant("royal") == "royal"
    assert game.pay_meant("Jacks or Better") == "pair-of-jacks"
    with pytest.raises(CombinError, match="has no pay 'royal'"):
        game.with_pays({"royal": 5})


@pytest.mark.parametrize("words", [
    ("Kh Qh Jh 3c",), ("KhQhJh3c",), ("K♥ Q♥ J♥ 3♣",), ("kh,qh,jh,3c",), ("Kh", "Qh", "Jh", "3c"), ("KHQHJH3C",),
    ("king of hearts", "Qh", "Jh", "3c"), ("K♥", "Q♥", "J♥/3♣"),
])  # fmt: skip
def test_cards_are_read_in_any_spelling(run, words):
    status, out, _ = run("advise", "phil-em-up", *words, "--json")
    if "/" in words[-1]:
        assert status == 2  # one zone of three cards and one: the groups are the game's own
        return
    assert status == 0
    assert (
        out.split('"cards"')[1:]
        == run("advise", "phil-em-up", "Kh Qh Jh 3c", "--json")[1].split('"cards"')[1:]
    )


def test_each_card_is_read_in_each_spelling():
    for mask in (
        mask_of(cards_in(text))
        for text in ("As10d", "A♠ 10♦", "ace of spades, ten of diamonds", "AS,TD")
    ):
        assert cards_text(mask) == "As Td"


@pytest.mark.parametrize("slug", DEALT)
def test_a_misspelt_main_bet_is_told_its_own_name(slug):
    """Not that of a side bet which is called after it."""
    game = sheet_of(slug).resolve()
    name = game.bets[0].base
    with pytest.raises(CombinError, match=f"did you mean '{re.escape(name)}'"):
        game.bet(f"{name[:-1]}q{name[-1]}")


def test_the_main_bet_answers_to_its_own_name():
    assert combin.load("baccarat").bet("banker").key == "base"
    assert combin.load("baccarat").bet("Banker Pair").key == "banker-pair"
    solution = combin.solve("dragon-tiger", bets=["Dragon"])
    assert solution["dragon"] is solution["base"]
    assert repr(solution).startswith("Solution of dragon-tiger: dragon ")
    assert "dragon: house edge" in str(solution) and "base" not in str(solution).split("Again:")[0]
    with pytest.raises(CombinError, match="was not solved; solved: base"):
        solution["tiger"]
    with pytest.raises(CombinError, match=r"has no bet 'tigr'.*did you mean 'tiger'"):
        solution["tigr"]


def test_decks_are_packs():
    assert combin.load("baccarat", {"decks": 6}) == combin.load("baccarat", {"packs": "6"})
    with pytest.raises(CombinError, match="choice packs is given twice"):
        combin.load("baccarat", {"decks": 6, "packs": 6})
    with pytest.raises(CombinError, match="has no choice 'decks'"):
        combin.load("three-card-poker", {"decks": 6})


@pytest.mark.slow
def test_a_list_is_priced_from_its_text():
    priced = combin.price(
        "caribbean-stud", "raise: a pair or higher\nraise: ace-king or better\nfold\n"
    )
    assert priced.value < combin.solve("caribbean-stud", bets=["base"])["base"].expected_value


def test_the_public_names_are_shown():
    assert dir(combin) == sorted(combin.__all__)
