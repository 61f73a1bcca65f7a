"""What people write in a strategy: every spelling read as it is meant, or refused in a line that
says why.
"""

from __future__ import annotations

import pytest

from combin.cards import cards_of
from combin.counting import Plan, tallies
from combin.errors import CombinError, Faults
from combin.games import sheet_of
from combin.strategies import parse
from combin.strategies.clauses import read
from combin.strategies.lines import stages_named
from combin.strategies.matching import matched, traits_of
from combin.strategies.vocabulary import View
from combin.texts import Stretch
from literal import Seen, holds
from views import pays


def view_of(slug: str, place: int = 0) -> View:
    game = sheet_of(slug).resolve()
    plan = Plan(game, game.bets[0])
    return View(plan, [*stages_named(plan).values()][place])


def meant(slug: str, words: str) -> list[list[str]]:
    found, faults = read(view_of(slug), Stretch(words))
    assert not faults
    return [[condition.phrase for condition in each] for each in found]


@pytest.mark.parametrize(
    ("slug", "words", "phrase"),
    [
        ("let-it-ride", "any high card", "a card ten or higher"),
        ("mississippi-stud", "any high card", "a card jack or higher"),
        ("let-it-ride", "2 high cards", "at least two cards ten or higher"),
        ("let-it-ride", "every high card", "every card ten or higher"),
        ("let-it-ride", "no high card", "no card ten or higher"),
        ("let-it-ride", "any paying hand", "a pair of tens or better"),
        ("let-it-ride", "10s or better", "a pair of tens or better"),
        ("let-it-ride", "pair of 10's or better", "a pair of tens or better"),
        ("let-it-ride", "no card lower than five", "every card five or higher"),
        ("let-it-ride", "no card below 5", "every card five or higher"),
        ("let-it-ride", "no card above nine", "no card ten or higher"),
        ("let-it-ride", "no card higher than a king", "no ace"),
        ("let-it-ride", "a card lower than six", "at most two cards six or higher"),
        ("let-it-ride", "two cards higher than nine", "at least two cards ten or higher"),
        ("let-it-ride", "3 cards T or better", "every card ten or higher"),
        ("let-it-ride", "3 to a royal", "three to a royal flush"),
        ("let-it-ride", "three suited", "three to a flush"),
        ("let-it-ride", "three suited in a row", "three to a straight flush with no gap"),
        (
            "let-it-ride",
            "3 to a straight flush, spread 4",
            "three to a straight flush with at most one gap",
        ),
        (
            "let-it-ride",
            "three to a straight flush with at most two gaps",
            "three to a straight flush",
        ),
        ("let-it-ride", "less than 3 points", "fewer than three points"),
        ("let-it-ride", "2 points or more", "at least two points"),
        ("caribbean-stud", "AKQJ or better", "A-K-Q-J or better"),
        ("caribbean-stud", "A/K/Q/J or higher", "A-K-Q-J or better"),
        ("caribbean-stud", "ace-king-queen-jack or better", "A-K-Q-J or better"),
        ("caribbean-stud", "A-K-Q-x-x", "A-K-Q-x-x"),
        ("caribbean-stud", "AKQxx", "A-K-Q-x-x"),
        ("caribbean-stud", "A-K-Q-x-x or better", "A-K-Q or better"),
        ("caribbean-stud", "AK or better", "ace-king or better"),
        ("caribbean-stud", "worse than ace-king", "less than ace-king"),
        ("caribbean-stud", "the dealer shows a queen or lower", "the up card is a queen or lower"),
        (
            "caribbean-stud",
            "the dealer's up card is an 8 or less",
            "the up card is an eight or lower",
        ),
        (
            "caribbean-stud",
            "the up card matches one of your cards",
            "the up card matches one of yours",
        ),
        ("three-card-poker", "Q/6/4 or better", "Q-6-4 or better"),
        ("dakota-duel-draw", "9-high or better", "nine high or better"),
        ("dakota-duel-draw", "suited and connected", "suited and connected"),
        ("phil-em-up", "joker", "the joker"),
        ("phil-em-up", "4 to an outside straight", "four to an open-ended straight"),
        ("phil-em-up", "a gutshot", "four to an inside straight"),
        ("phil-em-up", "a flush draw", "four to a flush"),
    ],
)
def test_a_spelling_is_read_as_the_phrase_it_means(slug, words, phrase):
    assert meant(slug, words) == [[phrase]]
    assert meant(slug, words.upper() if "x" not in words else words) == [[phrase]]


@pytest.mark.parametrize(
    ("slug", "words", "alternatives"),
    [
        ("phil-em-up", "the joker and three to a flush", [["the joker", "three to a flush"]]),
        ("phil-em-up", "the joker, three to a flush", [["the joker", "three to a flush"]]),
        ("phil-em-up", "the joker, and three to a flush", [["the joker", "three to a flush"]]),
        ("phil-em-up", "the joker or any pair", [["the joker"], ["any pair or better"]]),
        ("phil-em-up", "the joker,or any pair", [["the joker"], ["any pair or better"]]),
        ("phil-em-up", "the joker ,and any pair", [["the joker", "any pair or better"]]),
        (
            "phil-em-up",
            "any pair or better or the joker and no ace",
            None,
        ),
        (
            "phil-em-up",
            "any pair or better, or the joker and three to a flush",
            [["any pair or better"], ["the joker", "three to a flush"]],
        ),
        (
            "let-it-ride",
            "three to a straight flush, spread 4, with at least one high card",
            [["three to a straight flush with at most one gap", "a card ten or higher"]],
        ),
        (
            "let-it-ride",
            "three to a straight flush, spread 5 and two high cards",
            [["three to a straight flush", "at least two cards ten or higher"]],
        ),
        ("dakota-duel-draw", "6-5 suited", [["exactly 6-5", "suited"]]),
        ("dakota-duel-draw", "T9o", [["T9o"]]),
        ("dakota-duel-draw", "K-x suited", [["K-x", "suited"]]),
        ("dakota-duel-draw", "65s or 87s", [["87s, 65s"]]),
    ],
)
def test_phrases_are_joined_by_and_and_parted_by_or(slug, words, alternatives):
    if alternatives is None:
        assert "two ways" in str(read(view_of(slug), Stretch(words))[1][0])
    else:
        assert meant(slug, words) == alternatives


@pytest.mark.parametrize(
    ("slug", "words", "because"),
    [
        ("let-it-ride", "at most two gaps", "--words lists what can be said"),
        ("let-it-ride", "any pair, an ace or no ace", "can be read in two ways"),
        ("let-it-ride", "any pair and an ace or no ace", "can be read in two ways"),
        (
            "let-it-ride",
            "an ace, or two aces, no pair or better",
            "unknown phrase 'no pair or better'",
        ),
        ("let-it-ride", "6-5 suited", "say how many are 'to a flush'"),
        ("let-it-ride", "with a gap", "unknown phrase 'with a gap'"),
        (
            "let-it-ride",
            "three to a straight with one gap",
            "did you mean 'three to a straight with at most one gap'?",
        ),
        ("caribbean-stud", "any high card", "say which cards are high"),
        ("caribbean-stud", "AKQX or better", "--words lists what can be said"),
        ("caribbean-stud", "A-K-Q-x or better", "--words lists what can be said"),
        ("caribbean-stud", "AKQJ", "did you mean 'A-K-Q-J or better'"),
        ("caribbean-stud", "AAKK or better", "--words lists what can be said"),
        ("caribbean-stud", "no pair", "unknown phrase 'no pair'"),
        ("dakota-duel-draw", "6-5", "or better"),
    ],
)
def test_what_is_not_known_is_refused_and_never_taken_for_something_like_it(slug, words, because):
    _, [fault] = read(view_of(slug), Stretch(words))
    assert because in str(fault)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("words", "literally"),
    [
        ("6-5 suited", "suited"),
        ("exactly 6-5", None),
        ("K-x", None),
        ("no card lower than five", "every card five or higher"),
        ("a card below five", "at most one card five or higher"),
    ],
)
def test_cards_by_their_letters_hold_with_those_cards_alone(words, literally):
    view = view_of("dakota-duel-draw")
    (conditions,), _ = read(view, Stretch(words))
    for tally in tallies(view.plan):
        rows = traits_of(view, tally, 0, range(view.width))
        met = matched(rows, view.width, [(1, conditions)])
        for at, said in enumerate(met):
            own = [card for mask in tally.levels[0].state(at) for card in cards_of(mask)]
            ranks = sorted((card & 15 for card in own), reverse=True)
            holding = ranks == [4, 3] if "6-5" in words else True
            holding &= ranks[0] == 11 > ranks[1] if words == "K-x" else True
            holding &= holds(literally, Seen(own, 2, None, pays(view))) if literally else True
            assert (said == 1) == holding, own


def test_all_faults_of_a_file_are_told_at_once_each_with_its_line():
    text = (
        "bet 1:\nlet-it-ride a pair of tens or better\npull-back: tree to a flush, flsh\n"
        "bet 3:\nfly: otherwise\nbet 2:\nfly: otherwise\n"
    )
    with pytest.raises(Faults) as caught:
        parse(text, sheet_of("let-it-ride").resolve(), name="my.txt")
    starts = [fault.partition(": ")[0] for fault in caught.value.faults]
    assert starts == ["my.txt:2:1", "my.txt:3:12", "my.txt:3:29", "my.txt:4:1", "my.txt:7:1"]
    assert "no colon after the action" in caught.value.faults[0]
    assert "did you mean 'three to a flush'" in caught.value.faults[1]


def test_faults_are_printed_a_line_each(run, tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("raise: any pear\nhold: any pair\nfold\n")
    status, out, err = run("price", "caribbean-stud", file)
    assert (status, out, err.count("\n")) == (2, "", 2)
    assert all(line.startswith(f"combin: {file}:") for line in err.splitlines())


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("raise with any pair\nfold", "no colon after the action in 'raise with any pair'"),
        ("any pair or better\nfold", "no colon in 'any pair or better'; a line is an action"),
    ],
)
def test_a_line_without_a_colon_is_told_what_it_lacks(text, what):
    with pytest.raises(CombinError, match=what):
        parse(text, sheet_of("caribbean-stud").resolve())


def test_an_alternative_is_a_line_of_its_own():
    game = sheet_of("let-it-ride").resolve()
    both = "let-it-ride: any paying hand or three to a royal flush\npull-back: otherwise\n"
    apart = (
        "let-it-ride: a pair of tens or better\nlet-it-ride: three to a royal flush\n"
        "pull-back: otherwise\n"
    )
    rest = "bet 2:\npull-back: otherwise\n"
    assert (
        parse(f"bet 1:\n{both}{rest}", game).blocks == parse(f"bet 1:\n{apart}{rest}", game).blocks
    )


def test_words_are_searched(run, refused):
    out = run("strategy", "let-it-ride", "--words", "royal")[1]
    assert "three to a royal flush" in out and "ten or higher" in out and "points" not in out
    assert out.endswith("Again: combin strategy let-it-ride --words royal\n")
    assert (
        "every card five or higher"
        in run("strategy", "let-it-ride", "--words", "no card lower than five")[1]
    )
    refused("strategy", "let-it-ride", "--words", "fulsh", words="did you mean 'flush'")


@pytest.mark.parametrize("number", ["1/0", "٣", "nan", "a-lot"])
def test_what_was_wagered_is_a_number(number):
    game = sheet_of("phil-em-up").resolve()
    with pytest.raises(CombinError, match="wagered"):
        parse(f"stay: at least {number} wagered so far\ndouble: otherwise", game, "base")


@pytest.mark.parametrize("words", ["ten-six", "queen-six", "T-6", "Q-6-x"])
def test_a_six_is_a_card(words):
    game = sheet_of("ultimate-three-card-poker").resolve()
    (line, _) = parse(f"fold: less than {words}\n1x: otherwise", game).blocks["fold or play"]
    assert "-six" in str(line)
