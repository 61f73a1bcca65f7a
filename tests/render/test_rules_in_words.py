"""The play of a game in sentences, as reports tell it."""

import re

import pytest

from combin.games import FORMER, names, sheet_of
from combin.render import page
from combin.render.cards.felt import rules
from combin.render.layout import Table
from combin.render.rules import held, is_unmade, steps
from combin.rules import All, Any, Beats, Below, Chose, Not, Reaches, Row, Ties

SLUGS = [*names(), *FORMER]
# A name of the rules in a sentence, a step told from the outside, a wager that nobody made.
CLUMSY = re.compile(
    r"\b(?:go to thrown|no further decision|nothing changes|Wagered|first-three|turn-and-river)\b"
)


def lines_of(slug):
    return [step.line for step in steps(sheet_of(slug).resolve())]


@pytest.mark.parametrize("slug", SLUGS)
def test_the_play_is_told_in_sentences(slug):
    for step in steps(sheet_of(slug).resolve()):
        assert step.line[0].isupper() and step.line[-1] in ".:"
        for text in (step.line, *(said for _, said in step.actions)):
            assert not CLUMSY.search(text), text
            assert "  " not in text and " ," not in text


@pytest.mark.parametrize(
    ("slug", "line"),
    [
        ("jacks-or-better", "Decision: discard. Discard any of the five cards; each is replaced."),
        ("casino-holdem", "You get two cards."),
        ("casino-holdem", "Turn and river: two community cards."),
        ("casino-holdem", "The dealer turns over two cards."),
        ("casino-war", "You get your second card, only if the player chose war."),
        ("baccarat", "The banker gets a second card."),
        ("let-it-ride", "Bet 3 units. Optional bet: 3 Card Bonus."),
        ("bonus-six", "You get your own two cards and a community card."),
        ("blackjack-side-bets", "The dealer gets a hole card."),
    ],
)
def test_a_step_of_the_play(slug, line):
    assert line in lines_of(slug)


def test_nobody_is_you_where_nothing_is_decided():
    for slug in ("baccarat", "hot-poker-spot", "blackjack-side-bets"):
        assert not any(re.search(r"\b[Yy]our?\b", line) for line in lines_of(slug))


def test_a_bet_that_was_never_made_does_not_push():
    def unmade(wager, when, game, *above):
        *rows, row = (Row("", one, ()) for one in (*above, when))
        return is_unmade(wager, row, [*rows, row], game)

    game = sheet_of("ultimate-texas-holdem").resolve()
    assert unmade("play", Chose("fold"), game)
    assert not unmade("blind", Chose("fold"), game)  # it has its stake from the beginning
    assert not unmade("play", Chose("4x"), game)
    # Where all that made it have rows of their own above.
    war, beats = sheet_of("casino-war").resolve(), Beats("player", "dealer")
    won = All((Chose("war"), Beats("player-in-war", "dealer-in-war")))
    assert unmade("raise", beats, war, won, Chose("war"))
    assert not unmade("raise", beats, war, won) and not unmade("bet", beats, war, Chose("war"))
    assert "Player beats dealer: bet pays 1 to 1. Dealer wins: bet loses." in " ".join(rules(war))
    rows = [
        row
        for block in page._rules(sheet_of("caribbean-stud").resolve())
        if isinstance(block, Table)
        for row in block.rows
    ]
    assert ("Fold", "the player chose fold", "lost", "no bet") in rows
    # What was staked before, and is not given up, may push.
    across = sheet_of("criss-cross-poker").resolve()
    assert not unmade("across", Chose("fold", "down"), across)
    assert unmade("down", Chose("fold", "down"), across)
    assert not unmade("down", Chose("fold"), across)  # in the middle it may have been made


def test_conditions_in_words():
    exactly = All((Reaches("banker", "7"), Below("banker", "8")))
    assert held(exactly) == "banker is 7"
    assert held(Reaches("spread", "spread-1")) == "spread is 1 or more"
    either = Any((exactly, Ties("one", "other")))
    assert held(either) == "banker is 7 or one ties other"
    assert held(All((Below("banker", "3"), either))) == (
        "banker is below 3 and (banker is 7 or one ties other)"
    )
    assert held(Not(either)) == "not (banker is 7 or one ties other)"
