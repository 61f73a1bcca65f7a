"""What people type: each line means one command exactly, or is refused in one line that names what it
may mean.
"""

from __future__ import annotations

import shlex

import pytest

import combin
from combin.errors import CombinError
from combin.games import names, sheet_of
from combin.rules.picks import parts_of
from combin.rules.said import SETTINGS
from combin.rules.words import Action

MEANT = [
    ("show bj", "show blackjack"),
    ("show bj h17", "show blackjack --set soft17=hit"),
    ("show blackjack h17=yes", "show blackjack --set soft17=hit"),
    ("show blackjack h17=no", "show blackjack --set soft17=stand"),
    ("show blackjack S17", "show blackjack --set soft17=stand"),
    ("show blackjack soft17=H17", "show blackjack --set soft17=hit"),
    ("show blackjack 'the dealer hits soft 17'", "show blackjack --set soft17=hit"),
    ("show blackjack dealer hits soft 17", "show blackjack --set soft17=hit"),
    ("show blackjack stand on soft 17 das", "show blackjack"),
    ("show blackjack resplit aces", "show blackjack --set aces=resplit"),
    ("show double deck blackjack", "show blackjack --set packs=2"),
    ("show 6 deck bj ls", "show blackjack --set surrender=late"),
    ("show 9/6 jacks or better", "show jacks-or-better"),
    ("show jacks 1 coin", "show jacks-or-better --set coins=fewer"),
    ("show jacks coins=1", "show jacks-or-better --set coins=fewer"),
    ("show jacks coins=5", "show jacks-or-better --set coins=five"),
    ("show european blackjack", "show blackjack --set peek=no"),
    ("show 'punto banco'", "show baccarat"),
    ("show mini baccarat ez", "show baccarat --set commission=ez"),
    ("show war", "show casino-war"),
    ("show switch", "show blackjack-switch"),
    ("show tri card poker", "show three-card-poker"),
    ("show blackjack das", "show blackjack --set das=yes"),
    ("show blackjack ndas", "show blackjack --set das=no"),
    ("show blackjack no das h17", "show blackjack --set das=no --set soft17=hit"),
    ("show blackjack rsa", "show blackjack --set aces=resplit"),
    ("show blackjack rsa=yes ls", "show blackjack --set aces=resplit --set surrender=late"),
    ("show blackjack late surrender", "show blackjack --set surrender=late"),
    ("show blackjack surrender=no", "show blackjack --set surrender=none"),
    ("show free-bet surrender=yes", "show free-bet-blackjack --set surrender=late"),
    ("show bonus-six insurance", "show bonus-six --set insurance=half"),
    ("show blackjack decks=2", "show blackjack --set packs=2"),
    ("show blackjack 2 decks", "show blackjack --set packs=2"),
    ("show blackjack 8d enhc", "show blackjack --set packs=8 --set peek=no"),
    ("show 'double deck blackjack'", "show blackjack --set packs=2"),
    ("show '6 deck blackjack, h17, ls'", "show blackjack --set soft17=hit --set surrender=late"),
    ("show blackjack 6:5", "show blackjack --set natural=6-5"),
    ("show blackjack natural=6/5", "show blackjack --set natural=6-5"),
    ("show blackjack doa", "show blackjack --set double=any"),
    ("show 'jacks 8/5'", "show jacks-or-better --set paytable=8-5"),
    ("show jacks 8/5", "show jacks-or-better --set paytable=8-5"),
    ("show bonus-poker full pay", "show bonus-poker --set paytable=8-5"),
    ("show 'nsud deuces wild'", "show deuces-wild --set paytable=nsud"),
    ("show 3cp", "show three-card-poker"),
    ("show phil-em-up five-aces=1000", "show phil-em-up --pay five-aces=1000"),
    ("show phil-em-up bug", "show phil-em-up --set joker=bug"),
    ("show pai gow ez", "show pai-gow-poker --set variant=ez"),
    ("solve red-dog 1 deck", "solve red-dog --set packs=1"),
    ("solve baccarat dragon-7", "solve baccarat --bet dragon-7"),
    ("solve baccarat dragon 7", "solve baccarat --bet dragon-7"),
    ("solve dragon-tiger tie", "solve dragon-tiger --bet tie"),
    ("list bj", "list blackjack"),
    ("help list", "list --help"),
    ("target phil-em-up --rtp 95% --pay flush", "target phil-em-up --edge 5% --pay flush"),
    ("target phil-em-up --return 95% --pay flush", "target phil-em-up --edge 5% --pay flush"),
    ("advise caribbean-stud As Kd Jh 8c 3d vs Kc", "advise caribbean-stud 'As Kd Jh 8c 3d / Kc'"),
    ("price caribbean-stud raise", "price caribbean-stud raise "),
]
SLOW = [
    ("explain red-dog 1 deck 2.8%", "explain red-dog 2.8% --set packs=1"),
    ("solve three card poker pair plus", "solve three-card-poker --bet pair-plus"),
    ("advise bj '10 6 v 10'", "advise blackjack 'T 6 / T'"),
    ("advise bj h17 10 6 vs 10", "advise blackjack --set soft17=hit 'T 6 / T'"),
    ("advise bj '10-6 v 10'", "advise blackjack 'T 6 / T'"),
    ("advise bj 'pair of 8s vs 10'", "advise blackjack '8 8 / T'"),
    ("advise bj 'a pair of sixes v A'", "advise blackjack '6 6 / A'"),
    ("advise uth 'k5 offsuit'", "advise ultimate-texas-holdem 'Kc 5d'"),
    ("advise bj 'soft 18 / 9'", "advise blackjack 'A 7 / 9'"),
    ("advise bj '20 v 6'", "advise blackjack 'T T / 6'"),
    ("advise bj 'hard 5 v 6'", "advise blackjack '3 2 / 6'"),
    ("advise uth K5o", "advise ultimate-texas-holdem 'Kc 5d'"),
    ("advise uth AKs", "advise ultimate-texas-holdem 'Ac Kc'"),
    ("advise uth 77", "advise ultimate-texas-holdem '7c 7d'"),
    ("count baccarat dragon-7", "count baccarat --bet dragon-7"),
]
REFUSED = [
    ("show blackjack hit", "'hit' may be --set aces=hit or --set soft17=hit"),
    (
        "show blackjack surrender",
        "'surrender' may be --set surrender=early or --set surrender=late",
    ),
    ("show blackjack surrender=yes", "'yes' may be the value of surrender 'early' or 'late'"),
    ("show blackjack natural", "choice natural has no value 'yes'; it takes 3-2, 6-5, 1, 2"),
    ("show blackjack decks", "choice packs has no value 'yes'; it takes 6, 1, 2"),
    ("show blackjack decks=9", "choice packs has no value '9'; it takes 6, 1, 2"),
    ("show blackjack ls=no", "ls=no may be surrender=none or surrender=early"),
    ("show blackjack h17=maybe", "h17 is yes or no, not 'maybe'"),
    ("show blackjack soft17=maybe", "choice soft17 has no value 'maybe'; it takes stand, hit"),
    ("show blackjack h17 s17", "--set soft17 is given twice"),
    ("show blackjack h17 soft17=h17", "--set soft17 is given twice"),
    ("show blackjack rsa aces=hit", "--set aces is given twice"),
    ("show blackjack h18", "no setting and no bet 'h18' (did you mean 'h17'?)"),
    ("show blackjack 5", "blackjack has no setting and no bet '5' (did you mean '5d'?)"),
    ("show 'my blackjack'", "no game is called 'my blackjack' (did you mean 'blackjack'?)"),
    ("show double deck", "'double' may be the game 'double-double-bonus' or 'double-exposure'"),
    ("show bonus", "'bonus' may be the game 'bonus-poker' or 'bonus-six'"),
    ("solve texas holdem", "'texas holdem' may be the game 'casino-holdem' or 'heads-up-holdem'"),
    ("show texas", "'texas' may be the game 'texas-holdem-bonus' or 'ultimate-texas-holdem'"),
    ("show video poker", "'video poker' may be the game 'bonus-poker' or 'deuces-wild'"),
    ("solve poker", "'poker' may be the game 'caribbean-stud' or 'jacks-or-better'"),
    ("solve Roulette", "'Roulette' is played without cards; combin counts card games"),
    ("show jacks 10/7", "no setting and no bet '10/7'"),
    ("show red-dog h17", "red-dog has no setting and no bet 'h17'"),
    ("show phil-em-up five-acs=9", "no choice and no pay 'five-acs' (did you mean 'five-aces'?)"),
    ("solve baccarat super-6", "'super-6' may be --set commission=super-6 or --bet super-6"),
    ("solve phil-em-up more", "phil-em-up has no setting and no bet 'more'"),
    ("compare bj h17 h18", "a setting is NAME=VALUE, not 'h18'"),
    ("compare bj h17 hit", "'hit' may be aces=hit or soft17=hit"),
    ("target jacks --pay flush", "which edge? --edge 3%, or --rtp 97%"),
    ("target jacks --edge 3% --rtp 97% --pay flush", "--edge and --rtp contradict each other"),
    ("target jacks --rtp 97 --pay flush", "--rtp: a percentage needs its sign (97%)"),
    ("target jacks --rtp 0.97 --pay flush", "--rtp: a percentage needs its sign (0.97% or 97%)"),
    ("solve jacks --rtp 0.97", "no such option '--rtp'; choices are written NAME=VALUE"),
    ("solve jacks --decks 2", "`combin show jacks-or-better` lists them"),
    ("solve blackjack --decks=2", "no such option '--decks'; choices are written NAME=VALUE"),
    ("solve blackjack --jsn", "no such option '--jsn' (did you mean '--json'?)"),
    (
        "solve baccarat no commission",
        "'no commission' may be --set commission=ez or --set commission=super-6",
    ),
    ("advise bj '16 v 10'", "'16' may be 'T 6' or '9 7'"),
    ("advise bj '10 v 9'", "'10' may be '8 2' or '7 3' or '6 4'"),
    ("advise bj 'soft 22 v 9'", "no hand is 'soft 22'"),
    ("advise bj 8 8", "write your cards, a slash and the dealer's card, as in 'T 6 / T'"),
    ("advise uth K5", "'K5': write K5s or K5o (suited, offsuit)"),
    ("advise uth 77s", "'77s': write 77 or 77o"),
    ("list nogame", "no game is called 'nogame'"),
    ("help slove", "no such command 'slove' (did you mean 'solve'?)"),
]


@pytest.mark.slow_after(10)
@pytest.mark.parametrize(("typed", "meant"), MEANT)
def test_what_has_one_meaning_is_taken(run, typed, meant):
    status, out, err = run(*shlex.split(typed))
    again = "\nAgain: " if typed.startswith("advise") else "\0"  # it repeats the cards as typed
    wanted = run(*shlex.split(meant))
    assert (status, out.partition(again)[0], err) == (0, wanted[1].partition(again)[0], "")


@pytest.mark.slow
@pytest.mark.parametrize(("typed", "meant"), SLOW)
def test_what_has_one_meaning_is_taken_where_it_is_counted(run, typed, meant):
    test_what_has_one_meaning_is_taken(run, typed, meant)


@pytest.mark.slow_after(10)
@pytest.mark.parametrize(("typed", "words"), REFUSED)
def test_what_has_none_or_several_is_refused_by_name(refused, typed, words):
    refused(*shlex.split(typed), words=words)


def test_python_takes_the_same_words():
    wanted = combin.load("blackjack", {"packs": "2", "soft17": "hit", "das": "no"})
    assert combin.load("blackjack", decks=2, h17=True, das=False) == wanted
    assert combin.load("double deck bj h17", {"ndas": "yes"}) == wanted
    assert combin.game("2 deck blackjack", h17="yes", das="no").rules == wanted
    assert combin.load("jacks 8/5", coins="max coins").chosen == {
        "paytable": "8-5",
        "coins": "five",
    }
    edge = combin.solve("red-dog", decks=1)["base"].house_edge
    assert edge == combin.solve("red dog 1 deck")["base"].house_edge
    for choices, settings in (({"decks": 2}, {"packs": 2}), ({"packs": 2}, {"packs": 1})):
        with pytest.raises(CombinError, match="given twice"):
            combin.load("blackjack", choices, **settings)
    with pytest.raises(CombinError, match="has no choice 'threds'"):
        combin.solve("blackjack", threds=2)


def test_every_word_of_the_field_is_of_some_game():
    known = {
        (choice.name, value)
        for sheet in map(sheet_of, names())
        for choice in sheet.choices
        for value in getattr(choice, "values", ())
    }
    assert {*SETTINGS.values()} <= known


def test_no_word_of_the_field_is_an_action():
    """`price GAME ACTION` has a place for an action, and takes words of the field as settings."""
    for sheet in map(sheet_of, names()):
        actions = {one.name for one in parts_of(sheet.play) if isinstance(one, Action)}
        assert not actions & {*SETTINGS}
