"""Counting cards: against ordered shoes dealt literally, by identities, and published figures."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb, factorial, prod
from operator import mul
from pathlib import Path

import numpy
import pytest

from combin import games
from combin.counting.running_count import RunningCounts
from combin.errors import CombinError
from combin.families.subjects import subject, subjects
from combin.questions.card_counting import CardCounting, card_counting
from combin.questions.removals import removals
from combin.questions.solve import solve
from combin.questions.tags import alike_tags, best_tags, correlation
from combin.render.number import decimal, percent
from pages import assert_shows, blocks
from shipped import DEALT

DRAGON = {"4567": -1, "89": 2}  # Eliot Jacobson's second system
TIE_ON_7 = {"A9TJQK": 1, "8": 2, "7": -8}
PAGE = Path(__file__).parents[2] / "docs" / "counting-cards.md"
BACCARAT = games.sheet_of("baccarat").resolve()
EVERY_ROUND = -(10**9)  # a trigger


def short_shoe(slug: str, packs: int, left: str, **choices: str):
    """Return a game whose shoe has only some cards, ``"Kc Kd"``."""
    game = games.sheet_of(slug).resolve({"packs": str(packs), **choices})
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"] * packs
    gone = Counter(deck) - Counter(left.split())
    return game.without(" ".join(gone.elements()))


# --- Ordered shoes, dealt literally ----------------------------------------------------------------


def orders(cards: Counter[str]) -> Iterator[list[str]]:
    """Yield every order of some cards; those of a name are alike."""
    if not cards:
        yield []
    for card in sorted(cards):
        for rest in orders(cards - Counter([card])):
            yield [card, *rest]


def points(hand: list[str]) -> int:
    return sum({"A": 1, **dict.fromkeys("TJQK", 0)}.get(card, 0) or (int(card) if card.isdigit() else 0) for card in hand) % 10  # fmt: skip


def baccarat(shoe: list[str]) -> tuple[list[str], list[str]]:
    """Deal a round by the printed tableau: player and banker in turn, then third cards."""
    cards = iter(shoe)
    player, banker = [next(cards), next(cards)], [next(cards), next(cards)]
    if points(player) < 8 and points(banker) < 8:
        if points(player) < 6:
            player.append(next(cards))
            third, two = points(player[2:]), points(banker)
            draws = {3: third != 8, 4: 2 <= third <= 7, 5: 4 <= third <= 7, 6: third in (6, 7)}
            drawn = two < 3 or draws.get(two, False)
        else:
            drawn = points(banker) < 6
        if drawn:
            banker.append(next(cards))
    return player, banker


def dragon_7(player: list[str], banker: list[str]) -> int:
    won = len(banker) == 3 and points(banker) == 7 > points(player)
    return 40 if won else -1


def tie(player: list[str], banker: list[str]) -> int:
    return 8 if points(player) == points(banker) else -1


def player_dragon_bonus(player: list[str], banker: list[str]) -> int:
    margin = points(player) - points(banker)
    if len(player) == 2 and points(player) > 7 and margin >= 0:
        return 1 if margin else 0
    return {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1}.get(margin, -1)


SHOES = [
    ("dragon-7", dragon_7, "Kc Kd Kh Ks 7c 7d 7h 7s 8c 8d", {"K": 1, "7": -2, "8": 1}, 10),
    ("dragon-7", dragon_7, "Kc Kd Kh 7c 7d 2c 2d 2h Ah As", {"2": 2, "A": -1}, 5),
    ("tie", tie, "4c 4d 4h 4s 6c 6d 9c 9d 9h", {"4": 1, "9": -1}, 5),
    ("player-dragon-bonus", player_dragon_bonus, "9c 9d 9h Tc Td 3c 3d 8c 8d", {"9": -3, "T": 2}, 0),
]  # fmt: skip


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("bet", "settled", "left", "tags", "trigger"), SHOES)
def test_ordered_shoes_dealt_literally(bet, settled, left, tags, trigger):
    cards = Counter(card[0] for card in left.split())
    number, sums = cards.total(), {gone: [0, 0, 0] for gone in range(cards.total() - 5)}
    for shoe in orders(cards):
        count = 0
        for gone, of_depth in sums.items():
            if 52 * count >= trigger * (number - gone):
                net = settled(*baccarat(shoe[gone:]))
                of_depth[:] = of_depth[0] + 1, of_depth[1] + net, of_depth[2] + net * net
            count += tags.get(shoe[gone], 0)
    found = card_counting(subject(short_shoe("baccarat", 1, left), bet), tags, trigger, cut=6)
    dealt = factorial(number) // prod(map(factorial, cards.values()))
    literal = {gone: tuple(Fraction(one, dealt) for one in some) for gone, some in sums.items()}
    assert literal == {
        gone: (one.share, one.gain, one.square) for gone, one in found.depths.items()
    }
    assert len({one.share for one in found.depths.values()}) > 2  # the trigger tells rounds apart


def test_suited_cards_of_two_packs_dealt_literally():
    """Dragon Tiger, two cards of one rank and suit pay 50; rounds begin after every second card."""
    left = "Ac Ac Ad 5c 5c 5d 5h"
    cards, tags, trigger = Counter(left.split()), {"A": -1, "5": 1}, 10
    sums = {0: [0, 0], 2: [0, 0], 4: [0, 0]}
    shoes = 0
    for shoe in orders(cards):
        shoes += 1
        for gone, of_depth in sums.items():
            count = sum(tags[card[0]] for card in shoe[:gone])
            if 52 * count >= trigger * (7 - gone):
                net = 50 if shoe[gone] == shoe[gone + 1] else -1
                of_depth[:] = of_depth[0] + 1, of_depth[1] + net
    found = card_counting(
        subject(short_shoe("dragon-tiger", 2, left), "suited-tie"), tags, trigger, cut=2
    )
    assert found.is_certain
    assert {gone: (one.share, one.gain) for gone, one in found.depths.items()} == {
        gone: tuple(Fraction(one, shoes) for one in some) for gone, some in sums.items()
    }


def spread_paid(first: int, second: int) -> int:
    """Return what the spread of two cards of Red Dog pays."""
    return {1: 5, 2: 4, 3: 2}.get(abs(first - second) - 1, 1)


def red_dog(shoe: list[int], raises: set[tuple[int, int]]) -> int:
    first, second, third = shoe[:3]
    if first == second:
        return 11 if third == first else 0
    if abs(first - second) == 1:
        return 0
    units = 2 if (first, second) in raises else 1
    won = min(first, second) < third < max(first, second)
    return units * (spread_paid(first, second) if won else -1)


@pytest.mark.slow
def test_a_decision_is_that_of_the_whole_shoe():
    """Red Dog, its ordered shoes dealt literally: a raise is one more unit on the same third card."""
    left, tags, trigger = "2c 2d 3c 6c 9c Tc Kc Kd", {"6": 1, "K": -1, "2": -1}, 4
    values = {rank: number for number, rank in enumerate("23456789TJQKA")}
    shoes = [
        [values[card] for card in shoe]
        for shoe in orders(Counter(card[0] for card in left.split()))
    ]
    wins: Counter[tuple[int, int]] = Counter()
    for first, second, *shoe in shoes:
        wins[first, second] += red_dog([first, second, shoe[0]], set())
    raises = {cards for cards, won in wins.items() if won > 0 and abs(cards[0] - cards[1]) > 1}
    assert 0 < len(raises) < len(wins)
    by_value = {values[rank]: tag for rank, tag in tags.items()}
    sums = {gone: [0, 0, 0] for gone in range(6)}
    for shoe in shoes:
        count = 0
        for gone, of_depth in sums.items():
            if 52 * count >= trigger * (8 - gone):
                net = red_dog(shoe[gone:], raises)
                of_depth[:] = of_depth[0] + 1, of_depth[1] + net, of_depth[2] + net * net
            count += by_value.get(shoe[gone], 0)
    found = card_counting(subject(short_shoe("red-dog", 1, left), "base"), tags, trigger, cut=3)
    assert found.is_played and not found.is_certain
    assert {gone: (one.share, one.gain, one.square) for gone, one in found.depths.items()} == {
        gone: tuple(Fraction(one, len(shoes)) for one in some) for gone, some in sums.items()
    }


def test_running_counts_of_sets_listed_one_by_one():
    random_ = random.Random(4)
    for _ in range(25):
        kinds = random_.sample(range(-3, 4), random_.randint(1, 4))
        tags = {tag: random_.randint(1, 4) for tag in kinds}
        pool = [place for place, tag in enumerate(kinds) for _ in range(tags[tag])]
        size = random_.randint(0, min(4, len(pool)))
        rounds = {}
        for _ in range(random_.randint(1, 5)):
            hand = random_.sample(pool, size)
            rounds[tuple(map(hand.count, range(len(kinds))))] = random_.randint(0, 9)
        listed: Counter[tuple[int, int]] = Counter()
        for hand, weight in rounds.items():
            cards = [tag for tag, used in zip(kinds, hand) for _ in range(tags[tag] - used)]
            for gone in range(len(cards) + 1):
                for some in combinations(cards, gone):
                    listed[gone, sum(some)] += weight
        found = RunningCounts(tags, rounds, size)
        for gone, count in product(range(len(pool) - size + 1), range(-14, 15)):
            at_least = sum(n for (m, s), n in listed.items() if m == gone and s >= count)
            assert found.at_least(gone, count) == at_least


# --- Identities ------------------------------------------------------------------------------------


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    ("slug", "bet"),
    [
        ("dragon-tiger", "base"), ("baccarat", "base"), ("baccarat", "dragon-7"),
        ("baccarat", "banker-dragon-bonus"), ("baccarat", "either-pair"), ("baccarat", "perfect-pair"),
        ("dragon-tiger", "suited-tie"), ("casino-war", "tie"),
        ("casino-war", "base"), ("red-dog", "base"),
    ],
)  # fmt: skip
def test_a_bet_always_made_is_worth_the_same_at_every_depth(slug, bet):
    game = games.sheet_of(slug).resolve()
    found = card_counting(subject(game, bet), DRAGON, EVERY_ROUND)
    plain = solve(game, [bet])[bet]
    for one in (*found.depths.values(), found.whole):
        assert (one.share, one.gain, one.bet_variance) == (1, plain.expected_value, plain.variance)
    assert found.value == plain.expected_value


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("bet", "rank"), [("dragon-7", "8"), ("tie", "6"), ("lucky-6", "T")])
def test_after_one_card_gone_the_edge_is_that_of_the_shoe_without_it(bet, rank):
    """The trigger is the true count of a running count of 1 there."""
    found = card_counting(subject(BACCARAT, bet), {rank: 1}, Fraction(52, 415), cut=415)
    left = solve(BACCARAT.without(f"{rank}c"), [bet])[bet].expected_value
    assert found.depths[1].edge == left == found.value + found.effects[rank]
    assert found.depths[1].share == Fraction(1, 13)


def test_counts_of_a_whole_shoe_are_all_sets_of_cards():
    found = RunningCounts({-1: 128, 0: 224, 2: 64}, {(0, 0, 0): 1}, 0)
    for gone in range(0, 417, 8):
        assert found.at_least(gone, -128) == comb(416, gone)
    assert found.at_least(64, 128) == 1  # all of the one tag


@pytest.mark.slow
def test_twice_the_tags_and_twice_the_trigger_are_the_same_count():
    one = card_counting(subject(BACCARAT, "panda-8"), DRAGON, "7/2", cut=26)
    two = card_counting(subject(BACCARAT, "panda-8"), {"4567": -2, "89": 4}, 7, cut=26)
    assert one.depths == two.depths and one.correlation == two.correlation


def test_suits_do_not_change_what_a_count_wins():
    found = [
        card_counting(
            subject(short_shoe("dragon-tiger", 1, left), "suited-tie"), {"A": 1, "5": -1}, 0, 2
        )
        for left in ("Ac Ad Ah 5c 5d 5s 9c", "As Ah Ad 5s 5h 5c 9s")
    ]
    assert found[0].depths == found[1].depths


@pytest.mark.whole_after(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("bet", "tags"), [("base", {"A": 1, "9": -1}), ("big", {"A2": 1, "89": -1}), ("tie", {"8": 1})]
)
def test_no_whole_number_wins_more(bet, tags):
    game = short_shoe("dragon-tiger", 1, "Ac Ad Ah 2c 7d 8c 8d 8h 9c 9d Kc")
    found = card_counting(subject(game, bet), tags, cut=2)
    won = {
        trigger: card_counting(subject(game, bet), tags, trigger, cut=2).whole.gain
        for trigger in range(-80, 81)
    }
    assert found.is_best and -80 < found.trigger < 80
    assert found.whole.gain == max(0, *won.values()) == won[int(found.trigger)]


def test_a_bet_that_never_wins_is_never_made():
    game = games.sheet_of("dragon-tiger").resolve().with_pays({"suited-tie.suited-pair": 0})
    found = card_counting(subject(game, "suited-tie"), {"A": 1, "K": -1})
    assert (found.whole.share, found.whole.edge, found.rounds_to_overcome) == (0, None, None)
    assert "Suited tie has an edge for the player at no true count, so it is never bet." in str(
        found
    )


@pytest.mark.slow
def test_figures_of_the_whole_follow_from_the_depths():
    found = card_counting(subject(BACCARAT, "dragon-7"), DRAGON, 4)
    whole, depths = found.whole, found.depths.values()
    assert list(found.depths) == list(range(403))
    assert whole.gain == sum(one.gain for one in depths) / 403
    assert whole.edge == whole.gain / whole.share
    assert found.desirability_squared * found.rounds_to_overcome == 10**6
    by_decks = list(found.by_decks())
    assert [(first, last) for first, last, *_ in by_decks][-2:] == [(312, 363), (364, 402)]
    assert by_decks[-1][-1] == whole


# --- Tags ------------------------------------------------------------------------------------------


def follows(tags: Sequence[int], effects: Sequence[Fraction], copies: Sequence[int]) -> Fraction:
    """Return the square of the betting correlation of balanced tags that follow the effects; 0 for
    all others.
    """
    cards = sum(copies)
    mean = sum(map(mul, copies, effects)) / Fraction(cards)
    both = sum(n * tag * (effect - mean) for n, tag, effect in zip(copies, tags, effects))
    if sum(map(mul, copies, tags)) or both <= 0:
        return Fraction(0)
    squares = sum(n * tag * tag for n, tag in zip(copies, tags))
    return both**2 / (squares * sum(n * (e - mean) ** 2 for n, e in zip(copies, effects)))


@pytest.mark.parametrize("level", [1, 2])
def test_no_balanced_tags_follow_the_effects_better(level):
    """Of ranks with equal effects and equal copies, too: all tags of some ranks, one by one."""
    random_ = random.Random(level)
    for spread in (1, 2, 9):
        effects = {
            rank: Fraction(random_.randint(-spread, spread), 7) for rank in "A23456"[: 7 - level]
        }
        copies = {rank: random_.choice((4, 8)) for rank in effects}
        of_ranks = list(effects.values()), list(copies.values())
        values = list(product(range(-level, level + 1), repeat=len(effects)))
        pairs = [
            (one, two)
            for one, two in combinations(range(len(effects)), 2)
            if of_ranks[0][one] == of_ranks[0][two]
        ]
        same = [tags for tags in values if all(tags[one] == tags[two] for one, two in pairs)]
        found, alike = (best(effects, copies, level) for best in (best_tags, alike_tags))
        assert max(follows(tags, *of_ranks) for tags in values) == follows([*found.values()], *of_ranks)  # fmt: skip
        most = max(follows(tags, *of_ranks) for tags in same)
        assert most == (follows([*alike.values()], *of_ranks) if alike else 0)


def every_sum(ranks: int, level: int) -> dict[int, numpy.ndarray]:
    """Return sum -> all tags of some ranks that add up to it, a row each."""
    tags = numpy.array(list(product(range(-level, level + 1), repeat=ranks)), dtype=float)
    return {int(total): tags[tags.sum(1) == total] for total in set(tags.sum(1))}


@pytest.mark.whole_after(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    "slug", ["red-dog", "casino-war", "dragon-tiger", "baccarat", "blackjack-side-bets"]
)
@pytest.mark.parametrize("level", [1, 2])
def test_all_balanced_tags_of_every_bet_of_a_shoe(slug, level):
    """Each of the 3^13 or 5^13 tags, those of seven ranks joined with those of the others."""
    halves = [every_sum(ranks, level) for ranks in (7, 6)]
    for bet in removals(subjects(games.sheet_of(slug).resolve(), ())).bets:
        if len(set(bet.effects.values())) == 1:
            continue
        found = best_tags(bet.effects, dict.fromkeys(bet.effects, 4), level)
        effects = numpy.array([float(effect) for effect in bet.effects.values()])
        effects -= effects.mean()
        best = 0.0
        for total, first in halves[0].items():
            if (second := halves[1].get(-total)) is not None:
                both = numpy.add.outer(first @ effects[:7], second @ effects[7:])
                squares = numpy.add.outer((first**2).sum(1), (second**2).sum(1))
                squares[squares == 0] = 1
                best = max(best, (numpy.maximum(both, 0) ** 2 / squares).max())
        best /= (effects**2).sum()
        ours = follows([*found.values()], [*bet.effects.values()], [4] * 13)
        assert float(ours) == pytest.approx(best, rel=1e-9), bet.bet


@pytest.mark.slow
def test_every_game_of_a_shoe_has_its_tags_searched():
    (searched,) = (
        mark.args[1]
        for mark in test_all_balanced_tags_of_every_bet_of_a_shoe.pytestmark
        if mark.name == "parametrize" and mark.args[0] == "slug"
    )
    shoes = {slug for slug in DEALT if games.sheet_of(slug).resolve().from_shoe}
    assert shoes == set(searched)


@pytest.mark.slow
def test_tags_that_are_alike_are_told_beside_the_best():
    """Red Dog: ranks as far from the middle have one effect."""
    found = card_counting(subject(games.sheet_of("red-dog").resolve(), "base"), level=1)
    alike = found.alike
    assert alike is not None and found.total == 0
    by_effect: dict[Fraction, set[int]] = {}
    for rank, effect in found.effects.items():
        by_effect.setdefault(effect, set()).add(alike.tags[rank])
    assert all(len(tags) == 1 for tags in by_effect.values())
    again = card_counting(subject(found.game, "base"), tags=alike.tags)
    assert (again.trigger, again.whole.gain) == (alike.trigger, alike.gain)
    assert again.correlation == alike.correlation and again.correlation[1] < found.correlation[1]
    text, data = str(found), found.to_dict()
    assert f"wins {decimal(100 * alike.gain, 4)} units per 100 rounds" in text
    assert ("more than the" in text) == (alike.gain > found.whole.gain)
    assert data["alike"]["gain"] == str(alike.gain) and again.alike is None


def test_tags_that_do_not_balance_are_said_to_be_so():
    found = card_counting(
        subject(games.sheet_of("dragon-tiger").resolve(), "big"), {"234567": 1, "TA": -1}, 1
    )
    assert found.total == 4 * 8 * (6 - 2)
    assert "not balanced: those of the whole shoe add up to 128." in str(found)
    assert found.to_dict()["sum_of_tags"] == 128


@pytest.mark.slow
def test_the_best_tags_of_level_2_for_the_dragon_are_the_published_ones():
    """https://wizardofodds.com/games/baccarat/dragon-bet/: Eliot Jacobson's second system, and his
    trigger."""
    found = card_counting(subject(BACCARAT, "dragon-7"))
    assert found.tags == card_counting(subject(BACCARAT, "dragon-7"), DRAGON, 4).tags
    assert (found.trigger, found.is_best, found.level) == (4, True, 2)


def test_a_correlation_is_that_of_the_cards():
    copies, effects = (
        {"A": 1, "2": 2, "3": 1},
        {"A": Fraction(1), "2": Fraction(0), "3": Fraction(-1)},
    )
    assert correlation({"A": 2, "2": 0, "3": -2}, effects, copies) == (1, 1)
    assert correlation({"A": -1, "2": 0, "3": 1}, effects, copies) == (-1, 1)
    assert correlation({"A": 1, "2": -1, "3": 1}, effects, copies) == (0, 0)
    assert correlation({"A": 1, "2": 0, "3": 0}, effects, copies) == (1, Fraction(2, 3))


def test_a_shoe_whose_tags_cannot_balance_has_none():
    with pytest.raises(CombinError, match="no balanced tags from -1 to 1"):
        best_tags({"A": Fraction(1), "2": Fraction(-1, 3)}, {"A": 4, "2": 12}, 1)


# --- Published figures -----------------------------------------------------------------------------

# By simulation: how often the bet is made, its edge then, units won per 100 rounds. There cards are
# burnt unseen at the start (6.5 in the mean), which is as if more lay behind the cut card, and one
# more round is dealt once the cut card is out, which is as if fewer did. All figures of a row fit
# the same number of cards behind the cut card: between the two given.
PUBLISHED = [
    # 200 million shoes, the cut card before the last 14:
    # https://advancedadvantageplay.com/2022/06/16/an-unbalanced-count-to-beat-the-tie-on-7-baccarat-side-bet/
    ("tie-7", {}, TIE_ON_7, 4, (14, 18), ("0.224", "0.118", "2.65")),
    # https://wizardofodds.com/games/baccarat/counting-lucky-6/ does not say where the cut card is:
    ("lucky-6", {"lucky-6.three-card-6.lucky-6": 23}, {"6": -3, "789": 1}, 7, (22, 25), ("0.0309", "0.0627", "0.19")),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("bet", "pays", "tags", "trigger", "cuts", "printed"), PUBLISHED)
def test_published_simulations_lie_between_two_cuts(bet, pays, tags, trigger, cuts, printed):
    game = BACCARAT.with_pays(pays)
    high, low = (figures(card_counting(subject(game, bet), tags, trigger, cut)) for cut in cuts)
    for above, below, figure in zip(high, low, map(Fraction, printed)):
        assert below < figure < above
    for cut, (share, edge, units) in zip(cuts, (high, low)):
        row = f"{percent(share, 2)} | {percent(edge, 2)} | {decimal(units, 2)} |"
        assert f"a cut of {cut} | `combin count` | {row}" in PAGE.read_text()


def figures(found: CardCounting) -> tuple[Fraction, ...]:
    whole = found.whole
    return whole.share, whole.edge, 100 * whole.gain


@pytest.mark.slow
def test_what_the_page_shows(run):
    shown, *_ = blocks(PAGE, "text")
    assert_shows(shown, run("count", "baccarat", "--bet", "dragon-7")[1])


# --- What is printed -------------------------------------------------------------------------------


def test_a_bet_that_is_never_made_has_no_edge(run):
    status, out, _ = run("count", "dragon-tiger", "--tags", "A=1", "--trigger", "1000")
    assert status == 0
    assert re.search(r"player's edge on the bet +-$", out, re.MULTILINE)
    assert re.search(r"N0 \(rounds\) +-$", out, re.MULTILINE)
    assert re.search(r"^0-50 +0\.0000 % +- +0\.0000 ", out, re.MULTILINE)


def test_the_line_that_counts_again(run):
    words = ("count", "dragon-tiger", "--bet", "big", "--tags", "10=-2 A=2", "--trigger", "7/2")
    again = "combin count dragon-tiger --bet big --tags 'A=2 T=-2' --trigger 7/2 --cut 14"
    assert run(*words)[1].endswith(f"Again: {again}\n")
    found = json.loads(run(*words, "--json")[1])
    assert found["command"] == f"{again} --json" and found["round_starts"] == "certain"
    assert len(found["depths"]) == 202 and found["depths"][1]["gone"] == 2
    assert found["tags"]["A"] == 2 and found["tags"]["5"] == 0
