"""Drawing rules as tables: what is read off the rules is what is dealt."""

from dataclasses import replace

import pytest

from combin.dossier.tableau import tableau
from combin.games import sheet_of
from combin.ranking import BACCARAT, Points
from combin.render import page
from combin.render.layout import Table
from combin.render.rules import steps
from combin.rules import ALWAYS, All, Any, Below, Deal, Hand, Not, Reaches
from combin.rules.glossary import called
from shipped import DEALT

# The banker by his total: to which of the player's third cards he draws; and where the player stands.
BANKER = {
    **dict.fromkeys((0, 1, 2), "0123456789"),
    3: "012345679",
    4: "234567",
    5: "4567",
    6: "67",
    7: "",
}
STANDS = {total: total < 6 for total in range(10)}


def by_points(game, zone):
    """Return the table of a card, (points of the hand, of the other, of the card) -> drawn."""
    (deal,) = (step for step in game.play if isinstance(step, Deal) and step.zone == zone)
    found = tableau(game, deal)
    return {
        (total, other, column.card): column.drawn[place]
        for place, span in enumerate(found.rows)
        for total in spread(span)
        for column in found.columns
        for other in spread(column.points)
    }


def spread(span):
    """Return the points of a span, ``0-7``; none for any."""
    first, _, last = span.partition("-")
    return range(int(first), int(last or first) + 1) if span else [None]


def test_the_banker_draws_as_every_house_says():
    game = sheet_of("baccarat").resolve()
    told = by_points(game, "banker-3")
    for total, cards in BANKER.items():
        for card in "0123456789":
            assert told[total, None, card] is (card in cards), (total, card)
    for total, drawn in STANDS.items():
        assert {told[total, player, "none"] for player in (6, 7)} == {drawn}
        assert {told[total, player, "none"] for player in (8, 9)} == {False}
    assert {told[total, None, "5"] for total in (8, 9)} == {None}
    told = by_points(game, "player-3")
    assert told == {
        (total, other, ""): total < 6 and other < 8 for total in range(10) for other in range(10)
    }


@pytest.mark.slow_after(3)
@pytest.mark.parametrize("least", range(1, 10))
def test_the_table_follows_the_rules(least):
    """The player draws below another total; nothing is typed in."""
    game = sheet_of("baccarat").resolve()
    when = Not(Any((Reaches("player-two", str(least)), Reaches("banker-two", "8"))))
    play = tuple(replace(s, when=when) if s == game.play[4] else s for s in game.play)
    told = by_points(replace(game, play=play), "player-3")
    assert all(drawn is (key[0] < least and key[1] < 8) for key, drawn in told.items())
    assert all(
        drawn is not None
        for (_, _, card), drawn in by_points(replace(game, play=play), "banker-3").items()
        if card == "none"
    )


@pytest.mark.parametrize("slug", DEALT)
def test_a_card_that_is_dealt_by_points_has_a_table(slug):
    """Of all games: no step is told by totals in a sentence."""
    game = sheet_of(slug).resolve()
    points = {hand.name for hand in game.hands if isinstance(hand.ranking, Points)}
    drawn = [row for step in steps(game) for row in step.drawing]
    text = "\n".join(" ".join(row) for row in drawn)
    for step in game.play:
        if isinstance(step, Deal) and step.when != ALWAYS:
            asked = {name for name in points if f"'{name}'" in repr(step.when)}
            assert bool(tableau(game, step)) == bool(asked), step.zone
            assert not asked or all(row in text for row in tableau(game, step).rows)
    assert (slug == "baccarat") == bool(drawn)


def test_what_is_no_table_is_told_in_a_sentence():
    """A third hand that matters, and a card of no hand that draws."""
    game = sheet_of("baccarat").resolve()
    third = Hand("all-four", BACCARAT, ("player-1", "player-2", "banker-1", "banker-2"))
    when = All((Below("player-two", "6"), Below("banker-two", "8"), Below("all-four", "5")))
    deal = replace(game.play[4], when=when)
    play = (*game.play[:4], deal, *game.play[5:])
    assert tableau(replace(game, hands=(*game.hands, third), play=play), deal) is None
    alone = replace(game.play[4], zone="burn")
    assert tableau(replace(game, play=(*game.play[:4], alone)), alone) is None


def test_a_page_has_it_as_a_table():
    """Each cell in a column of its own, of every game whose cards are drawn by points."""
    found = 0
    for slug in DEALT:
        game = sheet_of(slug).resolve()
        tables = [block for block in page._rules(game) if isinstance(block, Table)]
        for deal in (step for step in game.play if isinstance(step, Deal)):
            if rule := tableau(game, deal):
                rows = {f"{called(rule.hand)} {points}" for points in rule.rows}
                [shown] = [one for one in tables if rows <= {row[0] for row in one.rows}]
                assert {len(row) for row in (*shown.rows, shown.headers)} == {1 + len(rule.columns)}
                found += 1
    assert found >= 2
