"""Hands that are set: settings, house ways, and the count of all of them, against literal readings
and on the whole pack.
"""

from __future__ import annotations

import random
from array import array
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, prod

import pytest

from agreement import assert_agree, shortened
from combin import load
from combin.cards import JOKER, RANKS, Deck, cards_of, mask_of, parse_card, rank_of
from combin.counting.tally import zeros
from combin.errors import CombinError
from combin.families.set_hands import solving
from combin.families.set_hands.counting import (
    COLUMNS,
    JOKER_IN_COUNTS,
    Dealer,
    OneHand,
    Pack,
    SetHands,
    SettingCounts,
    by_ranks,
    by_suit,
    every_hand,
    parted,
    set_by,
    way_program,
)
from combin.families.set_hands.matchup import low_strengths
from combin.families.set_hands.ways import Ways
from combin.kernels import splits as kernel
from combin.proof import ways as literal
from combin.questions.advice import advise
from combin.questions.solve import solve
from combin.ranking import LOW_HAND
from combin.recent import Recent
from combin.rules import Reaches, Settlement
from combin.rules.house_ways import FOXWOODS, TRUMP_PLAZA
from combin.rules.ways import Way, WayRow
from combin.sensitivity import Counted, formula

WAYS = (FOXWOODS, TRUMP_PLAZA)
WHOLE = Pack.of(Deck(jokers=1))
PAYS = array("q", (-20, -20, 0, -20, -20, 0, 0, 0, 19))
# Five ranks in three or four suits make straights, flushes and straight flushes, with the joker.
SHORT = (
    Deck("2345A", "cdh", 0),
    Deck("23456KA", "cd", 1),
    pytest.param(Deck("TJQKA", "cdh", 1), marks=pytest.mark.whole),
    pytest.param(Deck("234A", "cdhs", 0), marks=pytest.mark.whole),
)


def everything(high: int, low: int) -> bool:
    return True


def hand(text: str) -> int:
    return mask_of(map(parse_card, text.split()))


def hands_of(deck: Deck) -> array[int]:
    return array("Q", (mask_of(cards) for cards in combinations(deck.cards, 7)))


def drawn(number: int, seed: int) -> array[int]:
    """Return hands of the whole pack; many of them have the joker or make straights and flushes."""
    deal = random.Random(seed)
    found = [mask_of(deal.sample(WHOLE_PACK, 7)) for _ in range(number)]
    for _ in range(number):
        suits = deal.sample(range(4), 2)
        near = [16 * suit + rank for suit in suits for rank in range(13)]
        found.append(mask_of(deal.sample([*near, JOKER], 6)) | 1 << JOKER)
    return array("Q", (cards for cards in found if cards.bit_count() == 7))


WHOLE_PACK = Deck(jokers=1).cards


def by_kernel(way: Way, hands: array[int], lowest: bool) -> list[tuple[int, int, int]]:
    """Return the high hand, the low hand and the cards in front of each hand."""
    front, rule = bytearray(len(hands)), bytearray(len(hands))
    assert kernel.by_way(hands, way_program(way), lowest, front, rule) == -1
    high, low = parted(hands, front, lowest)
    fronts = [
        mask_of(card for place, card in enumerate(cards_of(cards)) if bits >> place & 1)
        for cards, bits in zip(hands, front)
    ]
    return list(zip(high, low, fronts))


# --- Settings and ways ---------------------------------------------------------------------------


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("lowest", [False, True])
def test_settings_are_those_of_a_literal_reading(lowest):
    """The numbers of the kernel order hands as the literal values do, and fouls are left out."""
    high_of, low_of = {}, {}
    for cards in drawn(60, 5 + lowest):
        high, low, front = zeros("I", 21), zeros("B", 21), zeros("B", 21)
        found = kernel.settings(cards, lowest, high, low, front)
        every = list(literal.settings(cards, lowest))
        assert found == sum(not literal.is_foul(*setting[:2]) for setting in every)
        for number, place, bits in list(zip(high, low, front))[:found]:
            held = cards_of(cards)
            two = mask_of(card for at, card in enumerate(held) if bits >> at & 1)
            (setting,) = [one for one in every if one[2] == two]
            assert high_of.setdefault(number, setting[0]) == setting[0]
            assert low_of.setdefault(place, setting[1]) == setting[1]
    for known in (high_of, low_of):
        ordered = [known[number] for number in sorted(known)]
        assert ordered == sorted(set(ordered)), "greater numbers, better hands"


@pytest.mark.parametrize(
    ("cards", "lowest", "better"),
    [
        (("As 2d 3c 4h 5h", "Ks Qd Jc Th 9h"), False, 0),
        (("As 2d 3c 4h 5h", "Ks Qd Jc Th 9h"), True, 1),
        (("As 2d 3c 4h 5h", "As Kd Qc Jh Th"), False, 1),
        (("As Ad Ac Ah Jk", "Ks Qs Js Ts 9s"), False, 0),
        (("Jk 2d 3c 4h 5h", "2s 3d 4c 5h 6h"), False, 0),  # the joker makes the wheel
        (("Jk 2d 3c 4h 5h", "As 2d 3c 4h 5h"), True, 0),  # and here a six-high straight
        (("Jk Ks Qs 4s 2s", "As Ks Qs 4s 2s"), False, None),  # the highest card the flush lacks
        (("Jk As Qs 4s 2s", "As Ks Qs 4s 2s"), False, None),
        (("Jk As Kd 4s 2s", "As Ad Kc 4h 2h"), False, None),
    ],
)
def test_the_bug_and_the_wheel(cards, lowest, better):
    values = [literal.high_value(cards_of(hand(text)), lowest) for text in cards]
    assert (values.index(max(values)) if values[0] != values[1] else None) == better


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name)
@pytest.mark.parametrize("lowest", [False, True])
def test_ways_set_hands_as_their_rows_say(way, lowest):
    hands = drawn(150, 11)
    value_of: dict[int, literal.Value] = {}
    for cards, (high, _, front) in zip(hands, by_kernel(way, hands, lowest)):
        wanted = literal.set_by(way, cards, lowest)
        (mine,) = [one for one in literal.settings(cards, lowest) if one[2] == front]
        assert wanted and mine[:2] == wanted[:2]
        assert value_of.setdefault(high, wanted[0]) == wanted[0]


@pytest.mark.parametrize(
    ("cards", "foxwoods", "trump"),
    [
        ("As Ad Ac Ah Jk Ks Kd", "Ks Kd", "Ks Kd"),
        ("7s 7d 7c 7h As 3d 2c", "As 3d", "As 3d"),
        ("Ks Kd Kc Kh As 3d 2c", "Kd Kc", "As 3d"),
        ("2s 2d 5s 5d 5c As Kd", "2s 2d", "As Kd"),
        ("6s 6d 3s 3d Ks Td 9c", "Ks Td", "Ks Td"),
        ("Js Jd 4s 4d As 9d 7c", "4s 4d", "As 9d"),
        ("Ts Td As Ks 6s 4s 2c", "As Ks", "Td 2c"),
        ("Ts Td As Ks 6s 4s 2s", "Ts Td", "Ts Td"),
        ("As Kd Jc 9h 7s 5d 3c", "Kd Jc", "Kd Jc"),
        ("Jk As Kd 9h 7s 5d 3c", "Kd 9h", "Kd 9h"),
    ],
)
def test_hands_that_the_ways_set_apart(cards, foxwoods, trump):
    for way, front in zip(WAYS, (foxwoods, trump)):
        setting = literal.set_by(way, hand(cards))
        assert setting and setting[1] == literal.low_value(cards_of(hand(front))), way.name
        ((_, _, two),) = by_kernel(way, array("Q", [hand(cards)]), False)
        assert literal.low_value(cards_of(two)) == setting[1], way.name


def weights(counts: int, suited: int, suits: int) -> int:
    held = (counts >> 4 * rank & 15 for rank in range(len(RANKS)))
    return prod(comb(suits, many - (suited >> rank & 1)) for rank, many in enumerate(held))


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name)
def test_no_way_fouls_and_low_hands_are_as_often_as_published(way):
    """All 154,143,080 hands are set, class by class, without a foul."""
    ranked, suited = by_ranks(WHOLE), by_suit(WHOLE)
    low: Counter[int] = Counter()
    plain = {}
    for counts, place in zip(ranked.counts, set_by(way, WHOLE, ranked)[1]):
        plain[counts] = place
        low[place] += weights(counts, 0, 4)
    for counts, suit, place in zip(suited.counts, suited.suited, set_by(way, WHOLE, suited)[1]):
        low[place] += 4 * weights(counts, suit, 3)
        low[plain[counts]] -= 4 * weights(counts, suit, 3)
    assert sum(low.values()) == comb(53, 7) == 154_143_080
    # 3-2, 4-2 and 4-3 in front; published for the dealer's hand by the way of the Trump Plaza.
    assert [low[place] for place in range(3)] == [221_460, 203_436, 188_708]


def test_classes_of_a_short_pack_hold_all_its_hands():
    for deck in (Deck("2345A", "cdh", 0), Deck("TJQKA", "cdh", 1), Deck("234A", "cdhs", 1)):
        pack = Pack.of(deck)
        ranked = by_ranks(pack)
        total = sum(weights(counts, 0, pack.suits) for counts in ranked.counts)
        assert total == comb(len(deck), 7)


def test_faulty_ways_are_refused_in_one_line():
    unset = Way("mine", FOXWOODS.rows[:-1])
    with pytest.raises(CombinError, match="way 'mine' leaves a hand unset or sets its low hand"):
        set_by(unset, WHOLE, by_ranks(WHOLE))
    foul = Way("mine", (WayRow((2,), ("first-pair",)), *FOXWOODS.rows))
    with pytest.raises(CombinError, match="above its high hand"):
        set_by(foul, WHOLE, by_ranks(WHOLE))
    with pytest.raises(CombinError, match="puts no 'pair' in front"):
        WayRow((2,), ("pair",))
    with pytest.raises(CombinError, match="the largest first"):
        WayRow((2, 3), ("first-pair",))


# --- The count -----------------------------------------------------------------------------------


def counted(deck: Deck, way: Way, mine: Way | None, lowest: bool) -> tuple[array[int], array[int]]:
    pack = Pack.of(deck, lowest)
    counts = SettingCounts(Dealer(pack, way, everything), every_hand(pack, mine))
    for piece in counts.pieces:
        counts.count(piece)
    return counts.taken(PAYS)


def order(one: literal.Value, other: literal.Value) -> int:
    return 1 + (one > other) - (one < other)


def enumerated(deck: Deck, way: Way, mine: Way | None, lowest: bool) -> list[int]:
    """Return the nine numbers from every deal, literally; of settings worth the same the one with
    the higher hand in front is taken.
    """
    hands = hands_of(deck)
    dealer = {cards: literal.set_by(way, cards, lowest) for cards in hands}
    total = [0] * COLUMNS
    for cards in hands:
        left = [card for card in deck.cards if not cards >> card & 1]
        against = Counter(dealer[mask_of(others)][:2] for others in combinations(left, 7))
        settings = [literal.set_by(mine, cards, lowest)] if mine else _legal(cards, lowest)
        rows = []
        for high, low, _ in settings:
            row = [0] * COLUMNS
            for (high_of, low_of), deals in against.items():
                row[3 * order(high, high_of) + order(low, low_of)] += deals
            rows.append((sum(map(int.__mul__, row, PAYS)), low, high, row))
        best = max(rows)[-1]
        total = list(map(int.__add__, total, best))
    return total


def _legal(cards: int, lowest: bool) -> list[literal.Setting]:
    return [one for one in literal.settings(cards, lowest) if not literal.is_foul(*one[:2])]


@pytest.fixture(autouse=True, scope="module")
def values_are_remembered():
    """Short packs have few hands of five, which many settings share."""
    remembered, reading = cache(literal.high_value), literal.high_value
    literal.high_value = lambda cards, lowest=False: _read(remembered, tuple(cards), lowest)
    yield
    literal.high_value = reading


def _read(remembered, cards, lowest):
    return remembered(cards, lowest)


@pytest.mark.slow
@pytest.mark.parametrize("deck", SHORT, ids=str)
@pytest.mark.parametrize(
    ("way", "mine", "lowest"),
    [(FOXWOODS, None, False), (TRUMP_PLAZA, FOXWOODS, True)],
    ids=["best", "by a way"],
)
def test_counts_are_those_of_every_deal(deck, way, mine, lowest):
    total, _ = counted(deck, way, mine, lowest)
    assert list(total) == enumerated(deck, way, mine, lowest)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("deck", "texts"),
    [
        (Deck("TJQKA", "cdhs", 1), ("As Ks Qs Js Ac Kd Jk", "Ts Td Tc Th Jc Jd Qs")),
        (Deck("3569K", "cdhs", 1), ("3s 5s 6s 9s Kc 3c Jk", "9s 9d Kc Kh 5c 6d 3s")),
        pytest.param(
            Deck("23456JA", "cdhs", 1),
            ("2s 3s 4s 5s As 2c Jk", "Js Jd 6c 5h 4c 3d 2s", "As Ad 2c 3c 4c 5c 6c"),
            marks=pytest.mark.whole,
        ),
    ],
    ids=str,
)
def test_settings_of_one_hand_against_every_hand_of_four_suits(deck, texts):
    pack = Pack.of(deck)
    hands = hands_of(deck)
    dealt = by_kernel(FOXWOODS, hands, False)
    dealer = Dealer(pack, FOXWOODS, everything)
    for text in texts:
        one = OneHand(pack, hand(text))
        counts = SettingCounts(dealer, one)
        for piece in counts.pieces:
            counts.count(piece)
        left = Counter(
            setting[:2] for other, setting in zip(hands, dealt) if not other & hand(text)
        )
        for high, low, row in zip(one.high, one.low, one.compared(counts)):
            wanted = [0] * COLUMNS
            for (high_of, low_of), deals in left.items():
                wanted[3 * order(high, high_of) + order(low, low_of)] += deals
            assert row == wanted


@pytest.mark.whole
def test_the_whole_pack_by_one_way_on_both_sides():
    """Published, rounded: 29.12 % won, 40.50 % pushed, 30.38 % lost. Both sides set alike, so the
    numbers of the one are those of the other.
    """
    total, _ = counted(Deck(jokers=1), FOXWOODS, FOXWOODS, False)
    deals = comb(53, 7) * comb(46, 7)
    assert sum(total) == deals
    assert list(total) == list(reversed(total))
    won, lost = total[8], sum(total[column] for column in (0, 1, 3, 4))
    assert (won, lost) == (2_402_386_811_548_696, 2_506_900_773_612_920)
    shares = [round(10_000 * Fraction(part, deals)) for part in (won, deals - won - lost, lost)]
    assert shares == [2912, 4050, 3038]


def test_the_joker_stands_above_all_counts_of_ranks():
    assert JOKER_IN_COUNTS == 1 << 52 and max(map(rank_of, Deck().cards)) == 12
    assert load("pai-gow-poker").deck.jokers == 1


# --- The game ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        ("situations",),
        ("strategy", "--ladder"),
        ("situations", "--set", "setting=house"),
        ("strategy", "--lines", "3"),
        ("protect",),
        ("chart", "strategy", "-o", "none.svg"),
    ],
    ids=lambda words: " ".join(map(str, words)),
)
def test_what_asks_hand_by_hand_is_refused_in_one_line(refused, command):
    name, *words = command
    refused(name, "pai-gow-poker", *words, words="not listed one by one")


MINE = """\
WAY mine
  row: groups 5, front first-pair
  row: groups 4, front first-pair
  row: groups 3 3, front first-pair
  row: groups 3 2 2, front second-pair
  row: groups 3 2, front second-pair
  row: groups 3, front singles
  row: groups 2 2 2, front first-pair
  row: groups 2 2, front second-pair
  row: groups 2, front made
  row: groups 2, front singles
  row: groups none, front made
  row: groups none, front next-singles
"""


def test_a_way_of_the_players_own_is_priced(tmp_path):
    """What it costs is the difference to the best settings; the house's way is worth what the game
    is where the player follows it.
    """
    file = tmp_path / "mine.txt"
    file.write_text(MINE)
    game = shortened(load("pai-gow-poker"), "2345QKA", "cd", 1)
    best = solve(game, ["base"])["base"].expected_value
    mine, theirs = (Ways(game, "base").price(words) for words in (str(file), "foxwoods"))
    ruled = shortened(load("pai-gow-poker", {"setting": "house"}), "2345QKA", "cd", 1)
    assert theirs.result.outcomes == solve(ruled, ["base"])["base"].outcomes
    assert mine.cost == best - mine.result.expected_value > theirs.cost > 0
    for one in (mine, theirs):
        assert sum(mistake.cost for mistake in one.mistakes) == one.cost
        assert all(mistake.cost > 0 and mistake.situations for mistake in one.mistakes)
    worst = mine.mistakes[0]
    (advised,) = advise(game, worst.sample).rows
    best = advised.best.removeprefix("front ").replace("Jk", "Ad")
    assert sorted(word[0] for word in best.split()) == sorted(worst.best)
    assert str(mine).startswith("Pai Gow Poker") and "Every hand is set by the way mine:" in str(
        mine
    )
    assert mine.to_dict()["cost"] == str(mine.cost)


def test_a_way_is_priced_where_the_dealers_hand_is_seen():
    """There is no list of hands then: the best play is that of `solve`, the way's as it is ruled."""
    ruled = load("pai-gow-poker", {"variant": "face-up", "setting": "house"})
    free, ruled = (
        shortened(game, "2345QKA", "cd", 1)
        for game in (load("pai-gow-poker", {"variant": "face-up"}), ruled)
    )
    found = Ways(free, "base").price_way(FOXWOODS)
    assert found.result.outcomes == solve(ruled, ["base"])["base"].outcomes
    assert found.optimum == solve(free, ["base"])["base"].expected_value
    assert found.cost > 0 and found.mistakes == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("  row: groups 2, front singles\n", "", "way 'mine' leaves a hand unset or sets"),
        ("front next-singles", "front next-single", "puts no 'next-single' in front"),
        ("WAY ", "MY WAY ", "a way is expected: WAY mine"),
        ("row: groups 5", "rows: groups 5", "a way is expected: WAY mine"),
        (
            "groups 5, front first-pair",
            "groups 5, back first-pair",
            "a row is told by groups, of, singles, front",
        ),
    ],
)
def test_faulty_ways_in_files_are_refused_in_one_line(refused, tmp_path, old, new, words):
    file = tmp_path / "mine.txt"
    assert old in MINE
    file.write_text(MINE.replace(old, new))
    refused("price", "pai-gow-poker", str(file), words=words)


@pytest.mark.slow
def test_the_reference_splits_by_ways_as_the_engine_does():
    game = load("pai-gow-poker", {"setting": "house", "variant": "player-bank"})
    short = shortened(game, "2345QKA", "cd", 1)
    assert_agree(short, "base")


@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.parametrize("setting", ["best", "house"])
def test_a_low_hand_of_the_dealers_settles_a_bet(setting):
    game = load("pai-gow-poker", {"setting": setting, "variant": "tiger-9"})
    short = shortened(game, "23479KA", "cd", 0)
    pushed = {one.outcome: one.combinations for one in solve(short, ["base"])["base"].outcomes}
    assert pushed["nine-high"] > 0
    assert_agree(short, "base")


def test_strengths_of_low_hands_stand_in_the_order_of_their_places():
    strengths = low_strengths(LOW_HAND)
    assert strengths == sorted(set(strengths)) and len(strengths) == 91
    values = [literal.low_value(two) for two in combinations(Deck(suits="cd").cards, 2)]
    assert len(set(values)) == 91
    nine_high = LOW_HAND.threshold("nine-high")
    assert sum(one < nine_high for one in strengths) == len({one for one in values if one < (0, 7)})


def test_pays_that_tell_three_kinds_of_the_dealers_hands_apart_are_refused():
    game = load("pai-gow-poker", {"variant": "tiger-9"})
    (rows,) = (settlement.rows for settlement in game.bets[0].settlements)
    third = replace(rows[0], name="ten-high", when=Reaches("dealer-low", "pair"))
    bet = replace(game.bets[0], settlements=(Settlement(("wager",), (third, *rows)),))
    with pytest.raises(CombinError, match="at most two kinds of the dealer's hands apart"):
        solve(replace(game, bets=(bet, *game.bets[1:])), ["base"])


@pytest.mark.whole
@pytest.mark.slow
def test_settings_are_told_best_first_and_the_highest_in_front_of_equals():
    game = load("pai-gow-poker")
    (answer,) = advise(game, "As Kd Jk 9h 9d 5c 2s").rows
    values = list(answer.values.values())
    assert answer.best == "front 9h 9d" and values == sorted(values, reverse=True)
    assert answer.values["front As Kd"] == answer.values["front Jk Kd"]
    # The two jokered aces leave a pair of nines, which they outrank.
    assert len(values) == 20 and "front Jk As" not in answer.values
    (ruled,) = advise(load("pai-gow-poker", {"setting": "house"}), "As Kd Jk 9h 9d 5c 2s").rows
    assert list(ruled.values) == ["front 9h 9d"]


# --- Another dealer ------------------------------------------------------------------------------


def numbers_of(counts: SettingCounts) -> tuple[array[int], ...]:
    return counts.rows, counts.slot_rows


def counted_against(dealer: Dealer, hands: SetHands) -> SettingCounts:
    counts = SettingCounts(dealer, hands)
    for piece in counts.pieces:
        counts.count(piece)
    return counts


@pytest.mark.parametrize("joker", [0, 1])
def test_counts_are_turned_from_one_dealer_to_another(joker):
    """As if they were counted anew: where few of his hands are set otherwise, where he has fewer
    that count, and where he has no hand in common.
    """
    pack = Pack.of(Deck("2345QKA", "cdh"[: 3 - joker], joker))
    hands = every_hand(pack)
    dealers = [
        Dealer(pack, FOXWOODS, everything),
        Dealer(pack, TRUMP_PLAZA, everything),
        Dealer(pack, FOXWOODS, lambda high, low: low > 20),
        Dealer(pack, FOXWOODS, lambda high, low: low <= 20),
    ]
    assert len({tuple(counted_against(one, hands).rows) for one in dealers}) >= 3
    counts, before = counted_against(dealers[0], hands), dealers[0]
    by_what_differs = set()
    for dealer in (*dealers[1:], dealers[0], dealers[0]):
        by_what_differs.add(counts.turn(before, dealer))
        for piece in counts.pieces:
            counts.count(piece)
        assert numbers_of(counts) == numbers_of(counted_against(dealer, hands))
        before = dealer
    assert by_what_differs == {False, True}


@pytest.mark.parametrize("way", ["foxwoods", "trump-plaza"])
def test_a_way_is_read_off_the_counts_of_all_settings(way, monkeypatch):
    """Who follows it is worth the same as where his hands are counted alone."""
    deck = "2345QKA", "cd", 1
    ruled = shortened(load("pai-gow-poker", {"setting": "house", "way": way}), *deck)
    free = shortened(load("pai-gow-poker", {"way": way}), *deck)
    many = []
    count_all = solving.count_all

    def counted(priced, dealer, hands, *others):
        many.append(len(hands.classes))
        return count_all(priced, dealer, hands, *others)

    monkeypatch.setattr(solving, "count_all", counted)
    monkeypatch.setattr(solving, "_turned", Recent(2))
    found = []
    for games in ([ruled], [free, ruled]):
        monkeypatch.setattr(solving, "_known", Recent(64))
        found += [solve(game, ["base"])["base"].outcomes for game in games]
    assert found[0] == found[2] != found[1]
    assert many[0] == many[1] and sum(many[2:]) < many[0]  # the few that nobody else sets so


def test_a_formula_of_a_bet_that_was_solved_takes_what_happens(monkeypatch):
    game = shortened(load("pai-gow-poker"), "2345QKA", "cd", 1)
    counted = Counted(game)
    expected = formula(counted)
    monkeypatch.setattr("combin.families.set_hands.family.play", None)  # nothing is solved again
    assert formula(Counted(game, root=counted.root)) == expected
