"""The recount by the literal reference: which decks it takes, what it compares, and that a
difference is an error.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import combin
from combin import games
from combin.cards import Deck
from combin.errors import CombinError
from combin.games import is_own
from combin.proof import reference, verify
from combin.questions import solve as solver
from combin.ranking import POKER, THREE_CARD, HandRanking
from combin.render.counts import agreement, paths_text
from combin.rules import (
    ALWAYS,
    LOSE,
    Action,
    Beats,
    Below,
    Bet,
    Chose,
    Deal,
    Decide,
    Game,
    Hand,
    Row,
    Settlement,
    Wager,
)  # fmt: skip
from combin.solving.payoffs import Payoffs
from matrix import QUESTIONS, Short
from shipped import DEALT
from sizes import SPLIT, sized

pytestmark = pytest.mark.usefixtures("recounting")

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
TOY = """\
Toy  (toy)
source: made up
cards: RANKS

PLAY
  2 cards to mine
  decide d
    fold    ends
    raise   play +1
  2 cards to yours

HANDS
  player = two-card of mine
  dealer = two-card of yours

MAIN GAME
  wagers: ante 1, play
  outcome   if                    ante   play
  fold      chose fold            lost   push
  win       player beats dealer   1      1
  lose      otherwise             lost   lost
"""


@pytest.fixture
def toy(tmp_path):
    """Return a function that writes the toy with a deck of some ranks."""

    def write(ranks: str = "23456789TJQKA") -> str:
        path = tmp_path / "toy.game"
        path.write_text(TOY.replace("RANKS", ranks))
        verify.recounted.cache_clear()
        return str(path)

    return write


def against_a_dealer(deck: Deck) -> Game:
    play = (
        Deal("mine", 3),
        Decide("d", (Action("fold", ends=True), Action("raise", {"play": 1}))),
        Deal("yours", 3),
    )
    hands = (Hand("player", THREE_CARD, ("mine",)), Hand("dealer", THREE_CARD, ("yours",)))
    rows = (
        Row("fold", Chose("fold"), (LOSE, 0)),
        Row("win", Beats("player", "dealer"), (1, 1)),
        Row("lose", ALWAYS, (LOSE, LOSE)),
    )
    bet = Bet(
        "base", (Wager("ante", 1), Wager("play")), "ante", (Settlement(("ante", "play"), rows),)
    )
    return Game("against", "Against", "none", deck, play, hands, (bet,)).resolve()


# --- Decks -------------------------------------------------------------------------------------


@pytest.mark.slow_after(12)
@pytest.mark.parametrize("slug", DEALT)
def test_the_decks_stay_within_the_budget_and_can_be_dealt(slug):
    game = combin.load(slug)
    for bet in game.bets:
        budget = verify.MINUTE if slug in SPLIT else verify.SECOND  # fourteen cards are dealt there
        decks = verify.decks(game, bet.key, budget)
        shortened = [replace(game, deck=deck) for deck in decks]
        assert 0 < sum(verify.work(short, bet.key) for short in shortened) <= budget
        assert len(set(decks)) == len(decks) <= len(verify.SHORTENED)
        for short in shortened:
            assert set(short.deck.cards) <= set(game.deck.cards)
            assert short.deck.jokers == game.deck.jokers
            assert sum(deal.cards for deal in game.deals) <= len(short.deck)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("slug", "paths"), sized([
    ("bonus-six", 3), ("caribbean-stud", 2), ("dakota-duel-draw", 2), ("heads-up-holdem", 4),
    ("high-card-flush", 4), ("let-it-ride", 4), ("mississippi-stud", 11), ("phil-em-up", 2),
    ("texas-holdem-bonus", 5), ("three-card-poker", 2),
]))  # fmt: skip
def test_every_path_of_the_best_play_occurs(slug, paths):
    game = combin.load(slug)
    met = {
        outcome.actions
        for deck in verify.decks(game, "base", verify.MINUTE // 2)
        for outcome in solver.solve(replace(game, deck=deck), ["base"])["base"].outcomes
    }
    full = {outcome.actions for outcome in combin.solve(game, bets=["base"])["base"].outcomes}
    assert len(full) == paths and full <= met


def test_a_dealer_who_does_not_qualify_occurs():
    game = combin.load("caribbean-stud")
    met = {
        outcome.outcome
        for deck in verify.decks(game, "base", verify.MINUTE // 4)
        for outcome in solver.solve(replace(game, deck=deck), ["base"])["base"].outcomes
    }
    assert {"fold", "dealer-does-not-qualify", "tie", "dealer-wins"} <= met


def test_a_deck_that_can_be_recounted_whole_is_taken_whole():
    deck = Deck("2345A", "cd")
    assert verify.decks(against_a_dealer(deck), "base", verify.SECOND) == (deck,)


def test_ranks_of_both_ends_stay():
    tried = verify.decks(against_a_dealer(Deck()), "base", 100_000)
    assert tried == (
        Deck("23456A", "cd"), Deck("23A", "cdhs"), Deck("234A", "cdh"), Deck("234QKA", "cd"),
    )  # fmt: skip


def test_decks_are_chosen_without_the_engine(monkeypatch):
    monkeypatch.setattr(verify.solver, "solve", lambda *_: pytest.fail("solved"))
    assert len(verify.decks(combin.load("crazy-4-poker"), "base", verify.MINUTE)) == 4


@pytest.mark.slow
def test_paths_that_no_short_deck_has_are_named():
    game = combin.load("dakota-duel-draw")
    report = verify.verify(game, "base", "2A", "cdhs")
    (met,) = verify.paths_met(game, [report])
    assert (met.met, met.unmet) == ((("play",),), (("fold",),))
    assert paths_text(met) == (
        "main game: these decks miss 1 of the 2 paths of full-deck optimal play: fold."
    )
    whole = replace(report, deck=game.deck)
    assert list(verify.paths_met(game, [whole])) == []


def test_a_budget_is_halved_between_the_base_game_and_its_side_bets():
    game = combin.load("three-card-poker")
    assert [verify.share_of(game, bet.key, 1200) for bet in game.bets] == [600, 300, 300]
    assert verify.share_of(combin.load("phil-em-up"), "base", 1200) == 1200


def test_no_deck_is_short_enough_for_two_hands_of_eight():
    play = (Deal("a", 8), Decide("d", (Action("check"), Action("bet", {"ante": 1}))), Deal("b", 8))
    settlement = Settlement(
        ("ante",), (Row("win", Beats("x", "y"), (1,)), Row("lose", ALWAYS, (LOSE,)))
    )
    hands = (Hand("x", POKER, ("a",)), Hand("y", POKER, ("b",)))
    bet = Bet("base", (Wager("ante", 1),), "ante", (settlement,))
    long = Game("long", "Long", "none", Deck(), play, hands, (bet,)).resolve()
    assert verify.decks(long, "base", 10_000) == ()
    assert verify.recounted(long, "base", 10_000) == ()


# --- What is compared --------------------------------------------------------------------------


def test_every_information_set_is_compared():
    game = against_a_dealer(Deck("2345A", "cdh"))
    found = verify.verify(game, "base", "2345A", "cdh")
    assert found.agrees and (found.sets, found.different, found.wrong) == (455, 0, 0)
    assert found.deals == 455 * 220
    assert sum(row.reference for row in found.rows) == found.deals


def test_a_value_that_differs_is_found_though_the_play_does_not(monkeypatch):
    """The reference says of one action that is not taken that it is worth less still: no outcome
    changes.
    """
    true = reference.solve

    def wrong(*arguments):
        found = true(*arguments)
        there = next(seen for seen, action in found.choices.items() if action == "raise")
        found.information_sets[there].totals["fold"] -= 1
        return found

    monkeypatch.setattr(reference, "solve", wrong)
    found = verify.verify(against_a_dealer(Deck()), "base", "2345A", "cd")
    assert not found.agrees and (found.wrong, found.different) == (0, 1)


def test_a_choice_that_differs_is_found(monkeypatch):
    true = reference.solve

    def wrong(*arguments):
        found = true(*arguments)
        there = next(seen for seen, action in found.choices.items() if action == "raise")
        found.choices[there] = "fold"
        return found

    monkeypatch.setattr(reference, "solve", wrong)
    found = verify.verify(against_a_dealer(Deck()), "base", "2345A", "cd")
    assert not found.agrees and (found.wrong, found.different) == (0, 1)


def test_ties_that_differ_are_found(monkeypatch):
    true = solver.solve

    def wrong(*arguments, **named):
        found = true(*arguments, **named)
        bet = found.bets["base"]
        more = tuple(replace(tie, situations=tie.situations + 1) for tie in bet.ties)
        return replace(found, bets={"base": replace(bet, ties=more)})

    game, deck = combin.load("crazy-4-poker"), ("2345A", "cd")
    right = verify.verify(game, "base", *deck)
    assert right.agrees and right.ties and all(tie.reference[0] for tie in right.ties)
    monkeypatch.setattr(solver, "solve", wrong)
    found = verify.verify(game, "base", *deck)
    assert not found.agrees and (found.wrong, found.different, found.wrong_ties) == (0, 0, 1)


# --- What was met ------------------------------------------------------------------------------


def test_what_no_deck_met_is_not_proved_by_it(run):
    words = ("verify", "caribbean-stud", "--bet", "base", "--ranks", "2345A", "--suits", "cd")
    status, out, _ = run(*words)
    (line,) = [line for line in out.splitlines() if "not covered" in line]
    assert status == 0 and "royal-flush" in line and "dealer is below ace-king" in line


def test_a_further_deck_has_what_the_others_lack():
    game, budget = combin.load("three-card-poker"), verify.MINUTE // 100
    reports = [verify.verify(game, "base", "234", "cd")]
    before = verify.never_met(game, "base", reports)
    for deck in verify._further(game, "base", reports, budget):
        reports.append(verify.verify(game, "base", deck.ranks, deck.suits))
        after = verify.never_met(game, "base", reports)
        assert set(after) < set(before)
        before = after
    assert 1 < len(reports) <= 1 + verify.MOST_FURTHER
    assert "straight-flush" not in before


@pytest.mark.whole_after(1)
@pytest.mark.slow
@pytest.mark.parametrize("slug", DEALT)
def test_every_answer_asked_can_be_given(slug):
    game = combin.load(slug)
    for bet in game.bets:
        reports = [
            verify.verify(game, bet.key, deck.ranks, deck.suits, packs=deck.packs)
            for deck in verify.decks(game, bet.key, verify.SECOND // 20)
        ]
        given = {verify._in_words(one) for report in reports for one in report.answers}
        asked = verify.answers_asked(game, bet.key)
        positive = {one for one in given if "does not" not in one}
        assert positive <= set(asked), bet.key


@pytest.mark.slow
@pytest.mark.parametrize("slug", DEALT)
def test_the_recount_of_every_game_agrees(slug):
    game = combin.load(slug)
    for bet in game.bet_keys:
        reports = verify.recounted(game, bet, verify.SECOND // 4)
        for report in reports:
            assert report.agrees and sum(row.reference for row in report.rows) == report.deals, bet


# --- A game of one's own -----------------------------------------------------------------------


@pytest.mark.slow_after(3)
@pytest.mark.parametrize(
    "words",
    [
        ("solve",),
        ("advise", "As Ad"),
        ("edges",),
        ("price", "raise"),
        ("formula",),
        ("vary",),
        ("compare", "default", "default"),
    ],
)
def test_a_command_says_that_the_reference_agreed(run, toy, words):
    status, out, err = run(words[0], toy("2345A"), *words[1:])
    assert status == 0 and out and "agrees" not in out
    assert err == "combin: checked against a second program on 1 short deck\n"
    if words[0] not in ("edges", "compare"):
        assert run(words[0], toy("2345A"), *words[1:], "--verbose")[2].splitlines() == [
            "combin: main game: 20 cards: ranks 2345A in suits cdhs, 29,070 deals and 190 information sets: "
            "the literal reference agrees"
        ]


@pytest.mark.slow
def test_other_processes_recount_decks_alike(monkeypatch):
    game, here = games.sheet_of("let-it-ride").resolve(), []
    counted = verify.verify
    monkeypatch.setattr(verify, "MINUTE", 400_000)
    one_by_one = list(verify.recounts(game, ["base"], apart=True))
    monkeypatch.setattr(verify, "LONG", 0)
    monkeypatch.setattr(verify, "at_once", lambda workers: 2)
    monkeypatch.setattr(verify, "verify", lambda *args: here.append(args) or counted(*args))
    assert list(verify.recounts(game, ["base"], apart=True)) == one_by_one
    assert len(one_by_one) > len(here) >= 1


@pytest.mark.slow
def test_a_deck_in_full_is_shortened(run, toy):
    status, _, err = run("solve", toy(), "--verbose")
    assert (
        status == 0
        and err.startswith("combin: main game: ")
        and err.endswith(": the literal reference agrees\n")
    )
    assert "52 cards" not in err


@pytest.mark.slow
def test_what_short_decks_never_meet_is_said():
    """Of a bet once, over all its decks: names of outcomes that the whole deck has and they have
    not.
    """
    game = combin.load("casino-holdem")
    solution = combin.solve(game)
    for bet in game.bet_keys:
        reports = verify.recounted(game, bet, verify.SECOND // 4)
        met = {row.outcome for report in reports for row in report.rows if row.reference}
        every = {row.outcome for row in solution[bet].outcomes}
        unmet = verify.never_met(game, bet, reports)
        assert ("royal-flush" in unmet) is (bet == "base")  # decks are tried until they have it
        assert not any(name in outcome.split(".") for name in unmet for outcome in met)
        assert all(any(name in outcome.split(".") for outcome in every) for name in unmet)
        *others, last = agreement([(bet, reports, unmet)])
        left = f"; not proved by this: {', '.join(unmet)}" if unmet else ""
        assert last.endswith(f"reference agrees{left}")
        assert not any("not proved" in line for line in others)
        (whole,) = (replace(report, deck=game.deck) for report in reports[:1])
        assert verify.never_met(game, bet, [whole]) == ()


@pytest.mark.parametrize("command", ["show", "verify"])
def test_a_command_that_needs_no_recount_says_nothing(run, toy, command):
    status, _, err = run(command, toy("2345A"))
    assert (status, err) == (0, "")


def test_games_that_come_with_combin_are_not_recounted(run, monkeypatch):
    monkeypatch.setattr(verify, "recounted", lambda *_: pytest.fail("recounted"))
    assert run("advise", "phil-em-up", "Kh Qh Jh 3c")[2] == ""
    assert combin.advise("phil-em-up", "Kh Qh Jh 3c").rows[0].best == "stay"


# `edges` takes names and paths, `verify` recounts anyway.
@pytest.mark.parametrize("question", sorted(QUESTIONS.keys() - {"edges", "verify"}))
def test_every_question_recounts_a_game_made_in_python(question, toy, tmp_path, monkeypatch):
    short = Short(combin.load(toy()), "As Ad", "p", "raise", ("", ""), "law")

    def recounted(asked, *_):
        raise CombinError("recounted")

    monkeypatch.setattr(verify, "recounted", recounted)
    with pytest.raises(CombinError, match=r"^recounted$"):
        QUESTIONS[question](short, tmp_path)


@pytest.mark.parametrize("slug", DEALT)
def test_only_a_game_as_it_ships_is_trusted(slug):
    game = combin.load(slug)
    assert not is_own(slug, game) and not is_own(game, game)
    assert is_own(game, replace(game, deck=replace(game.deck, suits="cd")))
    assert is_own(game, replace(game, slug="another"))


def test_names_that_two_rankings_share_are_recounted_from_python():
    """A dealer who qualifies with queen high, under a ranking that knows short straight flushes."""
    ranking = HandRanking(
        "three cards", 3,
        ("straight-flush", "three-of-a-kind", "straight", "flush", "pair", "two-card-straight-flush",
         "high-card"),
    )  # fmt: skip
    rows = (
        Row("no-qualify", Below("dealer", "queen-high"), (1,)),
        Row("lose", ALWAYS, (LOSE,)),
    )
    bet = Bet("base", (Wager("ante", 1),), "ante", (Settlement(("ante",), rows),))
    hands = (Hand("dealer", ranking, ("cards",)),)
    game = Game("q", "Q", "none", Deck("2345A"), (Deal("cards", 3),), hands, (bet,)).resolve()
    for report in verify.recounted(game, "base"):
        assert report.agrees


@pytest.fixture
def faulty(monkeypatch):
    """Make the engine pay the last row of a settlement a tenth more than the rules say."""
    true = Payoffs._scaled
    monkeypatch.setattr(
        Payoffs, "_scaled", lambda self, net: true(self, net) + (net == 2) * self.scale
    )


@pytest.mark.slow
def test_a_difference_is_an_error_and_not_a_result(refused, toy, faulty):
    refused("solve", toy(), words="the engine and the literal reference differ")
    refused("formula", toy(), words="this is a fault of combin")


@pytest.mark.slow
def test_a_difference_is_an_error_in_python(toy, faulty):
    path = toy()
    for ask in (combin.solve, combin.count, lambda path: combin.advise(path, "As Ad")):
        with pytest.raises(CombinError, match="engine and the literal reference differ"):
            ask(path)


def test_a_bet_that_no_deck_is_short_enough_for_is_said(run, toy, monkeypatch):
    monkeypatch.setattr(verify, "decks", lambda *_: ())
    status, out, err = run("solve", toy())
    assert (status, err) == (
        0,
        "combin: main game: not recounted, no deck is short enough\n",
    ) and out
    status, out, err = run("verify", toy())
    assert (status, out) == (
        2,
        "",
    ) and "no deck is short enough to recount 'base' in a minute" in err


def test_a_refusal_is_still_one_line(refused, toy):
    refused("solve", toy("2345A"), "--bet", "nothing", words="toy has no bet 'nothing'")


def test_pays_that_were_replaced_are_recounted(run, toy):
    status, _, err = run("solve", toy("2345A"), "--pay", "win.play=2")
    assert status == 0 and "checked against a second program" in err
    found = combin.solve(toy("2345A"), pays={"win.play": 2})["base"]
    assert found.expected_value > combin.solve(toy("2345A"))["base"].expected_value > Fraction(-1)


# --- Rows that the first decks lack --------------------------------------------------------------

GAP = """\
Gap  (gap)
source: made up for a test
cards: 8 decks

PLAY
  1 card to a
  1 card to b
  1 card to c
  1 card to d
  1 card to e
  1 card to f

HANDS
  one = baccarat of a, b, e
  two = baccarat of c, d, f

MAIN GAME
  wagers: bet 1
  outcome   if                      bet
  win       one is 9 and two is 7   50
  not       otherwise               lost

SIDE BET side
  outcome   if                      side
  tens      one is 0 and two is 0   9
  not       otherwise               lost
"""


@pytest.mark.slow
def test_a_win_that_ends_of_the_ranks_never_have_is_met_on_others(run, tmp_path):
    path = tmp_path / "gap.game"
    path.write_text(GAP)
    game = combin.load(path)
    first = [
        verify.verify(game, "base", deck.ranks, deck.suits, packs=deck.packs)
        for deck in verify.decks(game, "base", verify.share_of(game, "base", verify.SECOND))
    ]
    reports = verify.recounted(game, "base")
    assert len(reports) > len(first) and verify.never_met(game, "base", reports) == ()
    assert verify.never_met(game, "base", first) == ("win",)
    _, _, err = run("solve", path, "--bet", "side", "--verbose")
    assert err and all(line.startswith("combin: side: ") for line in err.splitlines())


def test_a_shortened_deck_keeps_the_ranks_that_are_wild():
    game = games.sheet_of("deuces-wild").resolve()
    (hand,) = game.hands
    sevens = replace(game, hands=(replace(hand, ranking=replace(hand.ranking, wild="7")),))
    assert verify.wild_ranks(sevens) == {"7"}
    for shape in (*verify.SHORTENED, (1, 2, False)):
        for ends in (True, False):
            deck = verify._shortened(sevens, "base", *shape, verify.SECOND, ends)
            assert deck is None or "7" in deck.ranks
