"""The ways to count against each other, against binomials and closed forms, and against plain
enumeration on small decks.
"""

from __future__ import annotations

import random
import subprocess
import sys
from array import array
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combin
from agreement import assert_agree, canonical, short_plan, shortened, suits_of
from combin.cards import JOKER, RANK_NAMES, RANK_PLURALS, RANKS, Deck, cards_of, mask_of
from combin.counting import (
    Keep,
    Plan,
    Tally,
    memory,
    method_of,
    pooling,
    tallies,
    verify_memory,
)
from combin.counting import dealing as dealt_out
from combin.counting.levels import levels
from combin.counting.methods.walk import LONG
from combin.counting.program import program
from combin.errors import CombinError
from combin.families.methods import (
    BOARDS,
    DRAWS,
    FIRST_HAND,
    LAST_CARD,
    LONGEST,
    ON_SHARED_BOARD,
    REMOVAL,
    SHOE,
    WALK,
)
from combin.kernels import removal, walk
from combin.questions import solve as solver
from combin.ranking import (
    JOKER_READINGS,
    NATURAL_RUNS,
    POKER,
    THREE_CARD,
    TWO_CARD,
    WILD,
    HandRanking,
)
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
from combin.rules import game as rules
from combin.rules.picks import concrete
from combin.sensitivity import Counted
from combin.solving.induction import Root, carry
from combin.solving.payoffs import Payoffs
from oracles.best_of import best_five
from shipped import DEALT
from sizes import GAMES, LIKE_JACKS, sized

WHOLE = Deck()
PERFT = [
    # sizes of the sets of cards, jokers, states up to a relabelling of the suits
    ((2,), 0, 169), ((3,), 0, 1_755), ((4,), 0, 16_432), ((5,), 0, 134_459), ((7,), 0, 6_009_159),
    ((2, 3), 0, 1_286_792), ((5, 1), 0, 5_649_150), ((4,), 1, 18_187),
]  # fmt: skip


def states(
    deck: Deck, sizes: tuple[int, ...], fixed: tuple[int, ...] = ()
) -> dict[tuple[int, ...], int]:
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


# --- Suits -------------------------------------------------------------------------------------


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


@pytest.mark.slow_after(6)
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
    """With the first set given, weights add up to its kind's number times the ways to deal the
    rest; together they are all.
    """
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


@settings(max_examples=30, derandomize=True, deadline=None)
@given(
    decks, st.lists(st.integers(1, 3), min_size=1, max_size=3).filter(lambda sizes: sum(sizes) <= 4)
)
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


@pytest.mark.slow
@settings(max_examples=100, derandomize=True, deadline=None)
@given(scattered())
def test_relabelling_forgets_which_suit_is_which_and_nothing_else(drawn):
    deck, sets, order = drawn
    suits = suits_in(deck)
    moved = tuple(
        mask_of(
            card if card == JOKER else 16 * order[suits.index(card >> 4)] + card % 16
            for card in cards_of(cards)
        )
        for cards in sets
    )
    kind = relabelled(deck, sets)
    assert relabelled(deck, moved) == kind == relabelled(deck, kind)
    assert canonical(kind, suits) == canonical(sets, suits)
    assert kind in {
        tuple(
            mask_of(
                c if c == JOKER else 16 * new[suits.index(c >> 4)] + c % 16 for c in cards_of(cards)
            )
            for cards in sets
        )
        for new in permutations(suits)
    }


# --- How much memory it takes ------------------------------------------------------------------


@pytest.mark.parametrize(("sizes", "jokers", "count"), PERFT)
def test_information_sets_are_counted_without_listing_them(sizes, jokers, count):
    assert memory.information_sets(Deck(jokers=jokers), sizes) == count


@pytest.mark.parametrize(
    "deck",
    [Deck("TJQKA"), Deck("9JQKA", "cdh", 1), Deck(RANKS, "s"), Deck("2345", "dh", 1)],
    ids=repr,
)
@pytest.mark.parametrize("sizes", [(1,), (4,), (2, 2), (3, 1), (1, 2, 1)], ids=str)
def test_as_many_information_sets_are_listed(deck, sizes):
    holders = [-1, *range(len(sizes))] if deck.jokers else [-1]
    listed = [
        walk.states(deck.mask, array("q", sizes), array("Q"), holder)[1] for holder in holders
    ]
    assert memory.information_sets(deck, sizes) == sum(map(len, listed))


def thrice_eight() -> Game:
    """Return a game whose second decision has 367,983 information sets, each with 12,870
    parents.
    """
    check = Decide("early", (Action("check"), Action("bet", {"play": 1})))
    fold = Decide("late", (Action("fold", ends=True), Action("raise", {"play": 1})))
    play = (Deal("a", 8), check, Deal("b", 8), fold, Deal("c", 8))
    table = Paytable("", {"straight-flush": 20, "flush": 1})
    rows = (Row("fold", Chose("fold"), (-1, 0)), Row("", ALWAYS, (Pays(table, "hand"), 1)))
    bet = Bet(
        "base", (Wager("ante", 1), Wager("play")), "ante", (Settlement(("ante", "play"), rows),)
    )
    hands = (Hand("hand", POKER, ("a", "b", "c")),)
    return Game(
        "eights", "Eights", "none", Deck("3456789TJQKA", "cd"), play, hands, (bet,)
    ).resolve()


def test_what_takes_too_much_memory_is_refused_before_it_is_taken(monkeypatch):
    monkeypatch.setenv("COMBIN_MEMORY", "10G")
    plan = short_plan(thrice_eight())
    with pytest.raises(
        CombinError,
        match=r"19\.\d GB of memory, most of it for the 367,983 .* at 'late'; the limit is 10\.0 GB",
    ):
        next(tallies(plan))
    assert not plan.levels


@pytest.mark.parametrize("ask", [Counted, combin.solve], ids=lambda ask: ask.__name__)
def test_a_limit_is_for_everything_that_counts(ask, monkeypatch):
    monkeypatch.setenv("COMBIN_MEMORY", "50M")
    with pytest.raises(CombinError, match=r"the limit is 50\.0 MB, and COMBIN_MEMORY sets another"):
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


@pytest.mark.skipif(
    sys.platform != "linux", reason="only there a shell's limit of the address space binds"
)
def test_a_limit_of_the_address_space_is_seen():
    import resource

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (10**9, 10**9))

    ask = "from combin.counting import memory; print(memory.free())"
    done = subprocess.run(
        [sys.executable, "-c", ask],
        preexec_fn=limited,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert 0 < int(done.stdout) < 10**9


def test_where_memory_ends_after_all_one_line_says_so(refused, monkeypatch):
    def nothing_left(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(removal, "StrengthSweep", nothing_left)
    refused("solve", "three-card-poker", "--threads", 1, words="more memory than there is")


# --- Ways to count -----------------------------------------------------------------------------

METHODS = {
    ("caribbean-stud", "base"): REMOVAL,
    ("crazy-4-poker", "base"): REMOVAL,
    ("four-card-poker", "base"): REMOVAL,
    ("three-card-poker", "base"): REMOVAL,
    ("ultimate-three-card-poker", "base"): REMOVAL,
    ("flushes-gone-wild", "base"): LONGEST,
    ("high-card-flush", "base"): LONGEST,
    ("casino-holdem", "base"): ON_SHARED_BOARD,
    ("heads-up-holdem", "base"): ON_SHARED_BOARD,
    ("texas-holdem-bonus", "base"): ON_SHARED_BOARD,
    ("ultimate-texas-holdem", "base"): ON_SHARED_BOARD,
    ("ultimate-texas-holdem", "bad-beat"): ON_SHARED_BOARD,
    ("dakota-duel-draw", "base"): BOARDS,
    ("hot-poker-spot", "base"): LAST_CARD,
    ("criss-cross-poker", "base"): FIRST_HAND,
    ("jacks-or-better", "base"): DRAWS,
    ("bonus-poker", "base"): DRAWS,
    ("double-double-bonus", "base"): DRAWS,
    ("deuces-wild", "base"): DRAWS,
    ("joker-poker", "base"): DRAWS,
}


@pytest.mark.parametrize("slug", DEALT)
def test_each_bet_is_counted_its_own_way(slug):
    for game in (
        combin.load(slug),
        *([combin.load(slug, {"cost": "1"})] if slug == "hot-poker-spot" else []),
    ):
        for bet in game.bets:
            usual, plan = SHOE if game.from_shoe else WALK, Plan(game, bet)
            if plan.sets_hands:
                with pytest.raises(CombinError, match="are not listed one by one"):
                    method_of(plan)
            else:
                assert method_of(plan) is METHODS.get((slug, bet.key), usual)


def pooled(plan: Plan) -> int:
    """Return the ways to deal what is seen at the last decision, in sets, and what is
    hidden then.
    """
    seen = [role.size for role in plan.stages[-1].roles] if plan.stages else []
    return ways(len(plan.game.deck), (*seen, *(group.size for group in plan.hidden)))


def rows_by_state(plan: Plan, found: list[Tally]) -> Counter:
    """Return (canonical state of the last decision, known facts, column) -> deals, from tallies in
    any order and shape.
    """
    counts: Counter = Counter()
    for tally in found:
        if not tally.levels:
            counts.update(
                {((), 0, column): deals for column, deals in enumerate(tally.counts) if deals}
            )
            continue
        level = tally.levels[-1]
        for place in range(len(level)):
            state = canonical(
                tuple(level.states[place * level.roles : (place + 1) * level.roles]),
                suits_of(plan.game),
            )
            for column, deals in enumerate(
                tally.counts[place * tally.columns : (place + 1) * tally.columns]
            ):
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


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "choices", "ranks", "suits"), BOTH_WAYS, ids=str)
def test_every_way_counts_like_the_walk(slug, choices, ranks, suits):
    plan = short_plan(shortened(combin.load(slug, choices), ranks, suits))
    assert method_of(plan) is METHODS[slug, "base"]
    own, walked = list(tallies(plan)), list(WALK.tallies(plan, 0, 1))
    assert rows_by_state(plan, own) == rows_by_state(plan, walked)
    assert (
        sum(sum(tally.counts) for tally in own)
        == sum(sum(tally.counts) for tally in walked)
        == pooled(plan)
    )


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["caribbean-stud", "four-card-poker", "three-card-poker"])
@pytest.mark.parametrize(("ranks", "suits"), [("9TJQKA", "cdh"), ("2345A", "cd"), ("JQKA", "cdhs")])
def test_removal_lists_the_information_sets_of_the_walk(slug, ranks, suits):
    """Each once up to a relabelling of the suits, of the up card too: so their ties are alike."""
    plan = short_plan(shortened(combin.load(slug), ranks, suits))
    assert method_of(plan) is REMOVAL

    def listed(found: Iterable[Tally]) -> Counter:
        levels = [level for tally in found for level in tally.levels]
        return Counter(
            (level.state(at), level.weights[at]) for level in levels for at in range(len(level))
        )

    assert listed(REMOVAL.tallies(plan, 0, 1)) == listed(WALK.tallies(plan, 0, 1))
    payoffs, ties = Payoffs(plan), []
    for method in (REMOVAL, WALK):
        root = Root()
        for tally in method.tallies(plan, 0, 1):
            root.add(carry(payoffs.fold(tally)))
        ties.append(root.ties)
    assert ties[0] == ties[1]


def compared_at_random(drawn: random.Random) -> Game:
    """Return a game of two hands of some shape, settled by any comparison of any of them, sound or
    not.
    """
    fold_or_play = Decide("d", (Action("fold", ends=True), Action("play", {"bet": 1})))
    mine, yours, up, shared = drawn.choice(
        [(3, 3, 0, 0), (3, 3, 1, 0), (2, 3, 1, 0), (3, 4, 0, 0), (2, 1, 0, 1), (3, 2, 1, 1)]
    )
    play = (
        Deal("mine", mine),
        *[Deal("up", 1)] * up,
        *[Deal("shared", 1)] * shared,
        fold_or_play,
        Deal("yours", yours - up),
    )
    common = ("shared",) * shared
    others = (*("up",) * up, "yours", *common)
    ranking = drawn.choice([THREE_CARD, TWO_CARD]) if min(mine, yours) + shared > 2 else TWO_CARD
    must = drawn.choice([(), (), ("mine",)]) if mine <= ranking.size else ()
    hands = [Hand("player", ranking, ("mine", *common), must), Hand("dealer", ranking, others)]
    hands += [Hand("third", TWO_CARD, drawn.choice([others, ("mine", *common)]))] * drawn.randint(
        0, 1
    )
    alike = [hand.name for hand in hands if hand.ranking == ranking]
    facts = [
        drawn.choice([Beats, Ties])(drawn.choice(alike), drawn.choice(alike))
        for _ in range(drawn.randint(1, 3))
    ]
    facts += [
        Below(
            drawn.choice(hands).name,
            drawn.choice(["pair", "queen-high", "ace-king", "pair-of-tens"]),
        )
        for _ in range(drawn.randint(0, 4))
    ]
    drawn.shuffle(facts)
    rows = [
        Row("fold", Chose("fold"), (-1,)),
        *(Row(f"row-{i}", fact, (i,)) for i, fact in enumerate(facts)),
    ]
    bet = Bet(
        "base",
        (Wager("bet", 1),),
        "bet",
        (Settlement(("bet",), (*rows, Row("rest", ALWAYS, (0,)))),),
    )
    deck = Deck(
        *drawn.choice(
            [("9TJQKA", "cd"), ("TJQK", "cdhs"), ("23QKA", "dhs"), (RANKS, "s"), ("2QA", "cdhs")]
        )
    )
    return concrete(
        rules.Game("compared", "Compared", "none", deck, play, tuple(hands), (bet,)), {}, "the game"
    )


@pytest.mark.whole
@pytest.mark.slow
def test_a_method_accepts_only_what_it_counts_like_the_walk():
    """Hands compared with themselves and both ways, hands that share cards, more thresholds than a
    method has room for.
    """
    drawn, met = random.Random(5), Counter()
    for _ in range(120):
        game = compared_at_random(drawn)
        try:
            plan = Plan(game, game.bets[0])
        except CombinError as error:
            assert "that can be counted" in str(error)
            continue
        met[method_of(plan)] += 1
        assert rows_by_state(plan, list(tallies(plan))) == rows_by_state(
            plan, list(WALK.tallies(plan, 0, 1))
        ), game
    assert min(met[REMOVAL], met[WALK]) > 15


@pytest.mark.slow
def test_removal_counts_like_the_walk_on_the_whole_deck():
    plan = short_plan(combin.load("three-card-poker"))
    assert rows_by_state(plan, list(tallies(plan))) == rows_by_state(
        plan, list(WALK.tallies(plan, 0, 1))
    )


def rows_by_hold(plan: Plan, found: list[Tally]) -> Counter:
    """Return (hand, cards kept, column) -> deals after a draw."""
    counts: Counter = Counter()
    for tally, path in product(found, plan.paths):
        rows = tally.rows(path, range(len(tally.levels[0])))
        for place, hand in enumerate(tally.levels[0].states):
            row = rows[place * tally.columns : (place + 1) * tally.columns]
            kept = path[-1][1].cards(hand)
            counts.update({(hand, kept, column): deals for column, deals in enumerate(row)})
    return counts


PARTED = [(slug, bet.key, {}) for slug in GAMES for bet in GAMES[slug].bets]
PARTED += [("hot-poker-spot", "base", {"cost": "1"})]
# Hands that are set have no tallies.
PARTED.remove(("pai-gow-poker", "base", {}))


@pytest.mark.slow
@pytest.mark.parametrize("parts", (2, 3, 7))
@pytest.mark.parametrize(("slug", "key", "choices"), sized(PARTED, LIKE_JACKS), ids=str)
def test_parts_add_up_to_the_whole(slug, key, choices, parts):
    game = combin.load(slug, choices)
    dealt = sum(deal.cards for deal in game.deals)
    # Nine cards and more of fifteen are too many deals to walk.
    deck = ("TJQKA", "cdh") if dealt < 9 else ("TJQKA" if dealt < 10 else "29TJQKA", "cd")
    plan = short_plan(shortened(game, *deck, game.deck.jokers), key)
    if plan.draw:
        whole = rows_by_hold(plan, list(tallies(plan)))
        shares = [tally for part in range(parts) for tally in DRAWS.tallies(plan, part, parts)]
        assert rows_by_hold(plan, shares) == whole
        assert sum(whole.values()) == len(plan.holds) * plan.deals
        return
    for method in {SHOE} if game.from_shoe else {WALK, method_of(plan)}:
        whole = rows_by_state(plan, list(method.tallies(plan, 0, 1)))
        shares = [tally for part in range(parts) for tally in method.tallies(plan, part, parts)]
        assert rows_by_state(plan, shares) == whole
        assert sum(whole.values()) == pooled(plan)


# --- Parents and children ----------------------------------------------------------------------


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
                canonical(
                    tuple(before.states[i * before.roles : (i + 1) * before.roles]),
                    suits_of(plan.game),
                )
                for i in range(len(before))
            ]
            fan = len(level.links) // len(level)
            for i in range(len(level)):
                by_hand = parents_by_hand(
                    plan, place, tuple(level.states[i * level.roles : (i + 1) * level.roles])
                )
                linked = Counter(kinds[parent] for parent in level.links[i * fan : (i + 1) * fan])
                total = sum(by_hand.values())
                assert {kind: ways * total for kind, ways in linked.items()} == {
                    kind: ways * fan for kind, ways in by_hand.items()
                }


# --- Closed forms ------------------------------------------------------------------------------


def families(ranking: HandRanking, cards: int, deck: Deck = WHOLE) -> dict[str, int]:
    """Return how many sets of cards make each family, by a bet that pays every family."""
    table = Paytable("", dict.fromkeys(ranking.families, 1))
    bet = Bet(
        "base",
        (Wager("bet", 1),),
        "bet",
        (Settlement(("bet",), (Row("", ALWAYS, (Pays(table, "hand"),)),)),),
    )
    game = Game(
        "families",
        "Families",
        "none",
        deck,
        (Deal("cards", cards),),
        (Hand("hand", ranking, ("cards",)),),
        (bet,),
    )
    return {
        row.outcome: row.combinations for row in solver.solve(game.resolve()).bets["base"].outcomes
    }


NAMES = POKER.families
KNOWN = {
    # royal flush ... high card; published for five to seven cards
    5: (4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540),
    6: (188, 1_656, 14_664, 165_984, 205_792, 361_620, 732_160, 2_532_816, 9_730_740, 6_612_900),
    7: (
        4_324,
        37_260,
        224_848,
        3_473_184,
        4_047_644,
        6_180_020,
        6_461_620,
        31_433_400,
        58_627_800,
        23_294_460,
    ),
}


@pytest.mark.parametrize("cards", KNOWN)
def test_best_five_of_five_to_seven(cards):
    assert families(POKER, cards) == dict(zip(NAMES, KNOWN[cards]))
    assert sum(KNOWN[cards]) == comb(52, cards)


def straight(ranks: tuple[int, ...]) -> bool:
    return any({(top - step) % 13 for step in range(5)} <= set(ranks) for top in range(3, 13))


@pytest.mark.slow
def test_best_five_of_eight():
    """Straight flushes suit by suit (no two suits hold five of eight cards), fours by inclusion and
    exclusion.
    """
    found = families(POKER, 8)
    running = sum(
        4 * comb(39, 8 - n)
        for n in range(5, 9)
        for ranks in combinations(range(13), n)
        if straight(ranks)
    )
    assert found["royal-flush"] == 4 * comb(47, 3)
    assert found["royal-flush"] + found["straight-flush"] == running
    fours_in_straight_flushes = 4 * 10 * 5
    assert found["four-of-a-kind"] == 13 * comb(48, 4) - comb(13, 2) - fours_in_straight_flushes
    assert found == best_five(8)


def test_three_and_two_cards():
    assert families(THREE_CARD, 3) == dict(
        zip(THREE_CARD.families, (4, 44, 52, 720, 1_096, 3_744, 16_440))
    )
    assert families(TWO_CARD, 2) == {"pair": 78, "high-card": 1_248}


# --- Too many ----------------------------------------------------------------------------------


def dealing(*sizes: int) -> Game:
    """Return a game whose zones all matter, each to its own hand."""
    table = Paytable("", {"pair": 1})
    zones = [f"zone-{i}" for i in range(len(sizes))]
    rows = [Settlement(("bet",), (Row("", ALWAYS, (Pays(table, zone),)),), zone) for zone in zones]
    hands = tuple(Hand(zone, TWO_CARD, (zone,)) for zone in zones)
    bet = Bet("base", (Wager("bet", 1),), "bet", tuple(rows))
    return Game(
        "many", "Many", "none", WHOLE, tuple(map(Deal, zones, sizes)), hands, (bet,)
    ).resolve()


@pytest.mark.parametrize("sizes", [(8, 8, 8, 8), (7, 7, 6)], ids=str)
def test_more_deals_than_can_be_counted_are_refused(sizes):
    game = dealing(*sizes)
    with pytest.raises(CombinError, match=r"^many: [^\n]* deals [^\n]*$"):
        solver.solve(game)


# --- Shares, facts and numbers -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "key", "threads", "parts"),
    [
        ("caribbean-stud", "base", 2, 2), ("caribbean-stud", "base", 9, 4), ("caribbean-stud", "base", 1, 1),
        ("caribbean-stud", "progressive", 3, 3), ("mississippi-stud", "base", 3, 3), ("let-it-ride", "base", 2, 2),
    ],
)  # fmt: skip
def test_the_work_is_cut_into_shares(slug, key, threads, parts):
    game = combin.load(slug)
    plan = Plan(game, game.bet(key))
    assert method_of(plan).shares(plan, threads) == parts


def test_long_counts_are_cut_finer_to_tell_how_far_they_are():
    rows = combin.load("hot-poker-spot", {"cost": "1"})
    plan = Plan(rows, rows.bet("base"))
    assert method_of(plan) is LAST_CARD and method_of(plan).shares(plan, 2) == 64
    hand = Hand("h", POKER, ("a", "b"), ("b",))
    bet = Bet(
        "base",
        (Wager("w", 1),),
        "w",
        (Settlement(("w",), (Row("", ALWAYS, (Pays(Paytable("", {"pair": 1}), "h"),)),)),),
    )
    for sizes, parts in (((8, 4), 32 * 3), ((4, 3), 3)):
        long = Game(
            "long",
            "Long",
            "none",
            Deck(),
            (Deal("a", sizes[0]), Deal("b", sizes[1])),
            (hand,),
            (bet,),
        ).resolve()
        plan = Plan(long, long.bet("base"))
        assert (plan.deals > LONG) == (parts > 3) and method_of(plan).shares(plan, 3) == parts


@pytest.mark.parametrize(
    "slug", ["caribbean-stud", "dakota-duel-draw", "phil-em-up", "three-card-poker"]
)
def test_a_joint_number_stands_for_its_values(slug):
    """The last fact varies fastest; every number is met once, and strides lead back to it."""
    game = combin.load(slug)
    for bet in game.bets:
        plan = Plan(game, bet)
        for facts in {plan.columns, *(stage.known for stage in plan.stages)}:
            listed, strides = list(plan.all_values(facts)), plan.strides(facts)
            assert len(listed) == plan.size(facts)
            for number in sorted(
                {0, 1, len(listed) // 2, len(listed) - 1} & set(range(len(listed)))
            ):
                values = plan.values(facts, number)
                assert values == listed[number]
                digits = [plan.domain(fact).index(values[fact]) for fact in facts]
                assert sum(digit * stride for digit, stride in zip(digits, strides)) == number


def test_actions_stand_by_what_they_put_down():
    game = combin.load("let-it-ride")
    plan = Plan(game, game.bet("base"))
    for stage in plan.stages:
        for history in plan.histories(stage):
            assert len(history) == stage.number
            stakes = [sum(action.adds.values()) for action in plan.actions(history)]
            assert stakes == sorted(stakes) and len(set(stakes)) == 2


# --- Pooled information sets -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "ranks", "suits"),
    [
        ("caribbean-stud", "9TJQKA", "cd"),
        ("three-card-poker", "23456KA", "cdh"),
        ("phil-em-up", "9TJQA", "cd"),
        ("let-it-ride", "9TJQK", "cd"),
    ],
)
def test_pooled_information_sets_are_solved_like_all_of_them(slug, ranks, suits):
    game = shortened(combin.load(slug), ranks, suits)
    plan = short_plan(game)
    payoffs, all_of_them = Payoffs(plan), list(tallies(plan))
    found = pooling.pooled(plan, all_of_them)
    root = Root()
    for tally, times in zip(found.tallies, found.times):
        root.add(carry(payoffs.fold(tally), times))
    result, whole = solver.result_of(payoffs, root), solver.solve(game, ["base"], threads=1)["base"]
    assert result.outcomes == whole.outcomes
    assert [(tie.decision, tie.deals) for tie in solver._ties(payoffs, root)] == [
        (tie.decision, tie.deals) for tie in whole.ties
    ]
    if len(plan.stages) > 1:
        assert found == pooling.kept(all_of_them)
        return
    (tally,), (times,), ((sets,),) = found.tallies, found.times, found.sets
    (level,) = tally.levels
    assert (
        len(times)
        == len(sets)
        == len(level)
        < sum(len(one.levels[0]) for one in all_of_them)
        == sum(sets)
    )
    after = plan.deals_after(level.stage)
    for at, weight in enumerate(level.weights):
        row = tally.counts[at * tally.columns : (at + 1) * tally.columns]
        assert sum(row) == weight * after and times[at] > 0
    assert sum(weight * often for weight, often in zip(level.weights, times)) * after == plan.deals
    states = {
        tuple(one.levels[0].states[at : at + level.roles])
        for one in all_of_them
        for at in range(0, len(one.levels[0].states), level.roles)
    }
    assert {
        tuple(level.states[at : at + level.roles])
        for at in range(0, len(level.states), level.roles)
    } <= states


def test_tallies_are_kept_as_they_are():
    plan = short_plan(shortened(combin.load("let-it-ride"), "9TJQK", "cd"))
    found = pooling.kept(tallies(plan))
    for tally, times, sets in zip(found.tallies, found.times, found.sets):
        assert list(times) == [1] * len(tally.levels[0])
        assert [list(ones) for ones in sets] == [[1] * len(level) for level in tally.levels]
    plain = short_plan(shortened(combin.load("three-card-poker"), "9TJQK", "cd"), "pair-plus")
    assert [list(times) for times in pooling.kept(tallies(plain)).times] == [[]]


def test_rows_that_are_multiples_of_each_other_are_one():
    rows = array("q", [2, 4, 0, 1, 2, 0, 0, 3, 9, 3, 6, 0, 5, 10, 0])
    assert list(pooling.distinct(3, rows, array("q", [0, 0, 0, 1, 0]))) == [
        (0, 0, (1, 2, 0)),
        (0, 2, (0, 1, 3)),
        (1, 3, (1, 2, 0)),
    ]


# --- Programs and plans ------------------------------------------------------------------------


def asking(
    deals: tuple[Deal, ...], rows: tuple[Row, ...], hands: tuple[Hand, ...], deck: Deck = WHOLE
) -> Plan:
    """Return the plan of a bet that asks what its rows ask."""
    bet = Bet("base", (Wager("w", 1),), "w", (Settlement(("w",), rows),))
    return short_plan(Game("asking", "Asking", "none", deck, deals, hands, (bet,)).resolve())


def test_a_program_has_the_layout_of_the_kernels():
    hands = (Hand("one", TWO_CARD, ("a", "b")), Hand("two", TWO_CARD, ("c", "a"), ("a",)))
    table = Paytable("", {"pair-of-aces": 3, "pair": 1})
    rows = (
        Row("short", Below("two", "ace-high"), (1,)), Row("won", Beats("one", "two"), (1,)), Row("", ALWAYS, (Pays(table, "one"),)),
    )  # fmt: skip
    plan = asking((Deal("a", 1), Deal("b", 1), Deal("c", 1)), rows, hands)
    under, order, line = plan.columns
    pair, ace_high, aces = 1 << 20, 12 << 16, 1 << 20 | 12 << 16
    tail = [2, 0, 0, (1 << 13) - 1, 0, 2, 1, 0]  # every rank runs, the lowest run from the deuce
    one, two = [0b011, 0, *tail], [0b101, 0b001, *tail]
    found = program(plan, [("a",), ("b",), ("c",)], (under, order, line), ("one",))
    assert list(found) == [
        3, 2, 3, 18, *one, *two, 2, 1, 0, 9, 1, ace_high, 0, 1, 0, 1, 3, 0, 0, 0, 0, 0, 1, 2, aces, pair, 0,
    ]  # fmt: skip
    alone = program(plan, [("b",), ("a", "c")], (under,))
    assert list(alone) == [2, 1, 1, 2, 0b10, 0b10, *tail, 2, 0, 0, 1, 1, ace_high, 0]


@pytest.mark.parametrize(
    ("reading", "number"), [(JOKER_READINGS[0], 1), (JOKER_READINGS[1], 2), (JOKER_READINGS[2], 3)]
)
def test_a_program_tells_what_the_joker_may_be_and_its_menus(reading, number):
    ranking = HandRanking("wild", 5, WILD, reading)
    rows = (Row("", ALWAYS, (Pays(Paytable("", {"straight": 3, "pair": 1}), "one"),)),)
    plan = asking((Deal("a", 5),), rows, (Hand("one", ranking, ("a",)),), Deck("9TJQKA", jokers=1))
    (line,) = plan.columns
    code, menus = list(program(plan, [("a",)], (line,))), plan.menus(line)
    assert code[4:12] == [1, 0, 5, number, 0, 0b111111 << 7, 7, 13] and code[12:25] == [
        12,
        9,
        11,
        8,
        10,
        7,
        6,
        5,
        4,
        3,
        2,
        1,
        0,
    ]
    assert code[25:] == [
        0,
        0,
        0,
        1,
        2,
        ranking.threshold("straight"),
        ranking.threshold("pair"),
        len(menus),
        *menus,
    ]
    assert plan.domain(line)[:3] == ((0,), (1,), (2,)) and len(plan.domain(line)) == 3 + len(menus)
    assert all(menu & (menu - 1) for menu in menus) and menus == sorted(menus)


def test_zones_that_all_treat_alike_are_pooled():
    game = combin.load("mississippi-stud")
    plan = Plan(game, game.bet("base"))
    assert [(group.stage, group.size) for group in plan.groups] == [(0, 2), (1, 1), (2, 1), (3, 1)]
    assert [(stage.number, [role.size for role in stage.roles]) for stage in plan.stages] == [
        (0, [2]),
        (1, [3]),
        (2, [4]),
    ]
    assert [group.stage for group in plan.hidden] == [3] and plan.informed is None
    assert [plan.ways(group) for group in plan.groups] == [
        comb(52, 2),
        50,
        49,
        48,
    ] and plan.deals == comb(52, 2) * 50 * 49 * 48
    assert [plan.deals_after(stage) for stage in plan.stages] == [50 * 49 * 48, 49 * 48, 48]
    caribbean = combin.load("caribbean-stud")
    base, side = (Plan(caribbean, bet) for bet in caribbean.bets)
    assert [(group.stage, group.zones, group.size) for group in base.groups] == [
        (0, ("player",), 5),
        (0, ("up",), 1),
        (1, ("down",), 4),
    ]
    assert [[role.zones for role in stage.roles] for stage in base.stages] == [[{"player"}, {"up"}]]
    assert (
        [(group.stage, group.zones) for group in side.groups] == [(0, ("player",))]
        and not side.stages
        and not side.decisions
    )
    assert side.deals == comb(52, 5)


def lines(count: int) -> tuple[str, ...]:
    """Return so many lines of a paytable of five cards, best first."""
    names = [
        *POKER.families[:8],
        *(f"pair-of-{plural}" for plural in reversed(RANK_PLURALS)),
        *(f"{rank}-high" for rank in reversed(RANK_NAMES)),
    ]
    return tuple(names[:count])


def test_what_the_kernels_have_no_room_for_is_refused():
    def paying(size: int, count: int = 1) -> Plan:
        rows = (Row("", ALWAYS, (Pays(Paytable("", dict.fromkeys(lines(count), 1)), "h"),)),)
        return asking((Deal("a", size),), rows, (Hand("h", POKER, ("a",)),))

    assert paying(8).deals == comb(52, 8) and paying(5, 30).size(paying(5, 30).columns) == 31
    with pytest.raises(
        CombinError,
        match="9 cards in a zone that is dealt at once are more than the 8 that can be counted",
    ):
        paying(9)
    with pytest.raises(CombinError, match="31 lines in a paytable are more than the 30"):
        paying(5, 31)

    def comparing(hands: int) -> Plan:
        names = [f"h{number}" for number in range(hands)]
        rows = tuple(Row(name, Below(name, "ace-high"), (1,)) for name in names)
        zones = tuple(Hand(name, TWO_CARD, (f"z{number}",)) for number, name in enumerate(names))
        return asking(
            tuple(Deal(f"z{number}", 2) for number in range(hands)),
            (*rows, Row("", ALWAYS, (-1,))),
            zones,
        )

    assert comparing(4).size(comparing(4).columns) == 16
    with pytest.raises(
        CombinError, match="5 zones that are treated differently are more than the 4"
    ):
        comparing(5)
    with pytest.raises(
        CombinError, match="9 zones that are treated differently are more than the 4"
    ):
        comparing(9)
    with pytest.raises(CombinError, match="is settled without looking at any card"):
        asking((Deal("a", 2),), (Row("", ALWAYS, (-1,)),), ())


@pytest.mark.parametrize("name", ["phil-em-up", "three-card-poker", "caribbean-stud"])
def test_rows_are_dealt_once_and_are_the_same_however_they_are_asked_for(monkeypatch, name):
    game = shortened(combin.load(name), "9TJQKA", "cd")
    plan, paid = short_plan(game), short_plan(game.with_pays(dict.fromkeys(game.pays(), 3)))
    (*_, level) = levels(plan)
    third, columns = len(level) // 3, plan.size(plan.columns)
    usual = dealt_out.dealt(plan, level.stage, level.states, level.weights)
    kept: dict[object, dict[bytes, array[int]]] = {}
    monkeypatch.setattr(dealt_out, "LONG", 0)
    monkeypatch.setattr(dealt_out, "_rows", lambda *question: kept.setdefault(question, {}))
    for weights in (array("q", [1]) * third, level.weights[:third]):
        part = dealt_out.dealt(plan, level.stage, level.states[: third * level.roles], weights)
    assert part == usual[: third * columns]
    assert dealt_out.dealt(plan, level.stage, level.states, level.weights) == usual
    monkeypatch.setattr(dealt_out, "_dealt", lambda *_: array("q"))  # nothing is dealt again
    for again in (plan, paid):
        assert dealt_out.dealt(again, again.stages[-1], level.states, level.weights) == usual
    assert [len(rows) for rows in kept.values()] == [len(level)]


def test_as_many_deals_as_the_limit_are_dealt_and_not_one_more(monkeypatch):
    plain = short_plan(shortened(combin.load("three-card-poker"), "9TJQKA", "cd"), "pair-plus")
    monkeypatch.setattr("combin.counting.dealing.ADVICE_LIMIT", comb(12, 3))
    assert sum(method_of(plain).conditional(plain, {})) == comb(12, 3)
    assert sum(
        method_of(plain).conditional(plain, {"player": mask_of(plain.game.deck.cards[:1])})
    ) == comb(11, 2)
    monkeypatch.setattr("combin.counting.dealing.ADVICE_LIMIT", comb(12, 3) - 1)
    with pytest.raises(CombinError, match="too many cards of bet 'pair-plus' are still to come"):
        method_of(plain).conditional(plain, {})


@pytest.mark.slow
def test_boards_seen_in_two_parts_are_left_to_the_walk():
    """At the second decision the first board card makes a hand of its own: hole and board are three
    kinds of cards there.
    """
    stay, leave, double = Action("stay"), Action("leave", ends=True), Action("double", {"w": 1})
    play = (
        Deal("hole", 2), Decide("first", (stay, double)), Deal("one", 1), Deal("two", 1), Decide("second", (leave, stay)),
        Deal("turn", 1), Decide("third", (stay, double)), Deal("river", 1),
    )  # fmt: skip
    hands = (
        Hand("early", replace(THREE_CARD, runs=NATURAL_RUNS), ("hole", "one"), ("hole",)),
        Hand(
            "final",
            replace(POKER, runs=NATURAL_RUNS),
            ("hole", "one", "two", "turn", "river"),
            ("hole",),
        ),
    )
    early, final = (
        Paytable("early", {"pair": 2, "queen-high": 0}),
        Paytable("", {"three-of-a-kind": 4, "two-pair": 1}),
    )
    rows = (
        Row("left", Chose("leave"), (Pays(early, "early"),)),
        Row("", ALWAYS, (Pays(final, "final"),)),
    )
    bet = Bet("base", (Wager("w", 1),), "w", (Settlement(("w",), rows),))
    game = Game("parts", "Parts", "none", Deck("9QA", "cdh"), play, hands, (bet,)).resolve()
    plan = short_plan(game)
    assert [len(stage.roles) for stage in plan.stages] == [1, 3, 2] and method_of(plan) is WALK
    assert_agree(game)


def test_kinds_of_cards_hands_and_facts_have_their_room():
    more = Decide("d", (Action("stay"), Action("raise", {"w": 1})))

    def below(names: list[tuple[str, str]]) -> tuple[Row, ...]:
        rows = tuple(
            Row(f"r{place}", Below(hand, name), (place,))
            for place, (hand, name) in enumerate(names)
        )
        return (*rows, Row("", ALWAYS, (-1,)))

    def seeing(kinds: int) -> Plan:
        zones = [f"z{number}" for number in range(kinds)]
        hands = tuple(Hand(zone, TWO_CARD, (zone, "last")) for zone in zones)
        return asking(
            (*(Deal(zone, 1) for zone in zones), more, Deal("last", 1)),
            below([(zone, "pair") for zone in zones]),
            hands,
        )

    assert [len(stage.roles) for stage in seeing(4).stages] == [4]
    with pytest.raises(
        CombinError, match="5 kinds of cards seen at a decision are more than the 4"
    ):
        seeing(5)

    deals = tuple(Deal(zone, 2) for zone in "abcd")
    of = ("a", "b", "c", "d", "ab", "ac", "ad", "bc", "bd")

    def naming(hands: int) -> Plan:
        named = of[:hands]
        made = tuple(Hand(zones, TWO_CARD, tuple(zones)) for zones in named)
        return asking(deals, below([(zones, "pair") for zones in named]), made)

    assert naming(8).size(naming(8).columns) == 2**8
    with pytest.raises(CombinError, match="9 hands in a bet are more than the 8"):
        naming(9)

    def asking_of_one(facts: int) -> Plan:
        ranks = ("seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
        names = [
            *(f"{rank}-high" for rank in ranks),
            "pair",
        ]  # each row leaves something to the next
        return asking(
            deals, below([("a", name) for name in names[:facts]]), (Hand("a", TWO_CARD, ("a",)),)
        )

    assert asking_of_one(8).size(asking_of_one(8).columns) == 2**8
    with pytest.raises(CombinError, match="9 facts that settle a bet are more than the 8"):
        asking_of_one(9)


def test_cards_that_must_be_used_are_not_read_with_a_joker():
    wild = HandRanking("wild", 5, WILD, "bug")
    rows = (Row("", ALWAYS, (Pays(Paytable("", {"pair": 1}), "h"),)),)
    with pytest.raises(
        CombinError, match="'h' must use some cards, which is not counted with a joker"
    ):
        asking(
            (Deal("a", 2), Deal("b", 4)),
            rows,
            (Hand("h", wild, ("a", "b"), ("a",)),),
            Deck(jokers=1),
        )


def test_what_decides_the_counts_is_told_apart_from_what_decides_the_money():
    game = combin.load("caribbean-stud")
    base, side = (Plan(game, bet).counted_by for bet in game.bets)
    dearer = game.with_pays({"straight": 9})
    assert base != side and Plan(dearer, dearer.bet("base")).counted_by == base
    shorter = shortened(game, "9TJQKA")
    assert short_plan(shorter).counted_by != base
    other = combin.load("three-card-poker")
    assert Plan(other, other.bet("base")).counted_by not in (base, side)


def test_rows_that_stand_often_count_as_often():
    rows, known = array("q", (2, 4, 3, 6, 0, 5)), array("q", (0, 0, 0))
    pool = pooling.Pool(2)
    pool.add(rows, known, array("q", (10, 100, 7)), array("q", (1, 5, 9)))
    assert pool.found == array("q", (320, 6, 0, 0, 1, 2, 35, 9, 2, 0, 0, 1))
    with pytest.raises(ValueError, match="some times"):
        pool.add(rows, known, array("q", (1, 1)))


def test_pooled_sets_that_do_not_come_out_whole_are_noticed(monkeypatch):
    true = pooling.Pool

    class Odd:
        """Says of every row that it stands once more than it does."""

        def __init__(self, columns: int) -> None:
            self.pool, self.size = true(columns), columns + 4

        def add(self, rows: array, known: array) -> None:
            self.pool.add(rows, known)

        @property
        def found(self) -> array:
            found = self.pool.found[:]
            times = slice(pooling.TIMES, None, self.size)
            found[times] = array("q", (often + 1 for often in found[times]))
            return found

    plan = short_plan(shortened(combin.load("caribbean-stud"), "9TJQKA", "cd"))
    monkeypatch.setattr(pooling, "Pool", Odd)
    with pytest.raises(ArithmeticError, match="pooled information sets do not come out whole"):
        pooling.pooled(plan, tallies(plan))


@pytest.mark.parametrize("parts", [1, 3])
def test_the_cards_shown_for_pooled_sets_are_of_one_that_they_stand_for(parts):
    """Whatever the blocks in which tallies come: its row is a multiple of theirs, and the facts
    known are the same.
    """
    plan = short_plan(shortened(combin.load("caribbean-stud"), "9TJQKA", "cd"))
    blocks = [tally for part in range(parts) for tally in tallies(plan, part, parts)]
    rows = {}
    for tally in blocks:
        (level,) = tally.levels
        for at in range(len(level)):
            row = tally.counts[at * tally.columns : (at + 1) * tally.columns]
            rows[tuple(level.states[at * level.roles : (at + 1) * level.roles])] = (
                level.known[at],
                [Fraction(n, sum(row)) for n in row],
            )
    found = pooling.pooled(plan, blocks)
    (tally,), ((sets,),) = found.tallies, found.sets
    (level,) = tally.levels
    assert len(rows) == sum(sets) and len(level) == len(
        {(known, tuple(row)) for known, row in rows.values()}
    )
    for at in range(len(level)):
        row = tally.counts[at * tally.columns : (at + 1) * tally.columns]
        state = tuple(level.states[at * level.roles : (at + 1) * level.roles])
        assert rows[state] == (level.known[at], [Fraction(n, sum(row)) for n in row])


def test_what_can_be_done_is_never_seen_half_gathered():
    """Shares are folded in threads that read one plan: a history with some of its actions would
    make another game of it.
    """
    game = combin.load("mississippi-stud")
    plan = Plan(game, game.bet("base"))
    expected = {
        path[:at]: plan.actions(path[:at]) for path in plan.paths for at in range(len(path))
    }
    again = Plan(game, game.bet("base"))
    seen = []

    class Watched(tuple):
        def __iter__(self):
            for path in tuple.__iter__(self):
                seen.append(dict(again._following))
                yield path

    again.paths = Watched(again.paths)
    assert {history: again.actions(history) for history in expected} == expected
    assert len(seen) == len(plan.paths) and not any(seen)
