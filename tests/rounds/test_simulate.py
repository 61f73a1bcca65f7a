"""The simulator against what it must not know: a literal dealer, the literal reference, exact
counts, and other people's readers.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import runpy
from array import array
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from pathlib import Path

import duckdb
import pytest

import combin
from combin import telling
from combin.cards import card_text, cards_of, mask_of, parse_card
from combin.counting import Plan
from combin.counting.plan import WAIT
from combin.errors import CombinError
from combin.families.draw.rounds import draw, kept_by
from combin.families.methods import ON_SHARED_BOARD, method_of
from combin.kernels import deal as dealing
from combin.kernels import play
from combin.logs import schema
from combin.logs.dealt import ZoneDealer
from combin.logs.simulate import save
from combin.logs.write import new_log
from combin.proof import reference
from combin.questions import solve as solver
from combin.questions.advice import advise
from combin.rounds import BLOCK, InLines, Simulation, best_play
from combin.rounds.settle import Replay
from combin.rounds.zones import zones_of
from combin.rules import Deal, Hold, Part
from combin.strategies import View, always, example, examples, parse
from literal import Seen, holds
from sizes import DRAWS, GAMES, LIKE_JACKS, SPLIT, sized
from views import outs, pays

BETS = [(slug, bet.key) for slug in GAMES if slug not in SPLIT for bet in GAMES[slug].bets]
SHOES = [case for case in BETS if GAMES[case[0]].from_shoe]
DRAWN = [case for case in BETS if any(isinstance(one, Part) for one in GAMES[case[0]].play)]
# Of these a log may say the cards of every round.
SAID = [case for case in BETS if case not in (*SHOES, *DRAWN)]
SEED = 20261121


def plan_of(slug: str, key: str = "base", **choices: str) -> Plan:
    game = combin.load(slug, choices)
    return Plan(game, game.bet(key))


@lru_cache(maxsize=4)  # a table of decisions takes up to 100 MB
def optimal(slug: str, key: str = "base") -> Simulation:
    plan = plan_of(slug, key)
    return Simulation(plan, best_play(plan))


def written(simulation: Simulation, form: str, ending: str, rounds: int, threads: int = 1) -> bytes:
    """Return the log of some rounds."""
    dealer = ZoneDealer(simulation, form, threads)
    entries = {
        **schema.facts_of(simulation.plan.game, simulation.plan.bet.key, dealer.chip).entries(),
        "by": "tests",
    }
    file = io.BytesIO()
    save(dealer, new_log(ending, dealer.layout, entries), file, rounds, SEED)
    return file.getvalue()


def rows_of(log: bytes) -> list[dict[str, str]]:
    """Return the rows of a CSV log."""
    return list(
        csv.DictReader(line for line in log.decode().splitlines() if not line.startswith("#"))
    )


def chip_of(log: bytes) -> Fraction:
    entries = schema.entries_from(
        line for line in log.decode().splitlines() if line.startswith("#")
    )
    return schema.facts_from(entries).chip


# --- The dealer --------------------------------------------------------------------------------

WORD = 2**64 - 1


class LiteralDealer:
    """xoshiro256**, splitmix64 and Lemire's bounded numbers as their authors describe them, in
    Python's whole numbers.
    """

    def __init__(self, words):
        self.words, self.halves = list(words), []

    @staticmethod
    def splitmix(state):
        state = state + 0x9E3779B97F4A7C15 & WORD
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
        return state, z ^ z >> 31

    @classmethod
    def seeded(cls, seed, block):
        _, state = cls.splitmix(seed)
        _, state = cls.splitmix(state ^ block)
        words = []
        for _ in range(4):
            state, word = cls.splitmix(state)
            words.append(word)
        return cls(words)

    def word(self):
        def rotated(x, by):
            return (x << by | x >> 64 - by) & WORD

        a, b, c, d = self.words
        result = rotated(b * 5 & WORD, 7) * 9 & WORD
        c, d = c ^ a, d ^ b
        self.words = [a ^ d, b ^ c, c ^ (b << 17 & WORD), rotated(d, 45)]
        return result

    def below(self, n):
        while True:
            if not self.halves:
                word = self.word()
                self.halves = [word & 0xFFFFFFFF, word >> 32]
            product = self.halves.pop() * n
            if product % 2**32 >= (2**32 - n) % n:
                return product >> 32


def test_the_literal_dealer_gives_the_published_numbers():
    """The reference outputs that go with the two generators."""
    dealer = LiteralDealer([1, 2, 3, 4])
    assert [dealer.word() for _ in range(4)] == [11520, 0, 1509978240, 1215971899390074240]
    state, found = 1234567, []
    for _ in range(3):
        state, word = LiteralDealer.splitmix(state)
        found.append(word)
    assert found == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def dealt(
    deck: bytes, sizes: list[int], rounds: int, seed: int, block: int = 0
) -> tuple[bytearray, array]:
    cards, masks = bytearray(rounds * sum(sizes)), array("Q", bytes(8 * rounds * len(sizes)))
    dealing.deal(seed, block, deck, array("q", sizes), cards, masks)
    return cards, masks


@pytest.mark.parametrize(
    ("seed", "block", "sizes"), [(0, 0, [2, 2, 1]), (2**64 - 1, 7, [5, 1, 4]), (SEED, 10**9, [1])]
)
def test_the_kernel_deals_as_the_literal_dealer(seed, block, sizes):
    deck = combin.load("phil-em-up").deck.cards
    dealer, pack, expected = LiteralDealer.seeded(seed, block), list(deck), []
    for _ in range(500):
        for place in range(sum(sizes)):
            other = place + dealer.below(len(pack) - place)
            pack[place], pack[other] = pack[other], pack[place]
            expected.append(pack[place])
    cards, masks = dealt(bytes(deck), sizes, 500, seed, block)
    assert list(cards) == expected
    borders = [sum(sizes[:zone]) for zone in range(len(sizes) + 1)]
    rounds = [expected[i : i + sum(sizes)] for i in range(0, len(expected), sum(sizes))]
    assert list(masks) == [
        mask_of(one[a:b]) for one in rounds for a, b in zip(borders, borders[1:])
    ]


def chi_square(counts: Counter, cells: int, rounds: int) -> Fraction:
    assert len(counts) == cells
    expected = Fraction(rounds, cells)
    return sum((count - expected) ** 2 for count in counts.values()) / expected


def test_every_order_of_four_cards_is_as_likely():
    """Of a right dealer one seed in a million passes 70 on 23 degrees of freedom; this seed is
    always the same.
    """
    rounds = 240_000
    cards, _ = dealt(bytes([0, 1, 2, 3]), [1, 2, 1], rounds, SEED)
    counts = Counter(bytes(cards[i : i + 4]) for i in range(0, 4 * rounds, 4))
    assert set(counts) == {bytes(order) for order in permutations(range(4))}
    assert chi_square(counts, 24, rounds) < 70


def test_a_round_does_not_know_the_one_before():
    """The pack is not put back in order between rounds, which must not show; on 15 degrees of
    freedom one seed in a million.
    """
    rounds = 160_000
    cards, _ = dealt(bytes([0, 1, 2, 3]), [1, 1], 2 * rounds, SEED)
    counts = Counter((cards[i], cards[i + 2]) for i in range(0, 4 * rounds, 4))
    assert chi_square(counts, 16, rounds) < 57


def test_every_card_comes_to_every_place_as_often():
    """52 degrees of freedom, ten places: one seed in a million passes 125 anywhere."""
    rounds, deck = 60_000, combin.load("phil-em-up").deck.cards
    cards, _ = dealt(bytes(deck), [10], rounds, SEED)
    for place in range(10):
        assert chi_square(Counter(cards[place::10]), 53, rounds) < 125


def test_blocks_and_seeds_differ():
    deck = bytes(combin.load("let-it-ride").deck.cards)
    starts = {
        bytes(dealt(deck, [8], 2, seed, block)[0]) for seed in range(40) for block in range(40)
    }
    assert len(starts) == 1600


# --- Settlement and decisions ------------------------------------------------------------------


def assert_rows_replay(simulation: Simulation, rounds: int) -> None:
    """Every logged row is what the literal reference makes of its cards and actions."""
    plan = simulation.plan
    log = written(simulation, "full", ".csv", rounds)
    rows, chip = rows_of(log), chip_of(log)
    assert len(rows) == rounds
    for number, row in enumerate(rows, 1):
        cards = {
            zone: [parse_card(word) for word in row[zone].split()] for zone in simulation.zones
        }
        assert [len(zone) for zone in cards.values()] == list(simulation.zones.values())
        together = [card for zone in cards.values() for card in zone]
        assert len(set(together)) == len(together) and set(together) <= set(plan.game.deck.cards)
        actions = tuple(row[decision.name] for decision in plan.decisions if row[decision.name])
        outcome = reference.settle(plan.game, plan.bet.key, cards, actions)
        logged = actions, row["outcome"], int(row["net"]) * chip, int(row["staked"]) * chip
        assert (int(row["round"]), logged) == (number, outcome), row


def assert_replays(plan: Plan, rounds: int) -> None:
    """Random deals are settled in bulk as the literal reference settles them, whatever the player
    did; what was not offered with these cards is named.
    """
    replay, sizes = Replay(plan), [deal.cards for deal in zones_of(plan)]
    _, masks = dealt(bytes(plan.game.deck.cards), sizes, rounds, SEED)
    paths = array("i", (number % len(replay.paths) for number in range(rounds)))
    for number, end in enumerate(replay.outcomes(masks, paths)):
        cards = dict(zip(replay.zones, map(cards_of, masks[number * len(sizes) :])))
        actions = tuple(action.name for _, action in replay.paths[paths[number]] if action != WAIT)
        assert replay.path_number(actions) == paths[number]
        refused = [
            action.name
            for _, action in replay.paths[paths[number]]
            if not reference.holds(plan.game, action.when, cards)
        ]
        if refused:
            assert replay.ends[end].outcome == f"{refused[0]} is not offered"
            continue
        assert tuple(replay.ends[end]) == reference.settle(plan.game, plan.bet.key, cards, actions)


@pytest.mark.slow_after(2)
@pytest.mark.parametrize(("slug", "key"), sized(SAID))
def test_every_path_is_settled_as_the_reference_settles_it(slug, key):
    assert_replays(plan_of(slug, key), 300)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("slug", "key"), sized(SAID, frozenset({"four-card-poker"})))
def test_every_row_is_settled_as_the_reference_settles_it(slug, key):
    assert_rows_replay(optimal(slug, key), 120)


def from_shoe(plan: Plan, cards: list[int]) -> Iterator[tuple[dict[str, list[int]], tuple]]:
    """Yield what lies where and what was done, for everything that a player can do with these
    cards, one a zone; a card that comes again is of another pack.
    """
    ready = {
        deal.zone: card + reference.PACK_BITS * cards[:place].count(card)
        for place, (deal, card) in enumerate(zip(zones_of(plan), cards))
    }
    found: list[tuple[dict[str, list[int]], tuple]] = [({}, ())]
    for step in plan.game.play:
        if isinstance(step, Deal) and step.zone in ready:
            for lying, done in found:
                is_dealt = reference.holds(plan.game, step.when, lying, done)
                lying[step.zone] = [ready[step.zone]] if is_dealt else []
        elif step in plan.decisions:
            found = [
                (dict(lying), (*done, action.name))
                for lying, done in found
                if reference.holds(plan.game, step.when, lying)
                for action in step.actions
            ] or found
    yield from found


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("slug", "key"), SHOES)
def test_every_path_from_a_shoe_is_settled_as_the_reference_settles_it(slug, key):
    plan = plan_of(slug, key)
    replay, zones = Replay(plan), len(zones_of(plan))
    cards, _ = dealt(bytes(plan.game.deck.cards), [1] * zones, 200, SEED)
    for begin in range(0, len(cards), zones):
        round_ = list(cards[begin : begin + zones])
        for lying, done in from_shoe(plan, round_):
            path = replay.path_number(done)
            (end,) = replay.outcomes(array("Q", (1 << card for card in round_)), array("i", [path]))
            assert tuple(replay.ends[end]) == reference.settle(plan.game, key, lying, done)


@pytest.mark.slow_after(3)
@pytest.mark.parametrize(("slug", "key"), SHOES)
def test_every_round_from_a_shoe_is_settled_as_the_reference_settles_it(slug, key):
    simulation = optimal(slug, key)
    batch, zones = simulation.block(SEED, 0, 200), len(simulation.zones)
    for number, end in enumerate(batch.ends):
        cards = list(batch.cards[number * zones : (number + 1) * zones])
        played = {done: lying for lying, done in from_shoe(simulation.plan, cards)}
        done = simulation.ends[end].actions
        settled = reference.settle(simulation.plan.game, key, played[done], done)
        assert tuple(simulation.ends[end]) == settled


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("slug", "key"), DRAWN)
def test_every_hold_is_settled_as_the_reference_settles_it(slug, key):
    """Each way to hold some of the cards, the first of those drawn in place of the others."""
    plan = plan_of(slug, key)
    replay, rounds = Replay(plan), 320
    cards, masks = dealt(bytes(plan.game.deck.cards), [5, 5], rounds, SEED)
    paths = array("i", (number % len(replay.paths) for number in range(rounds)))
    hands = masks[::2]
    draw(plan, kept_by(replay.paths), cards, masks, paths)
    for number, end in enumerate(replay.outcomes(masks, paths)):
        kept, drawn = masks[2 * number : 2 * number + 2]
        hold = replay.paths[paths[number]][-1][1]
        assert isinstance(hold, Hold) and kept & hands[number] == kept
        assert kept.bit_count() == hold.kept.bit_count()
        assert drawn == mask_of(cards[10 * number + 5 : 10 * number + 10 - kept.bit_count()])
        settled = reference.settle(plan.game, key, {"hand": cards_of(kept), "new": cards_of(drawn)})
        assert tuple(replay.ends[end]) == settled


CHOICES = [
    (slug, bet.key, choice.name, value)
    for slug in {slug: None for slug, _ in SAID}
    for game in [combin.load(slug)]
    for bet in game.bets
    for choice in game.choices
    for value in [*list(getattr(choice, "values", {}))[1:]]
]


@pytest.mark.slow_after(20)
@pytest.mark.parametrize(("slug", "key", "choice", "value"), CHOICES)
def test_every_path_of_every_choice_is_settled_as_the_reference_settles_it(
    slug, key, choice, value
):
    assert_replays(plan_of(slug, key, **{choice: value}), 60)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("variant", ["table", "heads-up"])
def test_rounds_that_end_early_are_settled_on_what_was_seen(variant):
    """With a price on staying the player may leave in four rounds, and a hand already made may
    count then.
    """
    plan = plan_of("hot-poker-spot", cost="1/3", variant=variant)
    assert_replays(plan, 400)
    assert_rows_replay(Simulation(plan, InLines(plan, always(plan.game, "stay"))), 100)


def test_rows_of_a_replaced_pay_are_in_smaller_chips():
    game = combin.load("phil-em-up", pays={"pair-of-tens-or-better": "2/3", "flush": "7/2"})
    plan = Plan(game, game.bet("base"))
    simulation = Simulation(plan, best_play(plan))
    assert chip_of(written(simulation, "full", ".csv", 1)) == Fraction(1, 6)
    assert_rows_replay(simulation, 100)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    "slug", sized(slug for slug, key in SAID if key == "base" and combin.load(slug).decisions)
)
def test_the_optimal_player_does_what_advice_says(slug):
    """Advice counts one situation by itself; the player looks it up in a table of all, its suits
    relabelled.
    """
    simulation = optimal(slug)
    plan = simulation.plan
    rounds = 3 if method_of(plan) is ON_SHARED_BOARD else 12  # advice takes a second there
    for row in rows_of(written(simulation, "full", ".csv", rounds)):
        seen, history = [], ()
        for step in plan.game.play:
            if isinstance(step, Deal):
                seen.append(row[step.zone])
            elif row[step.name]:
                said = advise(plan.game, " / ".join(seen))
                best = {answer.history: answer.best for answer in said.rows}
                assert (said.decision, row[step.name]) == (step.name, best[history]), row
                history = (*history, row[step.name])


@pytest.mark.whole
@pytest.mark.slow
@pytest.mark.parametrize("slug", ["casino-war", "red-dog"])
def test_the_optimal_player_at_a_shoe_does_what_advice_says(slug):
    simulation = optimal(slug)
    batch, zones = simulation.block(SEED, 0, 60), len(simulation.zones)
    decided = 0
    for number, end in enumerate(batch.ends):
        for done in simulation.ends[end].actions:
            seen = map(card_text, batch.cards[number * zones : number * zones + 2])
            decided += 1
            (row,) = advise(simulation.plan.game, " / ".join(seen)).rows
            assert row.best == done
    assert decided


SHIPPED = [(slug, name) for slug in GAMES if slug not in DRAWS for name in examples(slug)]


@pytest.mark.slow_after(5)
@pytest.mark.parametrize(("slug", "name"), SHIPPED)
def test_a_player_in_lines_does_what_the_lines_say(slug, name):
    """Each line's phrases are read literally; the first that holds counts."""
    plan = plan_of(slug)
    lines = parse(example(name), plan.game, "base", name)
    rows = rows_of(written(Simulation(plan, InLines(plan, lines)), "full", ".csv", 60))
    for stage in plan.stages:
        view, decision = View(plan, stage), plan.decisions[stage.number]
        for row in (row for row in rows if row[decision.name]):
            history = tuple(
                action
                for earlier in plan.decisions[: stage.number]
                for action in earlier.actions
                if action.name == row[earlier.name]
            )
            roles = [
                [parse_card(w) for zone in sorted(role.zones) for w in row[zone].split()]
                for role in stage.roles
            ]
            own = [card for place in view.own for card in roles[place]]
            up = roles[view.up][0] if view.up is not None else None
            wagered = sum(plan.bet.stakes(history).values())
            is_shared = method_of(plan) is ON_SHARED_BOARD
            board = [card for cards in roles[1:] for card in cards] if is_shared else []
            seen = Seen(
                own,
                view.ranking.size,
                up,
                pays(view),
                outs(view, own),
                wagered,
                board=board,
                deck=plan.game.deck.cards,
            )
            block = lines.blocks[decision.name]
            met = next(
                line
                for line in block
                if all(holds(condition.phrase, seen) for condition in line.conditions)
            )
            assert met.action == row[decision.name], (row, str(met))


@pytest.mark.slow
def test_lines_that_ask_for_cards_to_come():
    """Of the cards to come a player in lines counts those that make his hand."""
    plan = plan_of("let-it-ride")
    game = plan.game
    first, second = (decision.name for decision in game.decisions)
    down, up = (action.name for action in game.decisions[0].actions)
    text = (
        f"{first}:\n{down}: otherwise\n{second}:\n{up}: 8 or more cards make a straight or "
        f"better\n{down}: otherwise\n"
    )
    lines = parse(text, game)
    rows = rows_of(written(Simulation(plan, InLines(plan, lines)), "full", ".csv", 400))
    assert {row[second] for row in rows} == {down, up} and {row[first] for row in rows} == {down}
    for row in rows[:150]:
        own = [parse_card(word) for zone in ("player", "first") for word in row[zone].split()]
        counted = outs(View(plan, plan.stages[1]), own)["a straight or better"]
        assert (row[second] == up) == (counted >= 8), row


@pytest.mark.slow_after(2)
@pytest.mark.parametrize(("slug", "key"), sized(BETS, LIKE_JACKS | {"four-card-poker"}))
def test_only_what_can_be_happens_and_about_as_often(slug, key):
    """The mean of 2^18 rounds lies within five of its standard deviations, and no outcome comes
    that was not counted.
    """
    simulation, rounds = optimal(slug, key), 4 * BLOCK
    counts = [0] * len(simulation.ends)
    for _, found in simulation.play(rounds, SEED, 1, lambda batch: None):
        counts = list(map(int.__add__, counts, found))
    solved = solver.solve(simulation.plan.game, [key], threads=1)[key]
    possible = {(row.actions, row.outcome, row.net, row.staked) for row in solved.outcomes}
    assert {tuple(end) for end, count in zip(simulation.ends, counts) if count} <= possible
    mean = Fraction(sum(end.net * count for end, count in zip(simulation.ends, counts))) / rounds
    assert (mean - solved.expected_value) ** 2 * rounds < 25 * solved.variance
    law = simulation.strategy.law()
    assert (law.expected_value, law.variance) == (solved.expected_value, solved.variance)


def test_the_law_of_lines_is_their_price():
    plan = plan_of("three-card-poker")
    strategy = InLines(plan, parse(example("three-card-poker-queen"), plan.game))
    rounds, counts = 4 * BLOCK, [0] * 100
    simulation = Simulation(plan, strategy)
    for _, found in simulation.play(rounds, SEED, 2, lambda batch: None):
        counts = [a + b for a, b in zip(counts, found)]
    mean = Fraction(sum(end.net * count for end, count in zip(simulation.ends, counts))) / rounds
    assert (mean - strategy.law().expected_value) ** 2 * rounds < 25 * strategy.law().variance


def test_replay_knows_the_paths_of_the_rules():
    replay = Replay(plan_of("mississippi-stud"))
    assert replay.zones == ("hole", "third", "fourth", "fifth")
    assert replay.path_number(("1x", "3x", "fold")) is not None
    assert replay.path_number(("fold", "1x")) is replay.path_number(("raise",)) is None
    masks = array("Q", [mask_of([0, 16]), 1 << 1, 1 << 2, 1 << 3])
    with pytest.raises(ValueError, match="path"):
        replay.outcomes(masks, array("i", [len(replay.paths)]))
    with pytest.raises(ValueError, match="fit"):
        replay.outcomes(masks, array("i", [0, 0]))


def test_a_table_refuses_what_it_does_not_hold():
    deck = combin.load("let-it-ride").deck.mask
    table = play.ActionTable(deck, array("q", [2]))
    table.add(array("Q", [mask_of([0, 1]), mask_of([1, 16])]))
    with pytest.raises(ValueError, match="twice"):
        table.add(array("Q", [mask_of([0, 1])]))
    places = array("i", [0, 0])
    table.find(
        array("Q", [mask_of([3 + 16, 4 + 32]), mask_of([32, 49])]),
        array("i", [0, 1]),
        bytes([0, 1]),
        places,
    )
    assert list(places) == [
        0,
        1,
    ]  # the first is not looked for, the second is found under other suits
    with pytest.raises(ValueError, match="not counted"):
        table.find(array("Q", [mask_of([3, 4])]), array("i", [0]), bytes([1]), array("i", [0]))


# --- The log -----------------------------------------------------------------------------------


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("form", schema.FORMS)
@pytest.mark.parametrize("ending", [".csv.gz", ".parquet"])
def test_threads_do_not_show(form, ending):
    simulation = optimal("three-card-poker")
    assert written(simulation, form, ending, 3 * BLOCK + 17) == written(
        simulation, form, ending, 3 * BLOCK + 17, threads=3
    )


def read_by_duckdb(path, rows: list[dict[str, str]]) -> list[dict[str, str]]:
    """Return the rows of a log as text, read by a program that shares nothing with the writer."""
    columns = ", ".join(f'cast("{name}" as varchar)' for name in rows[0])
    source = (
        f"'{path}'"
        if path.suffix == ".parquet"
        else f"read_json('{path}', format = 'newline_delimited')"
    )
    first = next(iter(rows[0]))
    found = duckdb.sql(f'select {columns} from {source} where "{first}" is not null').fetchall()
    return [dict(zip(rows[0], row)) for row in found]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "key"),
    [("caribbean-stud", "base"), ("dakota-duel-draw", "base"), ("three-card-poker", "pair-plus")],
)
@pytest.mark.parametrize("form", schema.FORMS)
def test_all_kinds_of_file_hold_the_same_rows(slug, key, form, tmp_path):
    simulation, rounds = optimal(slug, key), 1003
    log = written(simulation, form, ".csv", rounds)
    rows = rows_of(log)
    assert list(rows[0]) == schema.columns(
        form, simulation.zones, [d.name for d in simulation.plan.decisions]
    )
    assert gzip.decompress(written(simulation, form, ".csv.gz", rounds)) == log
    objects = written(simulation, form, ".jsonl", rounds)
    assert gzip.decompress(written(simulation, form, ".jsonl.gz", rounds)) == objects
    head, *lines = map(json.loads, objects.decode().splitlines())
    comments = schema.entries_from(
        line for line in log.decode().splitlines() if line.startswith("#")
    )
    assert {key: str(value) for key, value in head.items()} == comments and head[schema.MARK] == 1
    assert [{name: str(value) for name, value in line.items()} for line in lines] == rows
    assert all(type(line["net"]) is int for line in lines)
    path = tmp_path / "log.parquet"
    path.write_bytes(written(simulation, form, ".parquet", rounds))
    assert read_by_duckdb(path, rows) == rows
    told = duckdb.sql(
        f"select decode(key), decode(value) from parquet_kv_metadata('{path}')"
    ).fetchall()
    assert dict(told) == {schema.PREFIX + key: text for key, text in comments.items()}


@pytest.mark.slow
def test_a_parquet_file_of_several_blocks(tmp_path):
    simulation, rounds = optimal("let-it-ride"), 2 * BLOCK + 1
    path = tmp_path / "log.parquet"
    path.write_bytes(written(simulation, "full", ".parquet", rounds))
    (count, first, last, distinct) = duckdb.sql(
        f"select count(*), min(round), max(round), count(distinct round) from '{path}'"
    ).fetchall()[0]
    assert (count, first, last, distinct) == (rounds, 1, rounds, rounds)
    rows = rows_of(written(simulation, "full", ".csv", rounds))
    assert (
        read_by_duckdb(path, rows)[-3:] == rows[-3:]
        and read_by_duckdb(path, rows)[BLOCK - 1 : BLOCK + 1] == rows[BLOCK - 1 : BLOCK + 1]
    )


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("slug", sized(slug for slug, key in SAID if key == "base"))
def test_the_forms_tell_the_same_rounds(slug):
    simulation, rounds = optimal(slug), 2000
    full, short, tally = (
        rows_of(written(simulation, form, ".csv", rounds)) for form in ("full", "outcome", "tally")
    )
    decisions = [decision.name for decision in simulation.plan.decisions]
    played = [schema.SEPARATOR.join(row[name] for name in decisions if row[name]) for row in full]
    assert [
        (row["round"], actions, row["outcome"], row["net"]) for row, actions in zip(full, played)
    ] == [tuple(row.values()) for row in short]
    counted = Counter(
        (actions, row["outcome"], row["staked"], row["net"]) for row, actions in zip(full, played)
    )
    assert {tuple(list(row.values())[:4]): int(row["count"]) for row in tally} == counted
    assert sum(int(row["count"]) for row in tally) == rounds


def test_facts_are_read_back():
    facts = schema.Facts(
        "g",
        "b",
        {"x": "1"},
        {"p": Fraction(7, 2)},
        Fraction(1, 2),
        "a: b\n\nc: otherwise",
        2**64 - 1,
        10,
        "me",
    )
    assert schema.facts_from(facts.entries()) == facts
    assert schema.facts_from(schema.entries_from(schema.comments(facts.entries()))) == facts
    assert schema.facts_from({"unknown": "x"}) == schema.Facts()


@pytest.mark.parametrize(("entries", "words"), [
    ({"combin-log": "2"}, "version"), ({"chip": "0"}, "above 0"), ({"chip": "x"}, "chip"), ({"seed": "-1"}, "seed"),
    ({"pay.flush": "nan"}, "pay.flush"), ({"rounds": "1e5"}, "rounds"),
])  # fmt: skip
def test_facts_that_mean_nothing_are_refused(entries, words):
    with pytest.raises(CombinError, match=words):
        schema.facts_from(entries)


# --- The command -------------------------------------------------------------------------------


def test_a_zone_that_gets_no_card_is_empty_in_the_log(run):
    status, out, err = run("simulate", "baccarat", "--rounds", 50, "--seed", 3)
    assert status == 0 and ",player-3,banker-3,outcome,staked,net\n" in out
    rows = [line.split(",") for line in out.splitlines() if line[0].isdigit()]
    assert {len(row[5]) for row in rows} == {len(row[6]) for row in rows} == {0, 2}
    assert all(len(card) == 2 for row in rows for card in row[1:5])
    assert err.endswith("Again: combin simulate baccarat --rounds 50 --seed 3\n")


def test_the_log_goes_to_the_terminal_and_the_summary_beside_it(run):
    status, out, err = run("simulate", "phil-em-up", "--rounds", 50, "--seed", 3)
    assert status == 0 and len(rows_of(out.encode())) == 50
    assert "-7496/81991" in err and err.endswith(
        "Again: combin simulate phil-em-up --rounds 50 --seed 3\n"
    )
    assert "# seed: 3\n" in out and "# strategy: optimal\n" in out and "# by: combin " in out
    assert run("simulate", "phil-em-up", "--rounds", 50, "--seed", 3) == (status, out, err)


def test_people_see_how_far_it_is(monkeypatch, capsys):
    """A counter on the terminal once a second has passed, wiped away at the end; nothing where a
    program calls the functions.
    """
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert telling.counter(str) is None
    clock = iter([0, 0, 2, 3])
    monkeypatch.setattr(telling, "monotonic", lambda: next(clock))
    with telling.listening():
        show = telling.counter(lambda done, total: f"{done:,} of {total:,} rounds")
        for done in (65536, 2 * 65536, 200_000):
            show(done, 200_000)
    assert capsys.readouterr().err == "\r\033[K131,072 of 200,000 rounds\r\033[K"


def test_a_fresh_seed_is_told_and_plays_again(run):
    status, out, err = run("simulate", "let-it-ride", "--rounds", 20, "--form", "outcome")
    again = err.splitlines()[-1].removeprefix("Again: combin ").split()
    assert status == 0 and run(*again)[1] == out
    assert run("simulate", "let-it-ride", "--rounds", 20, "--form", "outcome")[1] != out


@pytest.mark.slow
def test_a_file_is_written_and_says_how_it_was_made(run, tmp_path):
    path = tmp_path / "log.jsonl"
    words = (
        "--rounds",
        100,
        "--seed",
        1,
        "--set",
        "raise=2",
        "--pay",
        "flush=11/2",
        "--strategy",
        "raise",
        "-o",
        path,
    )
    status, out, err = run("simulate", "caribbean-stud", *words)
    head, *lines = map(json.loads, path.read_text().splitlines())
    assert (status, err, len(lines)) == (0, "", 100)
    assert (head["set.raise"], head["pay.flush"], head["strategy"], head["chip"]) == (
        "2",
        "11/2",
        "raise",
        "1",
    )
    assert {line["fold or raise"] for line in lines} == {"raise"}
    assert f"-o {path} --set raise=2 --pay flush=11/2" in out


@pytest.mark.slow
def test_a_strategy_of_lines_is_written_whole(run, tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("raise: any pair or better\nfold: otherwise\n")
    out = run("simulate", "caribbean-stud", "--rounds", 30, "--strategy", path)[1]
    entries = schema.entries_from(line for line in out.splitlines() if line.startswith("#"))
    game = combin.load("caribbean-stud")
    assert parse(entries["strategy"], game) == parse(path.read_text(), game)


@pytest.mark.slow
def test_three_streets_are_played_in_lines(run, tmp_path):
    play = tmp_path / "play.txt"
    text = "".join(f"{name}:\n{action}: otherwise\n" for name, action in HOLDEM)
    play.write_text(text)
    words = ("texas-holdem-bonus", "--rounds", 40, "--seed", 2, "--strategy", play)
    status, out, _ = run("simulate", *words)
    assert status == 0 and len(rows_of(out.encode())) == 40
    plan = Plan(game := combin.load("texas-holdem-bonus"), game.bet("base"))
    assert_rows_replay(Simulation(plan, InLines(plan, parse(text, game))), 60)


HOLDEM = (("before the flop", "play"), ("after the flop", "check"), ("after the turn", "bet"))


@pytest.mark.parametrize(("words", "said"), [
    (("caribbean-stud", "--form", "fuller"), "did you mean 'full'?"),
    (("caribbean-stud", "-o", "log.txt"), "ends in"),
    (("caribbean-stud", "--bet", "progresive"), "did you mean 'progressive'?"),
    (("caribbean-stud", "--rounds", "0"), "rounds is a whole number from 1 to"),
    (("caribbean-stud", "--rounds", "many"), "--rounds is a whole number such as 9, not 'many'"),
    (("caribbean-stud", "--seed", "-1"), "seed is a whole number from 0 to"),
    (("caribbean-stud", "--seed", str(2**64)), "seed is a whole number from 0 to"),
    (("caribbean-stud", "--threads", "0"), "--threads"),
    (("caribbean-stud", "--strategy", ""), "is no file, no strategy"),
    (("caribbean-stud", "--strategy", "raiser"), "did you mean 'raise'?"),
    (("three-card-poker", "--bet", "pair-plus", "--strategy", "raise"), "leaves nothing to decide"),
    (("phil-em-up", "-o", ""), "a log is a file that ends in"),
    (("phil-em-up", "-o", "/nowhere/at/all/log.csv"), "cannot be written: there is no folder"),
])  # fmt: skip
def test_bad_input_is_refused_in_one_line(run, words, said):
    status, out, err = run("simulate", *words)
    assert (
        (status, out) == (2, "")
        and said in err
        and err.count("\n") == 1
        and err.startswith("combin: ")
    ), (out, err)


def test_a_log_that_cannot_be_finished_does_not_appear(run, tmp_path):
    play, log = tmp_path / "play.txt", tmp_path / "log.parquet"
    play.write_text("double: an ace\n")
    status, _, err = run("simulate", "phil-em-up", "--strategy", play, "-o", log)
    assert status == 2 and "no line says what to do" in err and err.count("\n") == 1
    assert [entry.name for entry in tmp_path.iterdir()] == ["play.txt"]


def test_chips_that_no_log_can_hold_are_refused(run):
    status, _, err = run(
        "simulate",
        "three-card-poker",
        "--bet",
        "pair-plus",
        "--pay",
        f"pair-plus.pair={10**18}/7",
        "--pay",
        "pair-plus.flush=1/1000003",
    )
    assert status == 2 and "chips" in err and err.count("\n") == 1


@pytest.mark.parametrize("form", schema.FORMS)
def test_from_python_the_same_log_is_written(run, tmp_path, form):
    theirs, mine = tmp_path / "theirs.parquet", tmp_path / "mine.parquet"
    words = [
        "--rounds",
        700,
        "--seed",
        9,
        "--set",
        "pair-plus=8",
        "--pay",
        "pair-plus.pair=3/2",
        "--bet",
        "pair-plus",
    ]
    assert run("simulate", "three-card-poker", *words, "--form", form, "-o", theirs)[0] == 0
    rules = {"choices": {"pair-plus": 8}, "pays": {"pair-plus.pair": Fraction(3, 2)}}
    found = combin.simulate(
        "three-card-poker", mine, 700, seed=9, form=form, bet="pair-plus", **rules
    )
    assert mine.read_bytes() == theirs.read_bytes()
    assert found.rounds == 700 == sum(found.ends.values()) and found.seed == 9
    assert found.mean == Fraction(sum(end.net * count for end, count in found.ends.items()), 700)
    again = combin.simulate(
        combin.load("three-card-poker", **rules),
        str(mine),
        700,
        9,
        form,
        bet="pair-plus",
        threads=2,
    )
    assert again.ends == found.ends and mine.read_bytes() == theirs.read_bytes()


@pytest.mark.parametrize(("given", "words"), [
    ({"rounds": 0}, "rounds is a whole number "
                    "from 1"), ({"rounds": 1.5}, "not 1.5"), ({"seed": -1}, "seed is a whole "
                                                                            "number"),
    ({"form": "fuller"}, "did you mean 'full'"), ({"strategy": "foldd"}, "did you mean 'fold'"), ({"bet": "bas"}, "'base'"),
    ({"path": "log.txt"}, "a log is a file that "
                          "ends in"), ({"pays": {"flush": "x"}}, "pay flush is a number"),
])  # fmt: skip
def test_from_python_bad_input_is_told(tmp_path, given, words):
    with pytest.raises(CombinError, match=words):
        combin.simulate(
            **{"game": "caribbean-stud", "path": tmp_path / "log.csv", "rounds": 10, **given}
        )
    assert not list(tmp_path.iterdir())


def test_the_python_on_the_page(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(Path(__file__).parents[2] / "docs/examples/logs/simulated.py"))
    played, checked, fits, few = capsys.readouterr().out.split()
    assert (played, fits, few) == (checked, "True", "True")


def test_the_page_shows_what_is_written(run):
    page = (Path(__file__).parents[2] / "docs/logs.md").read_text()
    command, *shown = page.split("```text\n$ combin ")[1].split("\n```")[0].splitlines()
    out = run(*command.split())[1].splitlines()
    dots = shown.index("...")
    assert out[:dots] == shown[:dots] and out[dots + 1 :] == shown[dots + 1 :]


@pytest.mark.slow
@pytest.mark.parametrize("ending", schema.ENDINGS)
@pytest.mark.parametrize("slug", ["dragon-tiger", "blackjack"])
def test_every_ending_is_written_and_read(slug, ending, tmp_path):
    """Dealt games and games that count up have writers of their own."""
    log = tmp_path / f"log{ending}"
    combin.simulate(slug, log, 20, 1)
    assert combin.check(slug, log).fits
