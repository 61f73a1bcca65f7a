"""Lists of what to hold: names of cards kept, and what a list costs against the literal reference."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations

import pytest

import combin
from agreement import mask, shortened
from combin.cards import RANK_NAMES, RANKS, cards_of, cards_text, mask_of, rank_of
from combin.counting import Plan, tallies
from combin.families.draw.holds.exceptions import with_exceptions
from combin.families.draw.holds.groups import DealtHands, HandShare
from combin.families.draw.holds.lists import hold_lists, improved, ordered, together, written
from combin.families.draw.holds.penalties import PENALTIES, Discards
from combin.families.draw.holds.policy import Held, Holding, SharedHands
from combin.families.draw.holds.shapes import NOTHING, Shapes, joined
from combin.families.draw.holds.words import HoldWords
from combin.proof import reference
from combin.ranking import POKER
from combin.rounds import Simulation, best_play, in_lines
from combin.rules.words import held
from combin.solving.payoffs import Payoffs
from combin.strategies import DIALECTS, Ladder, examples, find, parse, price
from combin.strategies.dialects import said
from combin.texts import Stretch
from sizes import on_demand


def names(game: str) -> Shapes:
    (hand,) = combin.load(game).hands
    (table,) = combin.load(game).bets[0].tables()
    return Shapes(hand.ranking, table)


@pytest.mark.parametrize(
    ("game", "kept", "name", "detail"),
    [
        ("jacks-or-better", "", "nothing", "nothing"),
        ("jacks-or-better", "Kh", "one high card", "a king alone"),
        ("jacks-or-better", "8h", "one low card", "an eight alone"),
        ("jacks-or-better", "Jh Jd", "a high pair", "a pair of jacks"),
        ("jacks-or-better", "Th Td", "a low pair", "a pair of tens"),
        ("jacks-or-better", "Th Td 4c 4h", "two pair", "two pair, tens up"),
        ("jacks-or-better", "4s 4c 4h", "three of a kind", "three fours"),
        ("jacks-or-better", "4s 4c 4h 4d", "four of a kind", "four fours"),
        ("jacks-or-better", "Ah Th Kh Qh", "four to a royal flush", "A-K-Q-T suited"),
        ("jacks-or-better", "Kh Qh", "two suited high cards", "K-Q suited"),
        ("jacks-or-better", "Kh Th", "a ten and a high card, suited", "K-T suited"),
        ("jacks-or-better", "Kh Qd", "two high cards", "K-Q of different suits"),
        ("jacks-or-better", "9h Th Jh Qh", "four to a straight flush",
         "four to a straight flush, no gap, two high cards"),
        ("jacks-or-better", "Ah 2h 3h", "three to a straight flush",
         "three to a straight flush, two gaps, one high card"),
        ("jacks-or-better", "2h 3h 4h", "three to a straight flush",
         "three to a straight flush, one gap, no high cards"),
        ("jacks-or-better", "5h 6h 7h", "three to a straight flush",
         "three to a straight flush, no gap, no high cards"),
        ("jacks-or-better", "2h 5h 9h Jh", "four to a flush", "four to a flush, one high card"),
        ("jacks-or-better", "5h 6d 7c 8s", "four to an outside straight",
         "four to an outside straight, no high cards"),
        ("jacks-or-better", "Ah Kd Qc Js", "four to an inside straight",
         "four to an inside straight, four high cards"),
        ("deuces-wild", "2h", "a deuce", "a deuce"),
        ("deuces-wild", "2h 2d 2c", "three deuces", "three deuces"),
        ("deuces-wild", "2h 5d 5c", "three of a kind with a deuce", "three fives with a deuce"),
        ("deuces-wild", "5d 5c", "a pair", "a pair of fives"),
        ("deuces-wild", "2h 2s Ah Kh", "four to a royal flush with two deuces",
         "A-K suited with two deuces"),
        ("deuces-wild", "2h 6c 7c 8c", "four to a straight flush with a deuce",
         "four to a straight flush with a deuce, no gap"),
        ("deuces-wild", "3h 4h 5h", "three to a straight flush",
         "three to a straight flush, two gaps"),
        ("deuces-wild", "Qh Jh", "two to a royal flush", "Q-J suited"),
        ("joker-poker", "Jk", "the joker", "the joker"),
        ("joker-poker", "Jk Kh", "a high card with the joker", "king with the joker"),
        ("joker-poker", "Qh Qd", "a low pair", "a pair of queens"),
    ],
)  # fmt: skip
def test_names(game, kept, name, detail):
    assert names(game).of(mask(kept))[:2] == (name, detail)


def test_cards_without_a_name():
    assert names("jacks-or-better").of(mask("2h 8d")) is None


def test_finer_names_are_joined():
    assert joined("any", ["K-Q"]) == "K-Q"
    assert joined("any", ["K-Q", "K-J", "K-Q", "Q-J"]) == "K-Q, K-J or Q-J"
    assert joined("a draw", ["a draw, one gap", "a draw, no gap"]) == "a draw: one gap; or no gap"


# --- Against the reference ---------------------------------------------------------------------

SHORT = [
    ("jacks-or-better", "TJQKA", "cd"),
    ("jacks-or-better", "6789J", "cd"),
    ("double-double-bonus", "3A9", "cdhs"),
    ("deuces-wild", "2TJQK", "cd"),
    ("joker-poker", "TJQKA", "cd"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "ranks", "suits"), on_demand(SHORT, ["deuces-wild"]))
def test_the_cost_of_every_list_is_what_the_reference_loses(name, ranks, suits):
    """Each hand, in its own suits, holds the first line that its cards fit."""
    game = shortened(combin.load(name), ranks, suits)
    payoffs = Payoffs(Plan(game, game.bets[0]))
    hands = DealtHands(payoffs)
    groups = hands.groups()
    lines = together(groups, improved(groups, ordered(groups)))
    short = [*lines[1:-1:2], lines[-1]]
    counted = reference.solve(game)
    for apart, members in (
        (groups, lines),
        (groups, short),
        with_exceptions(hands, groups, lines),
        with_exceptions(hands, groups, short),
    ):
        block = written(apart, members)
        mean = literal_cost(game, names(name), counted, list(map(str, block)))
        assert Fraction(apart.loss(members), payoffs.plan.deals * payoffs.scale) == mean
        read = parse("\n".join(map(str, block)), game)
        assert list(map(str, *read.blocks.values())) == list(map(str, block))
        found = price(game, read)
        assert found.cost == mean
        assert sum(mistake.cost for mistake in found.mistakes) == mean
        assert sum(use.deals for use in found.uses) == payoffs.plan.deals


def literal_cost(game, shapes, counted, rows) -> Fraction:
    """Return what a printed list loses, hand by hand."""
    known = called_by(HoldWords(shapes, combin.load(game.slug).deck))
    lost = Fraction(0)
    for (seen, _), nets in counted.information_sets.items():
        hand = max(seen, key=len)
        called = names_of(shapes, hand, whole_hand(game, hand))
        wild = shapes.ranking.wild
        lost += max(nets.values()) - first_held(rows, hand, called, known, wild, nets)
    return lost / len(counted.information_sets)


def called_by(words: HoldWords) -> dict[str, str]:
    """Return each name, and each finer one, with the name that it belongs to."""
    every = [NOTHING, *words.every]
    return {text: shape.name for shape in every for text in (shape.name, shape.detail)}


def whole_hand(game, hand) -> str:
    return reference.settle(game, "base", {"hand": hand, "new": []})[1]


def names_of(shapes, hand, outcome) -> dict:
    kept = [mask_of(cards) for count in range(5) for cards in combinations(hand, count)]
    return {cards: shapes.of(cards) for cards in kept} | {mask_of(hand): shapes.pat(outcome)}


def first_held(rows, hand, called, known, wild, nets) -> Fraction:
    """Return what the first line that fits is worth: of the most cards those named first, of these
    the highest, at worst.
    """
    for row in rows:
        said, condition = taken(row, known)
        fitting = [
            cards
            for cards, shape in called.items()
            if shape
            and {shape.name, shape.detail} & {*map(base, said)}
            and literally(condition, natural(cards, wild), natural(mask_of(hand) & ~cards, wild))
        ]
        if fitting:
            most = max(cards.bit_count() for cards in fitting)
            fitting = [cards for cards in fitting if cards.bit_count() == most]
            offered = {called[cards].name for cards in fitting}
            first = next(one for one in said if known[base(one)] in offered)
            fitting = [cards for cards in fitting if called[cards].name == known[base(first)]]
            extreme = min if base(first) != first else max
            height = extreme(map(ranks_of, fitting))
            return min(nets[held(cards)] for cards in fitting if ranks_of(cards) == height)
    raise AssertionError(called)


def base(name: str) -> str:
    """Return a name without the words that the lowest cards are meant."""
    return name.partition(", the lowest")[0]


def taken(row: str, known: dict[str, str]) -> tuple[list[str], str]:
    """Return the names of a printed line, in full and in order, and its condition."""
    if row == "hold none: otherwise":
        return ["nothing"], ""
    text = row.removeprefix("hold: ")
    condition = ""
    if found := re.search(
        r",?(?: each)? ((?:with|unless) (?:an?|no) [a-z -]*(?:penalty|thrown))$", text
    ):
        text, condition = text[: found.start()].removesuffix(","), found[1]
    name, colon, details = text.partition(": ")
    if colon:
        return [f"{name}, {one.removeprefix('or ')}" for one in details.split("; ")], condition
    found, words = [], re.split(r"(, | or )", text)
    while words:
        length = max(at for at in range(1, len(words) + 1, 2) if "".join(words[:at]) in known)
        found.append("".join(words[:length]))
        words = words[length + 1 :]
    return found, condition


def natural(cards: int, wild: str) -> list[tuple[str, str]]:
    return [
        tuple(text) for text in cards_text(cards).split() if text != "Jk" and text[0] not in wild
    ]


def literally(condition: str, kept, thrown) -> bool:
    """Return whether a condition is so of cards, each a rank and a suit."""
    if not condition:
        return True
    form, *words = condition.split(" ", 1)
    things = (
        words[0].removesuffix(" thrown").removesuffix(" are").removesuffix(" is").split(" and ")
    )
    so = all(
        is_there(thing.split(" ", 1)[1], kept, thrown) != (thing[:3] == "no ") for thing in things
    )
    return so if form == "with" else not so


def is_there(thing: str, kept, thrown) -> bool:
    suits, ranks = {suit for _, suit in kept}, {rank for rank, _ in kept}
    if thing == "flush penalty":
        return len(suits) == 1 and any(suit in suits for _, suit in thrown)
    if thing == "straight penalty":
        order = "A23456789TJQKA"
        runs = [set(order[low : low + 5]) for low in range(10)]
        could = set().union(*(run for run in runs if kept and ranks <= run)) - ranks
        return len(ranks) == len(kept) and any(rank in could for rank, _ in thrown)
    return any(rank == RANKS[RANK_NAMES.index(thing)] for rank, _ in thrown)


def ranks_of(cards: int) -> list[int]:
    return sorted(map(rank_of, cards_of(cards)), reverse=True)


@pytest.mark.slow
@pytest.mark.parametrize("step", [41, pytest.param(1, marks=pytest.mark.whole)])
@pytest.mark.parametrize(
    ("name", "ranks", "suits"), [("jacks-or-better", "9TJQK", "cd"), ("deuces-wild", "2TJQK", "cd")]
)
def test_two_names_in_one_line_are_read_as_the_rule_says(name, ranks, suits, step):
    """Every pair of names of which some hand offers both, each way round, over all hands: what
    holds more cards, then what is written first, then the highest cards, at worst.
    """
    game = shortened(combin.load(name), ranks, suits)
    payoffs = Payoffs(Plan(game, game.bets[0]))
    (tally,) = tallies(payoffs.plan)
    share = HandShare(payoffs, tally, payoffs.fold(tally, keep=True)[()])
    shared = SharedHands(payoffs)
    words = HoldWords(names(name), combin.load(name).deck)
    known, every = called_by(words), {*words.every}
    hands = []
    for (hand, _, kept, values), line in zip(share.offers(), share.lines):
        called = names_of(names(name), cards_of(hand), line)
        called = {cards: shape for cards, shape in called.items() if shape in every}
        worth = {held(cards): value for cards, value in zip(kept, values)}
        hands.append((cards_of(hand), called, worth))
    offered = [{shape.name for shape in called.values()} for _, called, _ in hands]
    pairs = {pair for each in offered for pair in permutations(each, 2)}
    assert len(pairs) > 50
    for pair in sorted(pairs)[::step]:
        read = parse(f"{pair[0]} or {pair[1]}\nhold none", game)
        (block,) = read.blocks.values()
        assert len(block) == 2
        followed = Held(Holding(shared, read), share)
        for at, (hand, called, nets) in enumerate(hands):
            if {*pair} <= offered[at]:
                best = first_held([f"hold: {' or '.join(pair)}"], hand, called, known, "", nets)
                own = share.subset(at, followed.kept[at])
                assert nets[held(own)] == best, (pair, cards_text(mask_of(hand)), cards_text(own))


OWN = """
a straight or a flush
three of a kind with no nine thrown
two pair
J-T suited unless a flush penalty and a straight penalty are thrown
four to a royal flush with a straight penalty
J-T suited or Q-J suited, each with no flush penalty and no jack thrown
one high card with no straight penalty
one high card with a flush penalty and no ten thrown
three to a royal flush with no flush penalty
three to a royal flush
a low pair with no flush penalty and no king thrown
hold none
"""


@pytest.mark.slow
@pytest.mark.parametrize("ranks", ["8TJQK", "9TJQK"])
def test_a_list_of_ones_own_with_conditions_costs_what_the_reference_loses(ranks):
    game = shortened(combin.load("jacks-or-better"), ranks, "cd")
    read = parse(OWN, game)
    (block,) = read.blocks.values()
    shapes = names("jacks-or-better")
    cost = literal_cost(game, shapes, reference.solve(game), list(map(str, block)))
    assert price(game, read).cost == cost
    plain = parse(re.sub(r",? (?:each )?(?:with|unless) .*", "", OWN), game)
    assert price(game, plain).cost != cost


@cache
def ladder(name: str) -> Ladder:
    return find(combin.load(name))


@pytest.mark.whole
@pytest.mark.parametrize("name", ["jacks-or-better", "deuces-wild"])
def test_the_ladder_falls(name):
    found = ladder(name)
    costs = [rung.cost for rung in found.rungs]
    assert costs == sorted(set(costs), reverse=True)
    assert found.optimum == combin.solve(name)["base"].expected_value
    for rung in found.rungs:
        (block,) = rung.lines.blocks.values()
        assert str(block[-1]) == "hold none: otherwise"
        assert len({str(line) for line in block}) == len(block)


@pytest.mark.whole
def test_the_list_of_jacks_or_better():
    """No hand is played wrongly under 31 lines; 26 lose less than a thousandth of a percent."""
    found = ladder("jacks-or-better")
    assert found.exact and len(found.exact) == 31
    assert min(rung.cost for rung in found.rungs if len(rung) <= 26) < Fraction(1, 100_000)


def cheapest(lists, length: int) -> int:
    """Return what the best list found loses that is no longer than another."""
    return min(loss for loss, lines in lists if len(lines) <= length)


@pytest.mark.slow
@pytest.mark.parametrize(
    "own", ["jacks-or-better-simple", OWN, "two pair or a high pair\nhold none"]
)
@pytest.mark.parametrize("ranks", ["8TJQK"])
def test_no_list_found_is_worse_than_one_of_its_length_that_others_found(own, ranks):
    game = shortened(combin.load("jacks-or-better"), ranks, "cd")
    payoffs = Payoffs(Plan(game, game.bets[0]))
    read = parse(examples("jacks-or-better").get(own, own), game)
    _, lists = hold_lists(payoffs, [read])
    cost = price(game, read).cost * payoffs.plan.deals * payoffs.scale
    assert cheapest(lists, len(read)) <= cost
    for loss, lines in lists:
        again = price(game, parse(str(lines), game)).cost
        assert again * payoffs.plan.deals * payoffs.scale == loss


@pytest.mark.whole
@pytest.mark.parametrize("name", ["jacks-or-better", "deuces-wild"])
def test_no_list_found_is_worse_than_a_published_one_of_its_length(name):
    found, game = ladder(name), combin.load(name)
    for text in examples(name).values():
        read = parse(text, game)
        best = min(rung.cost for rung in found.rungs if len(rung) <= len(read))
        assert best <= price(game, read).cost


def test_the_lowest_of_several_high_cards():
    """As published: of three high cards, of different suits, the two lowest are held."""
    game = shortened(combin.load("jacks-or-better"), "9TJQKA", "cdhs")
    words = HoldWords(names("jacks-or-better"), game.deck)
    for text in (
        "two high cards, the lowest two", "2 unsuited high cards, the lowest 2",
        "two high cards, the two lowest",
    ):  # fmt: skip
        (part,), faults = words.read(Stretch(text))
        assert not faults and part.name == "two high cards, the lowest two"
        for dialect in DIALECTS:
            assert words.read(Stretch(said(words.phrase([part]), dialect))) == ([part], [])


# --- Lists of one's own --------------------------------------------------------------------------

VIDEO_POKER = [
    "jacks-or-better", "bonus-poker", "double-double-bonus", "deuces-wild", "joker-poker",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("game", VIDEO_POKER)
def test_every_name_is_read_as_what_it_names(game):
    """No finer name is another's, nor a name that stands for more."""
    words = HoldWords(names(game), combin.load(game).deck)
    for shape in words.every:
        parts, unread = words.read(Stretch(shape.detail))
        ((meant, _),), phrase = parts, words.phrase(parts)
        assert not unread and shape in meant
        assert meant == (shape,) or {one.name for one in meant} == {shape.name} == {phrase}
        ((meant, _),), unread = words.read(Stretch(shape.name))
        assert not unread
        assert set(meant) == {one for one in words.every if one.name == shape.name}
    for kept in ("Jh Jd", "5h 6h 7h 8h", "Ah Kd", "9h"):
        called = words.shapes.of(mask(kept))
        assert called is None or called in words.every


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("4 to a royal", "four to a royal flush"),
        ("open-ended straight", "four to an outside straight"),
        ("High Pair", "a high pair"),
        ("AK offsuit", "A-K of different suits"),
        ("KQ suited", "K-Q suited"),
        ("10 and high card", ""),
        ("J-10 suited", "J-T suited"),
        ("four to an open-ended straight", "four to an outside straight"),
        ("3 of a kind", "three of a kind"),
        ("pat flush", "a flush"),
        ("pat three of a kind", "pat three of a kind"),
        ("a flush, straight or full house", "a flush, a straight or a full house"),
        ("three to a straight flush: one gap, one high card; or no gap, no high cards",
         "three to a straight flush: one gap, one high card; or no gap, no high cards"),
    ],
)  # fmt: skip
def test_spellings(text, phrase):
    words = HoldWords(names("jacks-or-better"), combin.load("jacks-or-better").deck)
    found, unread = words.read(Stretch(text))
    assert (words.phrase(found) if found and not unread else "") == phrase
    assert bool(unread) == (not phrase)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("KT suited without a flush penalty", "K-T suited with no flush penalty"),
        ("K-10 suited with no flush penalty and no 9 discarded",
         "K-T suited with no flush penalty and no nine thrown"),
        ("K/10 suited with no flush penalty and no 9 thrown",
         "K-T suited with no flush penalty and no nine thrown"),
        ("king-ten suited unless a flush penalty or a nine is thrown",
         "K-T suited with no flush penalty and no nine thrown"),
        ("K-T suited unless a king and a flush penalty are thrown away",
         "K-T suited unless a flush penalty and a king are thrown"),
        ("K-T suited with no card of its suit thrown away", "K-T suited with no flush penalty"),
        ("K-T suited or Q-T suited, both with an eight thrown",
         "K-T suited or Q-T suited, each with an eight thrown"),
        ("a low pair with a straight penalty and no ace thrown",
         "a low pair with a straight penalty and no ace thrown"),
        ("3 to a straight flush, 2 gaps, one high card, with no straight penalty", ""),
        ("three to a straight flush, two gaps, one high card with no straight penalty",
         "three to a straight flush, two gaps, one high card, with no straight penalty"),
    ],
)  # fmt: skip
def test_conditions_are_read(text, phrase):
    words = HoldWords(names("jacks-or-better"), combin.load("jacks-or-better").deck)
    found, faults = words.read(Stretch(text))
    assert ("" if faults else words.phrase(found)) == phrase
    for dialect in DIALECTS:
        assert not phrase or words.read(Stretch(said(phrase, dialect))) == (found, [])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("K-T suited with no penalty", "unknown condition 'with no penalty'; say 'with no flush pen"),
        ("K-T suited with no flush penalty or nine thrown", "unknown condition"),
        ("K-T suited unless no flush penalty is thrown", "unknown condition"),
        ("A-T suited with a deuce, with no two thrown", "unknown condition 'with no two thrown'"),
        ("K-T suited or Q-T suited with no flush penalty", "', each with no flush penalty'"),
        ("K-T siuted with no flush penalty", "unknown hold 'K-T siuted' (did you mean 'K-T suited'?)"),
    ],
)  # fmt: skip
def test_other_conditions_are_refused_in_one_line(text, fault):
    game = "deuces-wild" if "deuce" in text else "jacks-or-better"
    _, (refusal,) = HoldWords(names(game), combin.load(game).deck).read(Stretch(text))
    assert fault in str(refusal)


# A hand, what is held of it, and the card thrown that takes from its chances; in its place another,
# which takes nothing. As published for 9/6 Jacks or Better: wizardofodds.com, "Jacks or Better
# optimal strategy", notes A and B; jazbo.com, "An Optimal Strategy for 9/6 Jacks".
TAKEN = [
    ("Qc Jc", "Ad Kh", "6c", "6s", "flush penalty"),
    ("Qc Jc", "Ad Kh", "9s", "6s", "straight penalty"),
    ("Jd Td", "Kc 2h", "6d", "6s", "flush penalty"),
    ("Qd Td", "Ac 2h", "6d", "6s", "flush penalty"),
    ("Kc Tc", "7d 2h", "6c", "6s", "flush penalty"),
    ("Kc Tc", "7d 2h", "9d", "6d", "straight penalty"),
    ("Ac Kc Tc", "7c", "Qd", "6d", "straight penalty"),
    ("Jh Th 7h", "Ac", "9d", "6d", "straight penalty"),
    ("Kc", "7d 2h 4s", "6c", "6h", "flush penalty"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("kept", "beside", "penalty", "other", "thing"), TAKEN)
def test_a_penalty_lowers_what_the_hold_is_worth(kept, beside, penalty, other, thing):
    """Of two hands, alike but for one card thrown, the one with a penalty more is worth less."""
    names_thrown, worth = [], []
    for last in (penalty, other):
        hand = f"{kept} {beside} {last}"
        thrown = Discards(POKER).thrown(mask(kept), mask(f"{kept} {last}"))
        names_thrown.append([words for bit, words in PENALTIES.items() if thrown & bit])
        values = combin.advise("jacks-or-better", hand).rows[0].values
        worth.append(values[held(mask(kept))])
    assert thing in names_thrown[0] and thing not in names_thrown[1]
    assert worth[0] < worth[1]


SHORT_GAME = """\
Short  (short)
source: nobody's
cards: TJQKA

PLAY
  5 cards to hand
  part discard: 0-5 of hand to thrown
  as many as thrown to new

HANDS
  final = poker of hand, new

MAIN GAME
  wagers: coin 1
  pays by final, for 1
    royal flush       100
    straight flush     40
    four of a kind     20
    full house          5
    flush               8
    straight            4
    three of a kind     2
    two pair            1
"""


@pytest.mark.slow
def test_a_list_of_ones_own_in_every_format(run, tmp_path):
    """The command's own list, pasted with its numbers, costs what it says."""
    game, own = tmp_path / "short.game", tmp_path / "own.txt"
    game.write_text(SHORT_GAME)
    best = json.loads(run("strategy", game, "--json")[1])["ladder"][-1]
    printed = run("strategy", game)[1].splitlines()
    own.write_text("\n".join(line for line in printed if re.match(r" *\d+\. hold", line)))
    found = json.loads(run("price", game, own, "--json")[1])
    assert found["cost"] == best["cost"] and found["decisions"] == best["decisions"]
    assert Fraction(found["optimum"]) + Fraction(found["house_edge"]) == Fraction(best["cost"])
    own.write_text("two pair\na pair\nhold none\n")
    found = json.loads(run("price", game, own, "--json")[1])
    assert found["cost"] == str(sum(Fraction(one["cost"]) for one in found["mistakes"]))
    first = found["mistakes"][0]
    assert {"hold nothing"} == {one["chosen"] for one in found["mistakes"] if "none" in one["line"]}
    status, out, _ = run("price", game, own)
    assert status == 0 and first["sample"] in out and "Errors, most expensive first" in out
    for form in ("csv", "latex_booktabs", "markdown", "html"):
        status, _, err = run("price", game, own, "--format", form)
        assert status == 0, (form, err)


def test_a_simulated_player_follows_a_list_of_holds():
    """Every hand of a short pack holds what its price takes; rounds are played by that."""
    game = shortened(combin.load("jacks-or-better"), "9TJQK", "cd")
    read = parse(OWN, game)
    plan = Plan(game, game.bets[0])
    player = in_lines(plan, read)
    assert player.law().expected_value == price(game, read).value
    assert player.law().expected_value < best_play(plan).law().expected_value
    ends = Simulation(plan, player).block(3, 0, 400).ends
    assert len(ends) == 400
    assert list(ends) != list(Simulation(plan, best_play(plan)).block(3, 0, 400).ends)


def test_the_words_of_holds_are_listed(run, refused):
    out = run("strategy", "jacks-or-better", "--words", "penalty")[1]
    assert "with no flush penalty" in out and "unless a flush penalty and an ace are thrown" in out
    assert "four to a royal flush" in run("price", "deuces-wild", "--words", "royal")[1]
    refused("strategy", "jacks-or-better", "--words", "pennalty", words="did you mean 'penalty'?")


def test_faults_of_a_list_are_told_together(run, tmp_path):
    own = tmp_path / "own.txt"
    own.write_text(
        "game: jacks-or-better\ntwo pears\na low pair or a flsh\n\nhold none\ntwo pair\n"
    )
    status, out, err = run("price", "jacks-or-better", own)
    assert (status, out, err.count("\n")) == (2, "", 3)
    assert "own.txt:2:1: unknown hold 'two pears' (did you mean 'two pair'?)" in err
    assert "own.txt:3:15: unknown hold 'a flsh' (did you mean 'a flush'?)" in err
    assert "own.txt:6:1: this line can never be reached: line 5 already takes everything" in err


@pytest.mark.slow
def test_a_list_that_leaves_hands_undecided(refused, tmp_path):
    game, own = tmp_path / "short.game", tmp_path / "own.txt"
    game.write_text(SHORT_GAME)
    own.write_text("two pair\n")
    refused("price", game, own, words="no line says what to hold of")
    own.write_text("# nothing\n")
    refused("price", game, own, words="no line says what to do at 'discard'")


@pytest.mark.whole
@pytest.mark.parametrize("name", VIDEO_POKER)
def test_a_list_found_is_read_back_at_its_cost(name):
    rung = ladder(name).rungs[-1]
    game = combin.load(name)
    assert price(game, parse(str(rung.lines), game)).cost == rung.cost
