"""What is suggested for words that are not known is never their opposite nor another hand."""

from __future__ import annotations

import random
import re

import pytest

import combin
from combin.counting import Plan
from combin.errors import OPPOSITES, contradict, nearest
from combin.families.draw.holds.words import _counted, words_of
from combin.strategies.clauses import read
from combin.strategies.vocabulary import View
from combin.texts import Stretch

SUGGESTED = re.compile(r"did you mean ['\"](.+?)['\"]\?")
PUBLISHED = {
    "2 unsuited high cards (if more than 2 then pick the lowest 2)": "two high cards, the lowest two",
    "Suited 10/J, 10/Q, or 10/K": "J-T suited or Q-T suited or K-T suited",
    "suited T-J": "J-T suited",
    "T-J suited": "J-T suited",
}


PLANS = {
    slug: Plan(game, game.bet("base"))
    for slug in ("jacks-or-better", "let-it-ride")
    for game in [combin.load(slug)]
}


def refused(slug: str, words: str) -> str:
    """Return what is said of words that a list may not know."""
    plan = PLANS[slug]
    if slug == "jacks-or-better":
        return "; ".join(map(str, words_of(plan).read(Stretch(words))[1]))
    return "; ".join(map(str, read(View(plan, plan.stages[0]), Stretch(words))[1]))


def slipped(phrase: str, dice: random.Random) -> str:
    """Return a phrase with a word turned into its opposite, then one letter lost."""
    words = phrase.split()
    for at, word in enumerate(words):
        for one, other in OPPOSITES:
            if word in one.split():
                words[at] = dice.choice(other.split())
    at = dice.randrange(len(words))
    place = dice.randrange(len(words[at]))
    if len(words[at]) > 4:
        words[at] = words[at][:place] + words[at][place + 1 :]
    return " ".join(words)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("slug", ["let-it-ride", "jacks-or-better"])
def test_a_suggestion_neither_contradicts_nor_names_another_hand(slug):
    dice = random.Random(4)
    phrases = ["two suited high cards", "Q-T suited", "three to a straight flush", "four to an inside straight",
               "a pair of tens or better", "three to a flush with no gap", "four cards ten or higher"]  # fmt: skip
    met = 0
    for phrase in phrases * 3:
        words = slipped(phrase, dice)
        for meant in SUGGESTED.findall(refused(slug, words)):
            met += 1
            assert not contradict(words, meant), (words, meant)
            assert _counted(words) in (set(), _counted(meant)), (words, meant)
    assert met


@pytest.mark.parametrize("one, other", [pair for pair in OPPOSITES if pair[0]])
def test_no_word_is_suggested_for_its_opposite(one, other):
    for word in one.split():
        for opposite in other.split():
            assert contradict(f"{word} cards", f"{opposite} cards")
            assert "did you mean" not in nearest(f"{word}-cards", [f"{opposite}-cards"])
    assert not contradict("two suited cards", "two suitd cards")
    assert "did you mean 'suited'" in nearest("suitd", ["suited", "unsuited"])
    games = ["three-card-poker", "four-card-poker"]
    assert "did you mean" not in nearest("two card poker", games)
    assert "did you mean 'three-card-poker'" in nearest("three crad poker", games)


@pytest.mark.parametrize("words", ["unsuited high cards", "five to a flush draw"])
def test_no_hand_is_suggested_for_another(words):
    """Each word of what was written stands in the suggestion, slips of the pen aside."""
    assert "did you mean" not in refused("jacks-or-better", words)


@pytest.mark.parametrize("said", PUBLISHED)
def test_words_of_published_lists_are_read(said):
    words = words_of(PLANS["jacks-or-better"])
    (found, faults), (meant, _) = map(words.read, map(Stretch, (said, PUBLISHED[said])))
    assert not faults and found == meant


NEGATIONS = ("no", "not", "neither", "never", "without", "unless", "isn't")


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["caribbean-stud", "let-it-ride", "casino-holdem"])
def test_a_denial_is_never_lost(slug):
    game = combin.load(slug)
    plan = Plan(game, game.bet("base"))
    view = View(plan, plan.stages[0])
    phrases = [phrase for phrase in view.phrases if not re.match("no |not |none ", phrase)]
    dice = random.Random(2)
    for negation in NEGATIONS:
        phrase, other = dice.sample(phrases, 2)
        for words in (phrase, f"ace or {other}", "ace or king of hearts"):
            found, faults = read(view, Stretch(f"{negation} {words}"))
            assert all(contradict(each.phrase, "") for [each] in found), words
            for near in SUGGESTED.findall("; ".join(map(str, faults))):
                assert contradict(near, ""), (negation, words)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("no ace or king", "no card king or higher"),
        ("no A or K", "no card king or higher"),
        ("neither ace nor king", "no card king or higher"),
        ("without an ace, king or queen", "no card queen or higher"),
        ("no aces", "no ace"),
        ("no king", None),
        ("no ace or queen", None),
    ],
)
def test_none_of_several_ranks(said, meant):
    game = combin.load("caribbean-stud")
    plan = Plan(game, game.bet("base"))
    found, _ = read(View(plan, plan.stages[0]), Stretch(said))
    assert [each.phrase for one in found for each in one] == ([meant] if meant else [])


def test_what_a_denial_may_say_of_two_phrases_is_refused():
    plan = PLANS["let-it-ride"]
    view = View(plan, plan.stages[0])
    assert "two ways" in str(read(view, Stretch("no ace or any pair"))[1][0])
    assert len(read(view, Stretch("no ace, or any pair"))[0]) == 2
