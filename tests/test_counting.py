"""The ways to count against each other, against binomials and closed forms, and against plain enumeration on small decks."""

from __future__ import annotations

import random
import subprocess
import sys
from array import array
from collections import Counter
from itertools import combinations, permutations
from math import comb, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combin
from agreement import canonical, short_plan, shortened, suits_of
from combin.cards import JOKER, RANKS, Deck, cards_of, mask_of
from combin.counting import Keep, Plan, Tally, memory, method, tallies, verify_memory
from combin.errors import CombinError
from combin.games import names
from combin.kernels import removal, walk
from combin.ranking import POKER, THREE_CARD, TWO_CARD, HandRanking
from combin.rules import (
    ALWAYS,
    Action,
    Beats,
    Below,
    Bet,
    Chose,
    Deal,
    Decide,
    Game,
    Hand,
    Pays,
    Paytable,
    Row,
    Settlement,
    Ties,
    Wager,
)  # fmt: skip
from combin.sensitivity import Counted
from combin.solving import solve as solver
from oracles.best_of import best_five

WHOLE = Deck()
PERFT = [
    # sizes of the sets of cards, jokers, states up to a relabelling of the suits
    ((2,), 0, 169), ((3,), 0, 1_755), ((4,), 0, 16_432), ((5,), 0, 134_459), ((7,), 0, 6_009_159),
    ((2, 3), 0, 1_286_792), ((5, 1), 0, 5_649_150), ((4,), 1, 18_187),
]  # fmt: skip


def states(deck: Deck, sizes: tuple[int, ...], fixed: tuple[int, ...] = ()) -> dict[tuple[int, ...], int]:
    """Return state -> weight, the joker in every set it can be in and in none."""
    found: dict[tuple[int, ...], int] = {}
    in_hand = any(mask >> JOKER for mask in fixed)
    holders = range(len(fixed), len(sizes)) if deck.jokers and not in_hand else ()
    for holder in (-1, *holders):
        masks, weights = walk.states(deck.mask, array("q", sizes), array("Q", fixed), holder)
        for place, weight in enumerate(weights):
            state = tuple(masks[place * len(sizes) : (place + 1) * len(sizes)])
            assert state not in found
            found[state] = weight
    return found


def ways(cards: int, sizes: tuple[int, ...]) -> int:
    return prod(comb(cards - sum(sizes[:place]), size) for place, size in enumerate(sizes))


def relabelled(deck: Deck, state: tuple[int, ...]) -> tuple[int, ...]:
    masks = array("Q", state)
    walk.relabelled(deck.mask, masks)
    return tuple(masks)


def suits_in(deck: Deck) -> list[int]:
    return sorted({card >> 4 for card in deck.cards if card != JOKER})


def dealt(cards: list[int], sizes: tuple[int, ...]):
    """Yield every way to deal sets of these sizes, as masks."""
    if not sizes:
        yield ()
        return
    for first in combinations(cards, sizes[0]):
        for rest in dealt([card for card in cards if card not in first], sizes[1:]):
            yield (mask_of(first), *rest)


# --- Suits -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sizes", "jokers", "count"), PERFT, ids=str)
def test_states_are_as_many_as_known(sizes, jokers, count):
    deck = Deck(jokers=jokers)
    found, weights = 0, 0
    for holder in range(-1, len(sizes) if jokers else 0):
        _, heavy = walk.states(deck.mask, array("q", sizes), array("Q"), holder)
        found, weights = found + len(heavy), weights + sum(heavy)
    assert (found, weights) == (count, ways(len(deck), sizes))


SMALL = [
    (Deck("9TJQKA", "cdhs"), (2,)), (Deck("TQA", "cdhs"), (2, 2)), (Deck("TQA", "cdhs"), (1, 2, 2)),
    (Deck("JQKA", "dhs"), (3, 2)),
    (Deck("2569TA", "cs"), (2, 3)), (Deck("23456789TJQKA", "h"), (2, 1, 1)), (Deck("KA", "cdhs", 1), (2, 2)),
    (Deck("QKA", "cdh", 1), (2, 1, 2)), (Deck("9TJ", "cd", 1), (4,)), (Deck("A", "cdhs"), (2, 1)),
    (Deck("2A", "cdhs"), (1, 1, 1, 1)),
]  # fmt: skip


@pytest.mark.parametrize(("deck", "sizes"), SMALL, ids=str)
def test_states_are_one_of_each_kind_with_its_number(deck, sizes):
    """What is enumerated with weights is what plain dealing finds, sorted into kinds."""
    suits = suits_in(deck)
    kinds = Counter(canonical(masks, suits) for masks in dealt(deck.cards, sizes))
    found = states(deck, sizes)
    assert {canonical(state, suits): weight for state, weight in found.items()} == kinds
    assert len(found) == len(kinds)
    assert all(relabelled(deck, state) == state for state in found)


@pytest.mark.parametrize(("deck", "sizes"), [case for case in SMALL if len(case[1]) > 1], ids=str)
def test_states_around_given_cards(deck, sizes):
    """With the first set given, weights add up to its kind's number times the ways to deal the rest; together they are all."""
    together: Counter = Counter()
    for (first,), weight in states(deck, sizes[:1]).items():
        found = states(deck, sizes, (first,))
        assert sum(found.values()) == weight * ways(len(deck) - sizes[0], sizes[1:])
        together.update(found)
    assert together == states(deck, sizes)


decks = st.builds(
    lambda ranks, suits, jokers: Deck("".join(ranks), "".join(suits), jokers),
    st.lists(st.sampled_from(RANKS), min_size=2, unique=True),
    st.lists(st.sampled_from("cdhs"), min_size=1, unique=True),
    st.integers(0, 1),
)


@settings(max_examples=200, derandomize=True, deadline=None)
@given(decks, st.lists(st.integers(1, 3), min_size=1, max_size=3).filter(lambda sizes: sum(sizes) <= 4))
def test_weights_add_up_to_binomials(deck, sizes):
    sizes = tuple(sizes)
    if sum(sizes) <= len(deck):
        assert sum(states(deck, sizes).values()) == ways(len(deck), sizes)


@st.composite
def scattered(draw):
    """A deck, disjoint sets of its cards, and another order of its suits."""
    deck = draw(decks)
    cards = draw(st.permutations(deck.cards))
    borders = sorted(draw(st.lists(st.integers(0, min(len(cards), 9)), min_size=1, max_size=4)))
    sets = tuple(mask_of(cards[low:high]) for low, high in zip([0, *borders], borders))
    return deck, sets, draw(st.permutations(suits_in(deck)))


@settings(max_examples=300, derandomize=True, deadline=None)
@given(scattered())
def test_relabelling_forgets_which_suit_is_which_and_nothing_else(drawn):
    deck, sets, order = drawn
    suits = suits_in(deck)
    moved = tuple(
        mask_of(card if card == JOKER else 16 * order[suits.index(card >> 4)] + card % 16 for card in cards_of(cards))
        for cards in sets
    )
    kind = relabelled(deck, sets)
    assert relabelled(deck, moved) == kind == relabelled(deck, kind)
    assert canonical(kind, suits) == canonical(sets, suits)
    assert kind in {
        tuple(mask_of(c if c == JOKER else 16 * new[suits.index(c >> 4)] + c % 16 for c in cards_of(cards)) for cards in sets)
        for new in permutations(suits)
    }


# --- How much memory it takes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sizes", "jokers", "count"), PERFT)
def test_information_sets_are_counted_without_listing_them(sizes, jokers, count):
    assert memory.information_sets(Deck(jokers=jokers), sizes) == count


@pytest.mark.parametrize("deck", [Deck("TJQKA"), Deck("9JQKA", "cdh", 1), Deck(RANKS, "s"), Deck("2345", "dh", 1)], ids=repr)
@pytest.mark.parametrize("sizes", [(1,), (4,), (2, 2), (3, 1), (1, 2, 1)], ids=str)
def test_as_many_information_sets_are_listed(deck, sizes):
    holders = [-1, *range(len(sizes))] if deck.jokers else [-1]
    listed = [walk.states(deck.mask, array("q", sizes), array("Q"), holder)[1] for holder in holders]
    assert memory.information_sets(deck, sizes) == sum(map(len, listed))


def thrice_eight() -> Game:
    """Return a game whose second decision has 367,983 information sets, each with 12,870 parents."""
    check = Decide("early", (Action("check"), Action("bet", {"play": 1})))
    fold = Decide("late", (Action("fold", ends=True), Action("raise", {"play": 1})))
    play = (Deal("a", 8), check, Deal("b", 8), fold, Deal("c", 8))
    table = Paytable("", {"straight-flush": 20, "flush": 1})
    rows = (Row("fold", Chose("fold"), (-1, 0)), Row("", ALWAYS, (Pays(table, "hand"), 1)))
    bet = Bet("base", (Wager("ante", 1), Wager("play")), "ante", (Settlement(("ante", "play"), rows),))
    hands = (Hand("hand", POKER, ("a", "b", "c")),)
    return Game("eights", "Eights", "none", Deck("3456789TJQKA", "cd"), play, hands, (bet,)).resolve()


def test_what_takes_too_much_memory_is_refused_before_it_is_taken(monkeypatch):
    monkeypatch.setenv("COMBIN_MEMORY", "10G")
    plan = short_plan(thrice_eight())
    with pytest.raises(CombinError, match=r"19\.\d GB of memory, most of it for the 367,983 .* at 'late'; the limit is 10\.0 GB"):
        next(tallies(plan))
    assert not plan.levels


@pytest.mark.parametrize("ask", [Counted, combin.solve], ids=lambda ask: ask.__name__)
def test_a_limit_is_for_everything_that_counts(ask, monkeypatch):
    monkeypatch.setenv("COMBIN_MEMORY", "50M")
    with pytest.raises(CombinError, match=r"the limit is 0\.1 GB, and COMBIN_MEMORY sets another"):
        ask(combin.load("caribbean-stud"))


def test_what_is_kept_takes_more(monkeypatch):
    """A limit under which a game is solved may be too small to ask its counts again."""
    monkeypatch.setenv("COMBIN_MEMORY", "1G")
    plan = short_plan(combin.load("hot-poker-spot", {"cost": "1"}))
    verify_memory(plan)
    with pytest.raises(CombinError, match="COMBIN_MEMORY"):
        verify_memory(plan, Keep.ALL)


@pytest.mark.parametrize("text", ["lots", "-1G", "8 giga", "1.5G"])
def test_a_limit_that_is_no_size_is_refused(text, monkeypatch):
    monkeypatch.setenv("COMBIN_MEMORY", text)
    with pytest.raises(CombinError, match="a size such as 8G or 500M"):
        memory.free()


@pytest.mark.skipif(sys.platform != "linux", reason="only there a shell's limit of the address space binds")
def test_a_limit_of_the_address_space_is_seen():
    import resource

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (10**9, 10**9))

    ask = "from combin.counting import memory; print(memory.free())"
    done = subprocess.run([sys.executable, "-c", ask], preexec_fn=limited, capture_output=True, text=True, check=True)
    assert 0 < int(done.stdout) < 10**9


def test_where_memory_ends_after_all_one_line_says_so(refused, monkeypatch):
    def nothing_left(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(removal, "Sweep", nothing_left)
    refused("solve", "three-card-poker", "--threads", 1, words="not enough memory")


# --- Ways to count ---------------------------------------------------------------------------------------------------

METHODS = {
    ("caribbean-stud", "base"): "removal",
    ("three-card-poker", "base"): "removal",
    ("dakota-duel-draw", "base"): "boards",
    ("hot-poker-spot", "base"): "rows",
}


@pytest.mark.parametrize("slug", names())
def test_each_bet_is_counted_its_own_way(slug):
    for game in (combin.load(slug), *([combin.load(slug, {"cost": "1"})] if slug == "hot-poker-spot" else [])):
        for bet in game.bets:
            assert method(Plan(game, bet)) == METHODS.get((slug, bet.key), "walk")


def pooled(plan: Plan) -> int:
    """Return the ways to deal what is seen at the last decision, in sets, and what is hidden then."""
    seen = [role.size for role in plan.stages[-1].roles] if plan.stages else []
    return ways(len(plan.game.deck), (*seen, *(group.size for group in plan.hidden)))


def rows_by_state(plan: Plan, found: list[Tally]) -> Counter:
    """Return (canonical state of the last decision, known facts, column) -> deals, from tallies in any order and shape."""
    counts: Counter = Counter()
    for tally in found:
        if not tally.levels:
            counts.update({((), 0, column): deals for column, deals in enumerate(tally.counts) if deals})
            continue
        level = tally.levels[-1]
        for place in range(len(level)):
            state = canonical(tuple(level.states[place * level.roles : (place + 1) * level.roles]), suits_of(plan.game))
            for column, deals in enumerate(tally.counts[place * tally.columns : (place + 1) * tally.columns]):
                if deals:
                    counts[state, level.known[place], column] += deals
    return counts


BOTH_WAYS = [
    # game, choices, ranks, suits; the last decision has the states that are compared
    ("caribbean-stud", {}, "TJQKA", "cdhs"), ("caribbean-stud", {}, "2345A", "cdh"), ("caribbean-stud", {}, "26789TA", "ds"),
    ("caribbean-stud", {}, "23456789TJQKA", "h"), ("caribbean-stud", {}, "QKA", "cdhs"),
    ("three-card-poker", {}, RANKS, "cdh"), ("three-card-poker", {}, "2389TJQKA", "cdhs"),
    ("three-card-poker", {}, RANKS, "ch"),
    ("dakota-duel-draw", {}, "TJQKA", "cdhs"), ("dakota-duel-draw", {}, "2345A", "dhs"),
    ("dakota-duel-draw", {}, "2569TKA", "ch"),
    ("dakota-duel-draw", {}, "23456789TJQKA", "s"),
    ("hot-poker-spot", {}, "789TJQKA", "cdhs"), ("hot-poker-spot", {}, "2345A", "dhs"), ("hot-poker-spot", {}, RANKS, "ch"),
    ("hot-poker-spot", {"cost": "1"}, "9TJQA", "cdhs"), ("hot-poker-spot", {"cost": "1"}, "23456789TJQKA", "s"),
    ("hot-poker-spot", {"cost": "1", "variant": "heads-up"}, "2345A", "dhs"),
    ("hot-poker-spot", {"cost": "1", "variant": "heads-up"}, "2569TKA", "ch"),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "choices", "ranks", "suits"), BOTH_WAYS, ids=str)
def test_every_way_counts_like_the_walk(slug, choices, ranks, suits):
    plan = short_plan(shortened(combin.load(slug, choices), ranks, suits))
    assert method(plan) == METHODS[slug, "base"]
    own, walked = list(tallies(plan)), list(tallies(plan, by="walk"))
    assert rows_by_state(plan, own) == rows_by_state(plan, walked)
    assert sum(sum(tally.counts) for tally in own) == sum(sum(tally.counts) for tally in walked) == pooled(plan)


def compared_at_random(drawn: random.Random) -> Game:
    """Return a game of two hands of some shape, settled by any comparison of any of them, sound or not."""
    fold_or_play = Decide("d", (Action("fold", ends=True), Action("play", {"bet": 1})))
    mine, yours, up, shared = drawn.choice([(3, 3, 0, 0), (3, 3, 1, 0), (2, 3, 1, 0), (3, 4, 0, 0), (2, 1, 0, 1), (3, 2, 1, 1)])
    play = (Deal("mine", mine), *[Deal("up", 1)] * up, *[Deal("shared", 1)] * shared, fold_or_play, Deal("yours", yours - up))
    common = ("shared",) * shared
    others = (*("up",) * up, "yours", *common)
    ranking = drawn.choice([THREE_CARD, TWO_CARD]) if min(mine, yours) + shared > 2 else TWO_CARD
    must = drawn.choice([(), (), ("mine",)]) if mine <= ranking.size else ()
    hands = [Hand("player", ranking, ("mine", *common), must), Hand("dealer", ranking, others)]
    hands += [Hand("third", TWO_CARD, drawn.choice([others, ("mine", *common)]))] * drawn.randint(0, 1)
    alike = [hand.name for hand in hands if hand.ranking == ranking]
    facts = [drawn.choice([Beats, Ties])(drawn.choice(alike), drawn.choice(alike)) for _ in range(drawn.randint(1, 3))]
    facts += [
        Below(drawn.choice(hands).name, drawn.choice(["pair", "queen-high", "ace-king", "pair-of-tens"]))
        for _ in range(drawn.randint(0, 4))
    ]
    drawn.shuffle(facts)
    rows = [Row("fold", Chose("fold"), (-1,)), *(Row(f"row-{i}", fact, (i,)) for i, fact in enumerate(facts))]
    bet = Bet("base", (Wager("bet", 1),), "bet", (Settlement(("bet",), (*rows, Row("rest", ALWAYS, (0,)))),))
    deck = Deck(*drawn.choice([("9TJQKA", "cd"), ("TJQK", "cdhs"), ("23QKA", "dhs"), (RANKS, "s"), ("2QA", "cdhs")]))
    return Game("compared", "Compared", "none", deck, play, tuple(hands), (bet,))


def test_a_method_accepts_only_what_it_counts_like_the_walk():
    """Hands compared with themselves and both ways, hands that share cards, more thresholds than a method has room for."""
    drawn, met = random.Random(5), Counter()
    for _ in range(120):
        game = compared_at_random(drawn)
        try:
            plan = Plan(game, game.bets[0])
        except CombinError as error:
            assert "that can be counted" in str(error)
            continue
        met[method(plan)] += 1
        assert rows_by_state(plan, list(tallies(plan))) == rows_by_state(plan, list(tallies(plan, by="walk"))), game
    assert min(met["removal"], met["walk"]) > 15


def test_removal_counts_like_the_walk_on_the_whole_deck():
    plan = short_plan(combin.load("three-card-poker"))
    assert rows_by_state(plan, list(tallies(plan))) == rows_by_state(plan, list(tallies(plan, by="walk")))


PARTED = [(slug, bet.key, {}) for slug in names() for bet in combin.load(slug).bets]
PARTED += [("hot-poker-spot", "base", {"cost": "1"})]


@pytest.mark.parametrize("parts", (2, 3, 7))
@pytest.mark.parametrize(("slug", "key", "choices"), PARTED, ids=str)
def test_parts_add_up_to_the_whole(slug, key, choices, parts):
    game = combin.load(slug, choices)
    plan = short_plan(shortened(game, "TJQKA", "cdh", game.deck.jokers), key)
    for by in {"walk", method(plan)}:
        whole = rows_by_state(plan, list(tallies(plan, by=by)))
        shares = [tally for part in range(parts) for tally in tallies(plan, part, parts, by=by)]
        assert rows_by_state(plan, shares) == whole
        assert sum(whole.values()) == pooled(plan)


# --- Parents and children --------------------------------------------------------------------------------------------


def shares_of(mask: int, sizes: list[int]):
    """Yield every way to part a set of cards into sets of these sizes."""
    return dealt(cards_of(mask), tuple(sizes))


def parents_by_hand(plan: Plan, place: int, state: tuple[int, ...]) -> Counter:
    """Return canonical parent -> how many ways of dealing the child's cards come from it."""
    old, new = plan.stages[place - 1], plan.stages[place]
    found: Counter = Counter()

    def part(number: int, seen: dict) -> None:
        if number == len(new.roles):
            parent = tuple(sum(seen[group] for group in role.groups) for role in old.roles)
            found[canonical(parent, suits_of(plan.game))] += 1
            return
        groups = new.roles[number].groups
        for masks in shares_of(state[number], [group.size for group in groups]):
            part(number + 1, {**seen, **dict(zip(groups, masks))})

    part(0, {})
    return found


LINKED = [
    ("let-it-ride", {}, "TQKA", "cdhs"), ("let-it-ride", {}, "23456789TJQKA", "h"), ("mississippi-stud", {}, "6JKA", "cdh"),
    ("mississippi-stud", {}, "JA", "cdhs"), ("hot-poker-spot", {"cost": "1"}, "JQKA", "cd"),
    ("hot-poker-spot", {"cost": "1", "variant": "heads-up"}, "QKA", "cdh"),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "choices", "ranks", "suits"), LINKED, ids=str)
def test_every_child_knows_its_parents(slug, choices, ranks, suits):
    """Links are as many a child, and proportional to the ways in which its cards can have come."""
    plan = short_plan(shortened(combin.load(slug, choices), ranks, suits))
    for tally in tallies(plan):
        for place in range(1, len(tally.levels)):
            level, before = tally.levels[place], tally.levels[place - 1]
            kinds = [
                canonical(tuple(before.states[i * before.roles : (i + 1) * before.roles]), suits_of(plan.game))
                for i in range(len(before))
            ]
            fan = len(level.links) // len(level)
            for i in range(len(level)):
                by_hand = parents_by_hand(plan, place, tuple(level.states[i * level.roles : (i + 1) * level.roles]))
                linked = Counter(kinds[parent] for parent in level.links[i * fan : (i + 1) * fan])
                total = sum(by_hand.values())
                assert {kind: ways * total for kind, ways in linked.items()} == {
                    kind: ways * fan for kind, ways in by_hand.items()
                }


# --- Closed forms ----------------------------------------------------------------------------------------------------


def families(ranking: HandRanking, cards: int, deck: Deck = WHOLE) -> dict[str, int]:
    """Return how many sets of cards make each family, by a bet that pays every family."""
    table = Paytable("", dict.fromkeys(ranking.families, 1))
    bet = Bet("base", (Wager("bet", 1),), "bet", (Settlement(("bet",), (Row("", ALWAYS, (Pays(table, "hand"),)),)),))
    game = Game("families", "Families", "none", deck, (Deal("cards", cards),), (Hand("hand", ranking, ("cards",)),), (bet,))
    return {row.outcome: row.combinations for row in solver.solve(game.resolve()).bets["base"].outcomes}


NAMES = POKER.families
KNOWN = {
    # royal flush ... high card; published for five to seven cards
    5: (4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540),
    6: (188, 1_656, 14_664, 165_984, 205_792, 361_620, 732_160, 2_532_816, 9_730_740, 6_612_900),
    7: (4_324, 37_260, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800, 23_294_460),
}


@pytest.mark.parametrize("cards", KNOWN)
def test_best_five_of_five_to_seven(cards):
    assert families(POKER, cards) == dict(zip(NAMES, KNOWN[cards]))
    assert sum(KNOWN[cards]) == comb(52, cards)


def straight(ranks: tuple[int, ...]) -> bool:
    return any({(top - step) % 13 for step in range(5)} <= set(ranks) for top in range(3, 13))


def test_best_five_of_eight():
    """Straight flushes suit by suit (no two suits hold five of eight cards), fours by inclusion and exclusion."""
    found = families(POKER, 8)
    running = sum(4 * comb(39, 8 - n) for n in range(5, 9) for ranks in combinations(range(13), n) if straight(ranks))
    assert found["royal-flush"] == 4 * comb(47, 3)
    assert found["royal-flush"] + found["straight-flush"] == running
    fours_in_straight_flushes = 4 * 10 * 5
    assert found["four-of-a-kind"] == 13 * comb(48, 4) - comb(13, 2) - fours_in_straight_flushes
    assert found == best_five(8)


def test_three_and_two_cards():
    assert families(THREE_CARD, 3) == dict(zip(THREE_CARD.families, (4, 44, 52, 720, 1_096, 3_744, 16_440)))
    assert families(TWO_CARD, 2) == {"pair": 78, "high-card": 1_248}


# --- Too many --------------------------------------------------------------------------------------------------------


def dealing(*sizes: int) -> Game:
    """Return a game whose zones all matter, each to its own hand."""
    table = Paytable("", {"pair": 1})
    zones = [f"zone-{i}" for i in range(len(sizes))]
    rows = [Settlement(("bet",), (Row("", ALWAYS, (Pays(table, zone),)),), zone) for zone in zones]
    hands = tuple(Hand(zone, TWO_CARD, (zone,)) for zone in zones)
    bet = Bet("base", (Wager("bet", 1),), "bet", tuple(rows))
    return Game("many", "Many", "none", WHOLE, tuple(map(Deal, zones, sizes)), hands, (bet,)).resolve()


@pytest.mark.parametrize("sizes", [(8, 8, 8, 8), (7, 7, 6)], ids=str)
def test_more_deals_than_can_be_counted_are_refused(sizes):
    game = dealing(*sizes)
    with pytest.raises(CombinError, match=r"^many: [^\n]* deals [^\n]*$"):
        solver.solve(game)
