"""A game is a page of text: what is written is what is read, and what is wrong is told with its place."""

import random
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given

from combin.cards import Deck
from combin.errors import CombinError, Faults
from combin.games import file_of, names, sheet_of
from combin.ranking import POKER, SPREAD, THREE_CARD, TWO_CARD, HandRanking, Points
from combin.rules import (
    ALWAYS,
    Action,
    All,
    Amount,
    Beats,
    Bet,
    Choice,
    Chose,
    Deal,
    Decide,
    Hand,
    Not,
    Pays,
    Paytable,
    Pick,
    Row,
    Settlement,
    Wager,
)
from combin.rules.game import Sheet
from combin.rules.loader import MISFITS, load, verify_strictly
from combin.rules.text.page import Page, text_of
from combin.rules.words import PUSH
from combin.texts import Misread
from random_games import SHAPES, proof
from shipped import DEALT

MOST = 2000  # combinations of choices that are compared of a game
NOT_RULES = {"sheet", "chosen", "usual", "priced", "choices", "terms", "rankings", "path"}


def read(text, file="page.game"):
    return Page(text, file).sheet()


def said(item):
    """Return all that rules say as nested tuples, in the order in which they say it."""
    if isinstance(item, Mapping):
        return tuple((key, said(value)) for key, value in item.items())
    if isinstance(item, tuple):
        return tuple(map(said, item))
    if isinstance(item, Points):  # the order of its cards says nothing
        return item.name, sorted(item.values.items()), item.modulo
    if is_dataclass(item) and not isinstance(item, type):
        parts = [one.name for one in fields(item) if one.name not in NOT_RULES]
        return type(item).__name__, *(said(getattr(item, name)) for name in parts)
    return item


def settings(sheet, most):
    """Return all combinations of choices, or each value alone and a sample of combinations."""
    values = [
        ("0", "1/10", "1") if isinstance(one, Amount) else tuple(one.values)
        for one in sheet.choices
    ]
    keys = [one.name for one in sheet.choices]
    count = 1
    for one in values:
        count *= len(one)
    if count <= most:
        return [dict(zip(keys, one)) for one in product(*values)]
    alone = [{key: value} for key, one in zip(keys, values) for value in one]
    draws = random.Random(46)
    return alone + [{key: draws.choice(one) for key, one in zip(keys, values)} for _ in range(most)]


def resolved(sheet, chosen):
    try:
        return said(sheet.resolve(chosen))
    except CombinError as error:
        return str(error)


# --- Round trips -------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", names())
def test_a_page_that_is_written_reads_as_the_same_game(slug):
    sheet = sheet_of(slug)
    text = text_of(sheet)
    again = read(text)
    assert said(again.choices) == said(sheet.choices)
    for chosen in settings(sheet, 8)[:20]:
        assert resolved(again, chosen) == resolved(sheet, chosen), chosen
    assert text_of(again) == text == str(sheet)


@pytest.mark.slow
@pytest.mark.parametrize("slug", names())
def test_a_page_reads_as_the_same_game_whatever_is_chosen(slug):
    sheet = sheet_of(slug)
    again = read(text_of(sheet))
    for chosen in settings(sheet, MOST):
        assert resolved(again, chosen) == resolved(sheet, chosen), chosen


@pytest.mark.slow
@pytest.mark.parametrize("slug", names())
def test_the_rules_in_force_read_as_those_rules(slug):
    sheet = sheet_of(slug)
    for chosen in settings(sheet, 30):
        try:
            game = sheet.resolve(chosen)
        except CombinError:
            continue
        again = read(text_of(game)).resolve()
        kept = {hand.name for hand in again.hands}  # what no bet asks is left out
        assert {hand.name for hand in game.hands} - kept <= {"on-flop", "on-turn"}
        assert said(again.play) == said(game.play) and said(again.bets) == said(game.bets)
        assert said(again.hands) == said(tuple(one for one in game.hands if one.name in kept))


def test_a_ranking_of_the_game_s_own_keeps_its_name_whatever_is_chosen():
    """With the ranks that are dealt then, too, which say what a straight is."""
    text = STUD.replace(
        "cards: 52", "cards: [deck]\nchoice deck: what is dealt\n  52\n  36 = 6789TJQKA   36 cards"
    )
    told = "RANKING own-poker = poker, flush first; cards 5\n  " + " > ".join(POKER.families)
    text = text.replace("\nHANDS", f"\n{told}\n\nHANDS").replace("= poker of", "= own-poker of")
    for page in (
        text_of(read(text)),
        *(text_of(read(text).resolve({"deck": deck})) for deck in ("52", "36")),
    ):
        assert told.split("\n")[0] in page and "player = own-poker of player" in page


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_random_games_read_as_they_are_written(shape):
    @proof(30)
    @given(SHAPES[shape])
    def agree(sheet):
        assert resolved(read(text_of(sheet)), {}) == resolved(sheet, {})

    agree()


ODD = [
    *(
        "two words",
        "7-7-7",
        "a-1",
        "and",
        "otherwise",
        "is",
        "not",
        "table",
        "outcome",
        "less",
        "A",
    ),
    *("a,b", "x:y", "a;b", "a  b", " a", "a = b", "(x)", "[x]", "a|b", "if", "ends", "-", "none"),
    *("αβγ", "中文", "שלום", "नमस्ते", "e\u0301", "ﬁ", "a\u202eb", "a\u200bb"),
    *("push", "#", "a # b", "two-suited-7", "-x", "x--y", "à", "5 cards", "1.", "amount", "for 1"),
    *(
        "of",
        "a by b",
        "a of b",
        "a if b",
        "a to b",
        "a over b",
        "1,000",
        'q"q',
        "A B",
        "PLAY",
    ),
]


def odd_sheet(**called):
    """Return rules whose parts are called so."""
    names = (
        "zone hand side ante win go term toy source note choice value meaning people decision table "
        "words"
    )
    told = {**{name: name for name in names.split()}, **called}
    by = Pick(told["choice"], {told["value"]: Fraction(1), "2x": Fraction(2)})
    beats, lost = Beats(told["hand"], "other"), Fraction(-1)
    rows = (
        Row("fold", Chose("stop"), (lost, PUSH)),
        Row(
            *(told["win"], All((beats, Chose(told["go"], told["decision"])))),
            (by, Pays(Paytable(told["table"], {"flush": Fraction(5), "pair": by}), told["hand"])),
        ),
        Row("", Not(beats), (PUSH, Fraction(-1, 2))),
        Row("rest", ALWAYS, (lost, lost)),
    )
    own = HandRanking(told["zone"], 5, POKER.families)
    paid = Pays(Paytable("", {"flush": Fraction(7, 2), "pair": by}, PUSH, True), "third")
    actions = Action(told["go"], {told["ante"]: by}), Action("stop", {}, True)
    return Sheet(
        *("toy", told["toy"], told["source"], Deck()),
        play=(
            Deal(told["zone"], 5, told["note"]),
            Decide(told["decision"], actions),
            Deal("last", 5),
        ),
        hands=(
            Hand(told["hand"], POKER, (told["zone"],)),
            Hand("other", POKER, ("last",)),
            Hand("third", own, (told["zone"],)),
        ),
        bets=(
            Bet(
                *("base", (Wager("first", Fraction(1)), Wager(told["ante"], PUSH)), "first"),
                (Settlement(("first", told["ante"]), rows),),
            ),
            Bet(
                *(told["side"], (Wager(told["side"], Fraction(1)),), told["side"]),
                (Settlement((told["side"],), (Row("", ALWAYS, (paid,)),)),),
            ),
        ),
        notes=(told["note"],),
        choices=(
            Choice(told["choice"], told["meaning"], {told["value"]: told["words"], "2x": "two"}),
        ),
        names={"fold": told["people"]},
        terms={told["term"]: beats},
    )


@pytest.mark.slow
def test_odd_names_are_read_as_they_are_written_or_not_written():
    written = 0
    for part in (
        *("zone", "hand", "side", "ante", "win", "go", "term", "toy", "source", "note"),
        *("choice", "value", "meaning", "people", "decision", "table", "words"),
    ):
        for name in ODD:
            sheet = odd_sheet(**{part: name})
            try:
                text = text_of(sheet)
            except CombinError as error:
                assert not isinstance(error, Misread), (part, name, error)
                continue
            written += 1
            assert said(read(text)) == said(sheet), (part, name)
    assert written > 500


def test_any_numbers_of_cards_that_may_be_thrown_are_read_as_they_are_written():
    """The numbers may have gaps; a first and a last number alone would tell another game."""
    sheet = sheet_of("jacks-or-better")
    for cards in ((0, 2), (1, 2, 3), (0, 1, 5), (2,)):
        deal, part, draw = sheet.play
        own = replace(sheet, play=(deal, replace(part, cards=cards), draw))
        assert read(text_of(own)).play == own.play


def test_a_settlement_of_no_wager_is_read_as_it_is_written():
    """It settles nothing, and is named as the first row has it."""
    text = STUD.replace(
        "  choice raise:", "  outcome of nothing   if\n  -   otherwise\n  choice raise:"
    )
    assert said(read(text_of(read(text)))) == said(read(text))
    assert read(text).bets[0].settlements[1].columns == ()


def test_a_wager_on_which_nothing_is_staked_is_read_as_it_is_written():
    """The rules allow it, as a choice may leave an action out; a page says 0 then."""
    rows = (Row("", ALWAYS, (Fraction(1), Fraction(2))),)
    bet = Bet(
        "base",
        (Wager("ante", 1), Wager("raise", 0)),
        "ante",
        (Settlement(("ante", "raise"), rows),),
    )
    sheet = Sheet("toy", "Toy", "none", Deck(), play=(Deal("own", 5),), hands=(), bets=(bet,))
    text = text_of(sheet)
    assert "wagers: ante 1, raise 0" in text and resolved(read(text), {}) == resolved(sheet, {})
    with pytest.raises(CombinError, match="nothing is ever staked on 'raise'"):
        read(text.replace("raise 0", "raise"))


def test_pages_are_short_and_read_fast():
    pages = [Path(file_of(slug)).read_text(encoding="utf-8") for slug in names()]
    assert sum(bool(line.strip()) for page in pages for line in page.split("\n")) < 2400
    took = []
    for page in pages:
        start = time.process_time()
        read(page)
        took.append(time.process_time() - start)
    assert sorted(took)[len(took) // 2] < 0.015


@pytest.mark.parametrize("slug", names())
def test_a_shipped_page_tells_nothing_in_vain(slug):
    verify_strictly(file_of(slug))


# --- Layout ------------------------------------------------------------------------------------

STUD = Path(file_of("caribbean-stud")).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: re.sub(r"(?m)^( +)", lambda found: "\t" * (len(found[1]) // 2), text),
        lambda text: re.sub(r"(?<=\S) {2,}(?=\S)", "\t", text),
        lambda text: re.sub(r"(?m)^( +)", lambda found: found[1] * 3, text),
        lambda text: text.replace("\n\n", "\n"),
        lambda text: text.rstrip("\n"),
    ],
    ids=["CRLF", "BOM", "tabs", "tabs in tables", "wide", "no empty lines", "no last line end"],
)
def test_the_layout_of_a_page_does_not_matter(change, tmp_path):
    path = tmp_path / "stud.game"
    path.write_bytes(change(STUD).encode())
    assert load(str(path)) == sheet_of("caribbean-stud")


def test_a_term_goes_on_under_its_line():
    """A condition of several lines is read whole, and a fault in it has its own place."""
    text = str(sheet_of("baccarat"))
    assert max(map(len, text.split("TERMS")[1].split("HANDS")[0].splitlines())) <= 100
    (told,) = re.findall(r"\n  banker-answers = .*\n(?:    .*\n)+", text)
    in_one = " ".join(told.split())
    assert said(read(text.replace(told, f"\n  {in_one}\n"))) == said(sheet_of("baccarat"))
    wrong = text.replace("below 7\n    and six-or-seven", "below 7\n    and six-or-sevn")
    at = place_of(wrong, "and six-or-sevn")
    with pytest.raises(CombinError, match=rf"page\.game:{at}:9: .*'six-or-sevn'.*six-or-seven"):
        read(wrong)


@pytest.mark.parametrize(
    ("cards", "deck"),
    [
        ("52 without K♥ K♦", "52 without Kd Kh"),
        ("78910JQKA", "789TJQKA"),
        ("6 decks of 23456789JQKA", "6 decks of 23456789JQKA"),
        ("789TJQKA in hs and the joker", "789TJQKA in hs and the joker"),
    ],
)
def test_cards_are_read_as_people_write_them(cards, deck):
    text = STUD.replace("cards: 52", f"cards: {cards}")
    assert f"\ncards: {deck}\n" in text_of(read(text))


# --- What is wrong -----------------------------------------------------------------------------

MISTAKES = [
    ("caribbean-stud", "four of a kind ", "four of a knd  ", "did you mean"),
    ("caribbean-stud", "player beats dealer ", "player beats deeler ", "'deeler' (did you mean 'dealer'?)"),
    ("caribbean-stud", "dealer is below ace-king", "dealer is below ace-kign", "ace-kign"),
    ("caribbean-stud", "chose fold  ", "chose fld   ", "no action is called 'fld' (did you mean 'fold'?)"),
    ("caribbean-stud", "\n  4 cards to down", "\n   4 cards to down", "this line is indented by 3"),
    ("caribbean-stud", "raise +2", "rase +2", "no wager is called 'rase' (did you mean 'raise'?)"),
    ("caribbean-stud", "    raise   raise +2", "    raise", "nothing is ever staked on 'raise'"),
    ("casino-war", "chose war and player-in-war beats dealer-in-war", "chose war and player-in-war beats", "a hand is expected at the end"),
    ("blackjack", "[das yes | no]", "[das yes | no", "this [ is not closed"),
    ("phil-em-up", "source:", "sauce:", "source:"),
    ("phil-em-up", "  1 card to last:", "  one more card to last:", "a step is `5 cards to ZONE"),
    ("caribbean-stud", "  decide fold", "  decode fold", "a step is `5 cards to ZONE"),
    ("phil-em-up", "\nHANDS", "\nHAND", "did you mean 'HANDS'?"),
    ("phil-em-up", "of hole, exposed, last", "of hole, exposd, last", "no zone is called 'exposd' (did you mean 'exposed'?)"),
    ("let-it-ride", "= poker of", "= pokr of", "no ranking is called 'pokr' (did you mean 'poker'?)"),
    ("blackjack", "  split: hands", "  splits: hands", "did you mean 'split'?"),
    ("blackjack", "dealer: stands on 17, soft", "dealer: stand on 17, soft", "did you mean 'stands on'?"),
    ("blackjack", "surrender none | late | early", "surrender none | late | erly", "has no value 'erly'"),
    ("mississippi-stud", "    straight:", "    strait:", "no choice is called 'strait' (did you mean 'straight'?)"),
    ("phil-em-up", "flush                         9", "flush                       $9", "not '$9'"),
    ("jacks-or-better", "pair of jacks        1", "two sevens           1", "did you mean 'pair-of-sevens'?"),
    ("jacks-or-better", "pair of jacks        1", "one pair             1", "did you mean 'pair'?"),
    ("jacks-or-better", "three of a kind      3", "trips                3", "did you mean 'three-of-a-kind'?"),
    ("jacks-or-better", "three of a kind      3", "3 of a kind          3", "did you mean 'three-of-a-kind'?"),
    ("jacks-or-better", "    two pair             2", "    nothing              0\n    two pair             2", "is told by a line `less`"),
    ("jacks-or-better", "8     8     7     6", "8     8     7", "one for each of paytable: 9-6, 9-5, 8-6, 8-5, 7-5, 6-5 is expected; 'full house' has 5"),
    ("jacks-or-better", "straight             4", "straight             4  5", "one pay for all, or one for each of paytable"),
    ("jacks-or-better", "five-card draw", "five card draw", "or `five-card draw`"),
    ("three-card-poker", "pair                        1", "pair of 7s                  1", "did you mean 'pair-of-sevens'?"),
    ("three-card-poker", "pair                        1", "high pair                   1", "known: suited-ace-king-queen, straight-flush"),
    ("three-card-poker", "pair                        1", "royal flush                 1", "high-card; or narrower, as pair-of-tens and queen-high"),
    ("three-card-poker", "dealer is below queen-high", "dealer is below player", "is expected, not the hand 'player'; two hands are compared"),
    ("three-card-poker", "dealer is below queen-high", "dealer is below queen high", "a name is one word: queen-high"),
    ("three-card-poker", "dealer is below queen-high", "dealer is lower than queen-high", "what is less is `dealer is below pair`"),
    ("three-card-poker", "dealer is below queen-high", "dealer below queen-high", "did you mean `is below`?"),
    ("three-card-poker", "player beats dealer          1      1", "player wins   1      1", "did you mean `player beats dealer`?"),
    ("three-card-poker", "player beats dealer          1      1", "player beats dealer   1", "what is paid for ante and play; this has 1"),
    ("three-card-poker", "player beats dealer          1      1", "player beats dealer   1   1   1", "what is paid for ante and play; this has 3"),
    ("three-card-poker", "player equals dealer", "player ties dealer", "did you mean `equals`?"),
    ("three-card-poker", "chose fold                   lost", "player folds                 lost", "did you mean `chose fold`?"),
    ("three-card-poker", "= three-card of player", "= 3-card of player", "no ranking is called '3-card' (known: ace-high"),
    ("ultimate-texas-holdem", "dealer is below pair ", "dealer is below a pair ", "leave out 'a'"),
    ("ultimate-texas-holdem", "table blind by player   1", "table blind   1", "`table NAME by HAND`"),
    ("ultimate-texas-holdem", "10% of the meter", "10%", "percent are of the meter"),
    ("ultimate-texas-holdem", "of dealer, flop, turn-and-river", "of dealer and flop, turn-and-river", "commas stand between zones"),
    ("baccarat", "player-eight = player is 8", "player-eight = player is at least 8", "`player is 8 or more`"),
    ("baccarat", "player-eight = player is 8", "player-eight = player is 8 or 9", "a whole condition stands after `or`: player is 9"),
    ("baccarat", "0.95   1      0.5", "0.95   1", "one for each of commission: 5, ez, super-6 is expected; 'wins with 6' has 2"),
    ("blackjack", "double: totals [double any | 9-11 | 10-11], after split [das yes | no]", "double: any", "did you mean `totals any`?"),
    ("blackjack", "surrender: [surrender none | late | early]", "surrender: late", "did you mean `when late`?"),
    ("blackjack", "surrender: [surrender none | late | early]", "surrender: when latte", "one of late, early is expected, not 'latte'"),
    ("blackjack", "stands on 17, soft [soft17 stand: 17 | hit: 18]", "hits soft 17", "`dealer: stands on 17, soft 18`"),
    ("blackjack", "natural: pays [natural", "blackjack: pays [natural", "did you mean `natural: pays 3 to 2`?"),
    ("blackjack", "charlie: [charlie none | 5 | 6 | 7]", "insurance: 2", "did you mean `SIDE BET insurance`?"),
    ("blackjack", "[packs 6 | 1 | 2 | 3 | 4 | 5 | 7 | 8] decks", "6", "cards are 52, 6 decks"),
]  # fmt: skip


def place_of(text, old):
    before = text[: text.index(old)]
    return before.count("\n") + 1


@pytest.mark.parametrize(
    ("slug", "old", "new", "words"), MISTAKES, ids=[one[2].strip() for one in MISTAKES]
)
def test_a_mistake_is_told_with_its_place(slug, old, new, words):
    text = Path(file_of(slug)).read_text(encoding="utf-8")
    assert old in text, "the page has changed"
    with pytest.raises(CombinError) as caught:
        read(text.replace(old, new, 1))
    told = getattr(caught.value, "faults", (str(caught.value),))
    [fault, *_] = [one for one in told if words in one] or [str(caught.value)]
    assert words in fault, told
    line = place_of(text, old) + old.startswith("\n")
    found = re.match(r"page\.game:(\d+):(\d+): ", fault)
    assert found and (int(found[1]) == line or words.startswith(("source", "nothing is"))), fault


@pytest.mark.parametrize("ranking", [POKER, THREE_CARD, TWO_CARD, SPREAD], ids=lambda one: one.name)
def test_no_other_hand_is_suggested_than_was_typed(ranking):
    """A name with one word changed for that of another hand is no slip of the pen."""
    known = ranking.known_names()
    words = {word for name in known for word in name.split("-")}
    for name in known[::4]:
        parts = name.split("-")
        for at, old in enumerate(parts):
            for new in (one for one in words if one.rstrip("es") != old.rstrip("es")):
                changed = "-".join([*parts[:at], new, *parts[at + 1 :]])
                try:
                    ranking.threshold(changed)
                except CombinError as error:
                    assert f"did you mean {name!r}" not in str(error), changed


def test_a_table_that_turns_lack_is_told_by_an_example():
    text = Path(file_of("blackjack")).read_text(encoding="utf-8")
    text = re.sub(r"\n  natural: .*", "", text)
    with pytest.raises(CombinError, match=r"needs one line such as `natural: pays 3 to 2`"):
        read(text)


PASSED_OVER = [
    ("caribbean-stud", "\nHANDS", "\nPLAY\n  1 card to last\nHANDS", "PLAY is told twice"),
    ("caribbean-stud", "\nPLAY", "\nPLAY of the house", "the end of the line is expected after PLAY"),
    ("caribbean-stud", "MAIN GAME", "MAIN GAME ante", "MAIN GAME or the end of the line"),
    ("caribbean-stud", "  player = poker of player", "  player = poker of player\n    any cards", "no lines stand under this one, and line 20"),
    ("caribbean-stud", "\n  4 cards to down", "\n  1 card to burnt\n    face down\n  4 cards to down", "no lines stand under this one, and line 17"),
    ("caribbean-stud", "outcome                   if", "outcome ante              if", "the head of a settlement"),
    ("caribbean-stud", "  table\n", "  table again by player\n", "`table NAME` is expected"),
    ("caribbean-stud", "    fold    ends", "    fold    ends, ends", "an action says"),
    ("caribbean-stud", "raise +2", "raise +2, raise +1", "said twice"),
    ("caribbean-stud", "raise +2", "raise +3 to 2", "a number such as 2"),
    ("caribbean-stud", "    three of a kind     3\n", "    three of a kind     3\n    less   push\n    less   lost\n", "'less' stands twice"),
    ("caribbean-stud", "full house          7 ", "full house          7 for 1 ", "of the whole table"),
    ("caribbean-stud", "  choice raise:", "  table more\n    flush   3\n  choice raise:", "no row pays by this table"),
    ("caribbean-stud", "    4   999", "    3   999", "the value '3' is told twice"),
    ("caribbean-stud", "1     2     3     4\n    royal flush       100", "1     2     3     3\n    royal flush       100", "the value '3' stands twice"),
    ("caribbean-stud", "cards: 52", "cards: 53", "cards are 52"),
    ("caribbean-stud", "for 1, meter", "for 1, for 1, meter", "said twice"),
    ("mississippi-stud", "SIDE BET three-card-bonus\n", "", "a bet is paid by one table"),
    ("blackjack", "  model: [model]", "  model: [model]\n  model: total", "model is said once"),
    ("blackjack", "  model: [model]", "  model: total   [only das yes]", "model is said once"),
    ("blackjack", "  charlie: [charlie none | 5 | 6 | 7]", "  charlie", "what 'charlie' is"),
    ("blackjack", "[das yes | no]", "[das yes | no | otherwise: no]", "and `otherwise` is too"),
    ("blackjack", "  A 1, 2-9 pips, T-K 10\n\nPOINTS aces-high", "  A 1, 2-9 pips, T-K 10, A 11\n\nPOINTS aces-high", "what A counts is told twice"),
    ("blackjack", "A 11, 2-9 pips", "A 11, 9-2 pips", "ranks go up from 2 to A"),
    ("blackjack", "pays if the dealer has a natural: 2\n", "pays if the dealer has a natural: 2\n  bust: pays 2\n", "a bet on the dealer's cards says"),
    ("pai-gow-poker", "[only variant face-up]\n", "[only variant]\n", "values of the choice variant"),
    ("pai-gow-poker", "  lower = ", "  table = ", "'table' has a meaning in conditions"),
    ("red-dog", "HANDS\n", "SPREAD new = new\n  ace low\nHANDS\n", "no lines stand under this one"),
    ("red-dog", "HANDS\n", "SPREAD new = new; ace high\nHANDS\n", "a SPREAD is told as in `SPREAD gap = the gap; ace low`"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("slug", "old", "new", "words"),
    PASSED_OVER,
    ids=[f"{one[0]} {one[2].strip()}" for one in PASSED_OVER],
)
def test_nothing_that_a_page_says_is_passed_over(slug, old, new, words):
    text = Path(file_of(slug)).read_text(encoding="utf-8")
    assert old in text, "the page has changed"
    with pytest.raises(CombinError, match=re.escape(words)):
        read(text.replace(old, new, 1))


def test_a_hand_that_depends_on_a_choice_keeps_its_ranking_under_each_value():
    text = STUD.replace(
        "  dealer = poker of up, down",
        "  dealer = poker of up, down       [only of poker]\n"
        "  dealer = low-hand of up, down    [only of low]\n"
        "  choice of: what ranks the dealer's hand\n    poker\n    low",
    )
    hands = read(text).hands.values
    assert hands["poker"][1].ranking.name == "poker" != hands["low"][1].ranking.name


@pytest.mark.parametrize(
    ("old", "new", "faults"),
    [
        ("HANDS", "HAND", 1),
        ("MAIN GAME", "Main game", 1),
        ("cards: 52\n\nPLAY", "cards: 52\n\n  PLAY", 1),
        ("  5 cards to player", "  deal 5 cards to player", 1),
        ("raise:              1", "rase:              1", 1),
        ("ante   raise\n  fold", "ante raise\n  fold", 2),
        ("    4   999", "    4 999", 1),
        ("  choice raise:", "  choices raise:", 1),
    ],
)  # fmt: skip
def test_one_mistake_is_told_once(old, new, faults):
    assert old in STUD
    with pytest.raises(CombinError) as caught:
        read(STUD.replace(old, new, 1))
    assert len(getattr(caught.value, "faults", ("",))) == faults, caught.value


def test_two_mistakes_that_excuse_each_other_are_told():
    """What is missed may stand in a line that could not be read; but then one of two is told."""
    text = STUD.replace("tie                       player equals dealer", "one   two")
    text = text.replace("dealer does not qualify   dealer is below ace-king", "two   one")
    with pytest.raises(CombinError, match=r"page\.game:\d+:\d+: no term is called '(one|two)'"):
        read(text)


def test_all_mistakes_of_a_page_are_told_at_once(run, tmp_path):
    path = tmp_path / "stud.game"
    path.write_text(STUD.replace("raise +2", "rase +2").replace("beats dealer ", "beats deeler "))
    status, out, err = run("solve", str(path))
    assert (status, out) == (2, "") and all(str(path) in line for line in err.splitlines())
    assert "no wager is called 'rase'" in err and "no hand is called 'deeler'" in err


FOUND_LATER = [  # what changes, what is said, and the text at the place of the fault
    ("caribbean-stud", [("  tie ", "  fold ")], "two rows of a settlement of the main game are called 'fold'", "fold                       player equals"),
    ("caribbean-stud", [("ante 1, raise", "ante 1, raise, ante 2")], "two wagers are called 'ante'", "ante 2"),
    ("caribbean-stud", [("HANDS\n", "HANDS\n  dealer = poker of player\n")], "two hands are called 'dealer'", "dealer = poker of up, down"),
    ("caribbean-stud", [("4 cards to down", "4 cards to up"), ("of up, down", "of up")], "two zones are called 'up'", "up: the dealer's face-down"),
    ("caribbean-stud", [("    fold    ends\n", "    fold    ends\n    fold    ends\n")], "two actions of 'fold or raise' are called 'fold'", "fold    ends\n    raise"),
    ("caribbean-stud", [("5 cards to player", "50 cards to player")], "deals 55 cards from a deck of 52", "52\n\nPLAY"),
    ("caribbean-stud", [("5 cards to player", "0 cards to player")], "cards of zone 'player' is a whole number from 1 up", "player: the player's cards"),
    ("caribbean-stud", [("HANDS\n", "HANDS\n  third = poker of player, up\n")], "the hand 'third' decides nothing", "third = poker"),
    ("caribbean-stud", [("poker of up, down", "three-card of up, down")], "have different rankings", "player = poker of player"),
    ("caribbean-stud", [("NOTES\n", "NAMES\n  foo = bar\n\nNOTES\n")], "nothing is called 'foo'", "foo = bar"),
    ("caribbean-stud", [("chose fold  ", "chose fold at last  ")], "row 'fold' speaks of the action 'fold'", "fold                      chose"),
    ("caribbean-stud", [("player equals dealer", "player equals player")], "row 'tie' compares the hand 'player' with itself", "tie  "),
    ("caribbean-stud", [("player beats dealer", "player beats dealer or player equals dealer")], "row 'tie' that settles", "tie  "),
    ("caribbean-stud", [(", meter 100,000", "")], "'royal-flush' of bet 'progressive' pays a share", "royal flush             the"),
    ("caribbean-stud", [("flush               5     5     5     9\n    straight            4     4     4     5", "straight            4     4     4     5\n    flush               5     5     5     9")], "lists 'flush' below a hand", "flush               5"),
    ("caribbean-stud", [("    fold    ends\n    raise   raise +2", "    fold    if player is pair or better\n    raise   raise +2, if player is flush or better")], "every action of 'fold or raise' has a condition", "fold or raise\n"),
    ("caribbean-stud", [("fold or raise\n", "fold or raise:\n")], "not 'fold or raise:'", "fold or raise:"),
    ("caribbean-stud", [("    fold    ends\n", "    fold    ends, raise -1\n")], "the action 'fold' takes back more of 'raise'", "fold    ends"),
    ("caribbean-stud", [("ante 1, raise", "ante 0, raise")], "nothing is staked on the main game", "MAIN GAME"),
    ("caribbean-stud", [("  dealer wins  ", "  flush  ")], "a row of the main game and a line of its paytable are both called 'flush'", "flush  "),
    ("caribbean-stud", [("SIDE BET progressive", "SIDE BET base")], "base is the key of the main game", "base\n"),
    ("pai-gow-poker", [("  seven = fortune of player, front", "  seven = fortune of player, front, player")], "hand 'seven' names a zone twice", "seven = "),
    ("blackjack", [("charlie: [charlie none | 5 | 6 | 7]", "charlie: 3")], "charlie is one of none, 5, 6, 7, not 3", "charlie: 3"),
    ("blackjack", [("stands on 17", "stands on 27")], "what the dealer draws below is 17, not 27", "dealer: stands"),
    ("blackjack", [("hands [splits 4 | 3 | 2 | 1]", "hands 9")], "`hands` of a split is one of", "split: hands"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("slug", "changes", "words", "at"),
    FOUND_LATER,
    ids=[one[2] for one in FOUND_LATER],
)
def test_what_only_the_rules_find_has_a_place(tmp_path, slug, changes, words, at):
    path = tmp_path / "own.game"
    text = Path(file_of(slug)).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, "the page has changed"
        text = text.replace(old, new, 1)
    path.write_text(text)
    with pytest.raises(CombinError, match=re.escape(words)) as caught:
        load(str(path))
    found = re.search(r"own\.game:(\d+):(\d+): ", str(caught.value))
    line = text.split("\n")[int(found[1]) - 1 :]
    assert "\n".join(line)[int(found[2]) - 1 :].startswith(at), caught.value


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the page is empty"),
        ("Toy\n", "no line `source: my own rules`"),
        ("Toy\nsource: x\ncards: 52\n", "no part MAIN GAME"),
        ("x" * 300_000, "at most 200,000 bytes"),
        ("Toy\u202e\n", "the character U+202E cannot be seen"),
        ("Toy\x00\n", "the character U+0000 cannot be seen"),
        ("Toy\nsource: x\ncards: 52\nTERMS\n  a = b\n  b = a\n", "without an end"),
        ("Toy\nsource: x\ncards: 52\nTERMS\n  a = " + "(" * 5000, "nested too deeply"),
        ("Toy\nsource: x\ncards: 52\nTERMS\n  a = " + "not " * 9000, "nested too deeply"),
        ("\n".join(["Toy", "source: x", "cards: 52", "TERMS", "  t0 = otherwise"] + [f"  t{n} = t{n - 1} or t{n - 1}" for n in range(1, 40)]), "hold more than 50,000 words"),
    ],
)  # fmt: skip
def test_a_page_that_is_none_is_refused_in_a_line(run, tmp_path, text, words):
    path = tmp_path / "toy.game"
    path.write_bytes(text.encode())
    status, out, err = run("solve", str(path))
    assert (status, out) == (2, "") and words in err and "Traceback" not in err


def test_tabs_in_the_words_of_a_page_are_spaces_when_it_is_printed():
    text = STUD.replace("The progressive bet", "The\tprogressive bet").replace(
        "the same with 200", "the same\twith 200"
    )
    printed = text_of(read(text))
    assert "The progressive bet" in printed and "the same with 200" in printed


BEGUN = "Toy\nsource: x\ncards: 52\nPLAY\n  5 cards to own\nHANDS\n  own = poker of own\nMAIN GAME\n  wagers: ante 1"
LONG = {
    "brackets": "\n  " + "[" * 190_000,
    "brackets in brackets": "\n  pays by own\n    flush  " + "[c a: " * 3000 + "1" + "]" * 3000,
    "marks": " " + "[only c x]" * 15_000 + "\n  choice c: x\n    x",
    "marks of many choices": "".join(f", w{one} 1 [only c{one} a]" for one in range(30))
    + "".join(f"\n  choice c{one}: x\n    a\n    b" for one in range(30)),
    "rows": "\n  outcome  if  ante" + "\n  a  own is flush  1" * 6000,
    "rows that are wrong": "\n  outcome  if  ante" + "\n  a" * 45_000,
    "lines under lines": "".join("\n" + " " * deep + "x" for deep in range(2, 600)),
    "commas": "\nHANDS\n  other = poker of " + "," * 190_000,
    "spaces before #": "\n  x" + " " * 180_000 + "y #",
    "hands that are none": "\n  pays by own" + "".join(f"\n    a{one}  1" for one in range(13_000)),
    "decks": "\ncards: " + "9" * 5000 + " decks",
    "brackets that close": "\n  pays by own\n    pair  " + "[]" * 95_000,
    "bars": "\n  pays by own\n    pair  [c " + "|" * 190_000 + "]",
    "parentheses": "\n  outcome  if  ante\n  a  " + "(" * 190_000 + "  1",
    "pays of one line": "\n  pays by own\n    pair" + "  1" * 60_000,
    "names of all scripts": "\nTERMS\n"
    + "".join(f"  {chr(one)} = x\n" for one in range(0xA1, 0x3000) if chr(one).isalpha()),
}


@pytest.mark.parametrize("what", LONG)
def test_a_page_of_any_kind_is_read_or_refused_soon(what):
    start = time.process_time()
    with pytest.raises(CombinError) as caught:
        read(BEGUN + LONG[what])
    assert time.process_time() - start < 2
    told = getattr(caught.value, "faults", (str(caught.value),))
    assert max(map(len, told)) < 2500, "a fault does not repeat all of a line"


MEASURED = """
import resource, sys
from combin.errors import CombinError
from combin.rules.loader import load
def most(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for path in sys.argv[1:]:
    before = most()
    try:
        load(path)
    except CombinError:
        print(most() - before)
"""


@pytest.mark.slow
def test_a_page_of_any_kind_takes_little_memory(tmp_path):
    """Each page is refused, and none takes more than 50 MB; longer ones are not read at all."""
    paths = []
    for place, text in enumerate((*LONG.values(), "x\n" * 5_000_000)):
        paths.append(tmp_path / f"{place}.game")
        paths[-1].write_text(BEGUN + text)
    with pytest.raises(CombinError, match="has at most 200,000 bytes"):
        load(str(paths[-1]))
    told = subprocess.run(
        [sys.executable, "-c", MEASURED, *map(str, paths)],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    measured = [int(one) for one in told.stdout.split()]
    assert len(measured) == len(paths) and max(measured) < 50_000


def damaged(text, draws):
    """Return a page with something cut, doubled, exchanged, moved or put in."""
    lines = text.split("\n")
    place = draws.randrange(len(lines))
    line = lines[place]
    at = draws.randrange(len(line) + 1)
    match draws.randrange(7):
        case 0:
            del lines[place]
        case 1:
            lines.insert(place, line)
        case 2:
            other = draws.randrange(len(lines))
            lines[place], lines[other] = lines[other], line
        case 3:
            lines[place] = line[:at] + line[at + 1 :]
        case 4:
            lines[place] = line[:at] + draws.choice(' |[]():,"=#-9x\t♥') + line[at:]
        case 5:
            lines[place] = " " * draws.randrange(6) + line.strip()
        case _:
            words = line.split(" ")
            draws.shuffle(words)
            lines[place] = " ".join(words)
    return "\n".join(lines)


def verify_damaged(count, seed):
    """Check that a damaged page is refused with a place, or means what it says."""
    draws = random.Random(seed)
    refused = 0
    for number in range(count):
        slug = names()[number % len(names())]
        text = damaged(Path(file_of(slug)).read_text(encoding="utf-8"), draws)
        try:
            again = read(text)
        except CombinError as error:
            refused += 1
            for fault in error.faults if isinstance(error, Faults) else (str(error),):
                assert re.match(r"page\.game:\d+:\d+: ", fault) or fault.startswith("and "), fault
            continue
        try:
            again.resolve()
        except (CombinError, *MISFITS):
            refused += 1
            continue
        assert said(read(text_of(again)).resolve()) == said(again.resolve())
    return refused


def test_damaged_pages_are_refused_or_mean_what_they_say():
    assert verify_damaged(70, 1) > 20


@pytest.mark.slow
def test_many_damaged_pages_are_refused_or_mean_what_they_say():
    assert verify_damaged(1500, 2) > 500


def test_bytes_at_random_are_refused(tmp_path):
    draws = random.Random(3)
    path = tmp_path / "noise.game"
    for size in (1, 10, 1000, 100_000):
        path.write_bytes(draws.randbytes(size))
        with pytest.raises(CombinError, match=r"not a text file|cannot be seen|expected|no line"):
            load(str(path))


# --- Games in Python ---------------------------------------------------------------------------

PYTHON = """
from combin.cards import Deck
from combin.ranking import POKER
from combin.rules import ALWAYS, Bet, Deal, Game, Hand, Pays, Paytable, Row, Settlement, Wager
ROWS = (Row("", ALWAYS, (Pays(Paytable("", {"flush": 5, "pair": 1}), "own"),)),)
GAME = Game(
    slug="toy", title="Toy", source="none", deck=Deck(), play=(Deal("own", 5),),
    hands=(Hand("own", POKER, ("own",)),),
    bets=(Bet("base", (Wager("ante", 1),), "ante", (Settlement(("ante",), ROWS),)),),
)
"""


def test_a_game_in_python_becomes_a_page(run, tmp_path):
    old = tmp_path / "toy.py"
    old.write_text(PYTHON)
    status, _, err = run("solve", str(old))
    assert status == 2 and f"combin convert {old}" in err
    status, page, err = run("convert", str(old))
    assert (status, err) == (0, "")
    new = tmp_path / "toy.game"
    new.write_text(page)
    scope = {}
    exec(PYTHON, scope)
    assert load(str(new)).resolve() == scope["GAME"].resolve() and str(scope["GAME"]) == page
    old.write_text("1 / 0")
    assert run("convert", str(old))[0] == 2


def test_dealt_games_are_told_with_all_their_parts():
    for slug in DEALT:
        page = str(sheet_of(slug))
        assert all(f"\n{part}" in page for part in ("PLAY\n", "HANDS\n", "MAIN GAME\n"))
