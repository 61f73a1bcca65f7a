"""The reference program: reads the rules of a game literally, every deal and every decision, in
plain Python.

No deal is pooled, relabelled or looked up: `itertools` deals, integers count, `Fraction` pays. What
is remembered is only what was already worked out for the same cards, and of a hand that can be no
flush for the same ranks. The fast engine must equal this module to the last integer, so the two
share the words of the rules and nothing else; hands are read here from the names of their families.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, tee
from math import comb, lcm
from typing import assert_never

from combin.cards import (
    JOKER,
    RANK_NAMES,
    RANK_PLURALS,
    RANKS,
    SUITS,
    cards_of,
    cards_text,
    mask_of,
    rank_of,
    suit_of,
)
from combin.proof import ways as house_ways
from combin.ranking import HandRanking, Points, Ranking, Spread
from combin.rules import (
    Action,
    All,
    Always,
    Any,
    Beats,
    Below,
    Bet,
    By,
    Cell,
    Chose,
    Condition,
    Deal,
    Decide,
    Draw,
    Hand,
    Margin,
    Not,
    OfMeter,
    Part,
    Pays,
    Reaches,
    Settlement,
    Split,
    Step,
    Ties,
    Turns,
)  # fmt: skip
from combin.rules.game import Game
from combin.rules.parts import is_decision
from combin.rules.words import held

Card = tuple[int, int | None]  # rank and suit; the suit of an ace of no suit is None
# The place of the family, the worst being 0, then ranks; the greater value wins.
Value = tuple[int, tuple[int, ...]]
# The one value of a natural hand; of a hand with the joker the value of every hand that it allows.
Values = tuple[Value, ...]
Path = tuple[str, ...]  # the actions taken so far, one a decision
Outcome = tuple[Path, str, Fraction, Fraction]  # actions, label, net, staked
# The cards of each zone seen, in the order of the play, and the actions taken.
InformationSet = tuple[tuple[frozenset[int], ...], Path]
# Of each settlement the number of a row, and that of a line of each paytable in it.
Rows = tuple[tuple[int, tuple[int, ...]], ...]
Answers = set[tuple[Condition, bool]]  # comparisons of hands, and whether they hold
Progress = Callable[[int, int], None]  # deals walked so far, deals in all

ACE = RANKS.index("A")
BLACK = (SUITS.index("c"), SUITS.index("s"))
PACK_BITS = 64  # from a card's bit to that of the same card of the next pack
WHOLE_RUNS = "A23456789TJQKA"  # of rules that were not resolved with a deck
PASSED = ""  # stands in a path for a decision that was not made
PACK: tuple[Card, ...] = tuple(
    (rank, suit) for suit in range(len(SUITS)) for rank in range(len(RANKS))
)


class Totals(Mapping[str, Fraction]):
    """What each action is worth, its expected net, which is made of integers when somebody asks.

    totals: action -> what it wins in all deals together that may still lie.
    deals: their number, the same for every action.
    """

    __slots__ = ("deals", "totals")

    def __init__(self, totals: dict[str, int | Fraction], deals: int) -> None:
        self.totals, self.deals = totals, deals

    def __getitem__(self, action: str) -> Fraction:
        return Fraction(self.totals[action]) / self.deals

    def __iter__(self) -> Iterator[str]:
        return iter(self.totals)

    def __len__(self) -> int:
        return len(self.totals)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping) or len(other) != len(self):
            return False
        totals, deals = self.totals, self.deals
        return all(
            action in totals and totals[action] * net.denominator == net.numerator * deals
            for action, net in other.items()
        )


@dataclass(frozen=True)
class Reference:
    """What the literal walk of one bet found.

    game: its slug.
    key: the bet's key.
    deals: the number of deals, zone by zone.
    outcomes: (actions, label, net, staked) -> deals that end so when the player takes his best
        action everywhere.
    information_sets: what the player knows -> what each action is worth, if he plays on at his
        best.
    choices: what the player knows -> the action he takes.
    answers: what was asked of hands, with the answers that came.
    """

    game: str
    key: str
    deals: int
    outcomes: dict[Outcome, int]
    information_sets: dict[InformationSet, Totals]
    choices: dict[InformationSet, str]
    answers: Answers = field(default_factory=set)

    @property
    def expected_value(self) -> Fraction:
        """The mean net of a deal, in the units in which the wagers are stated."""
        total = sum(net * count for (_, _, net, _), count in self.outcomes.items())
        return Fraction(total, self.deals)


def solve(game: Game, key: str = "base", progress: Progress | None = None) -> Reference:
    """Walk every deal and every decision of one bet of a resolved game.

    `progress` is called now and then with the number of deals walked and their total. Raises
    CombinError for an unknown bet, AssertionError if the outcomes do not add up to the deals.
    """
    walk = _Walk(game, game.bet(key), progress)
    tally: Tally = {}
    walk.step(0, (), [tally])
    listed = list(walk.numbers)
    outcomes = {listed[number]: count for number, count in tally.items()}
    if sum(outcomes.values()) != walk.deals:
        raise AssertionError(
            f"{game.slug}: {sum(outcomes.values())} outcomes of {walk.deals} deals"
        )
    return Reference(
        game.slug, key, walk.deals, outcomes, walk.information_sets, walk.choices, walk.answers
    )


def deals(game: Game, key: str = "base") -> int:
    """Return the number of deals that `solve` would walk, without walking them."""
    ways, left = 1, len(game.deck)
    for step in steps_of(game, game.bet(key)):
        match step:
            case Deal():
                ways *= comb(left, step.cards)
                left -= step.cards
            case Draw():
                ways *= draws(game, step, left)
            case Decide() | Part() | Split() | Turns():
                pass
            case _:
                assert_never(step)
    return ways


class Completer:
    """Completes the deals of one bet from a decision on; hands once read are remembered."""

    def __init__(self, game: Game, key: str = "base") -> None:
        self._walk = _Walk(game, game.bet(key), None)

    def nets(self, number: int, dealt: tuple[int, ...]) -> dict[Path, dict[str, Fraction]]:
        """Return, by the actions taken before, what each action offered at a decision is worth, if
        the player goes on at his best.

        number: of the decision, from 0.
        dealt: the cards of each zone seen there, as masks.
        """
        walk = self._walk
        place = [place for place, step in enumerate(walk.steps) if is_decision(step)][number]
        walk.information_sets.clear()
        walk.choices.clear()
        walk.step(place, dealt, [{} for _ in walk.paths[place]])
        seen = tuple(map(walk.cards, dealt))
        return {
            path: dict(nets)
            for (cards, path), nets in walk.information_sets.items()
            if cards == seen and len(path) == number
        }


def draws(game: Game, step: Draw, left: int) -> int:
    """Return as how many deals a draw counts, however many of the cards left are drawn: the
    smallest number that each number of ways to draw divides.
    """
    return lcm(*(comb(left, count) for count in drawn(game, step)))


def drawn(game: Game, step: Draw) -> tuple[int, ...]:
    """Return each number of cards that may be drawn."""
    part = next(part for part in game.play if isinstance(part, Part) and part.into == step.like)
    return part.cards


def settle(game: Game, key: str, dealt: Mapping[str, Iterable[int]], actions: Path = ()) -> Outcome:
    """Return the outcome of one deal, `dealt` giving the cards of each zone that the bet's hands
    are made of.
    """
    bet = game.bet(key)
    values = _values_of(hands_of(game, bet), dealt)
    return _outcome(game, bet, actions, _rows_read(game, bet, actions, values))


def holds(
    game: Game, when: Condition, dealt: Mapping[str, Iterable[int]], actions: Path = ()
) -> bool:
    """Return True if a condition holds with the cards of some zones, after some actions."""
    return _holds(game, when, actions, _values_of(map(game.hand, _hand_names(when)), dealt))


def _values_of(hands: Iterable[Hand], dealt: Mapping[str, Iterable[int]]) -> dict[str, Values]:
    """Return the name of each hand -> the values that the cards of the zones dealt give it."""
    masks = tuple(map(mask_of, dealt.values()))
    return {hand.name: HandReader(hand, list(dealt)).values(masks) for hand in hands}


# --- What matters to a bet ---------------------------------------------------------------------


def depends_on_decisions(game: Game, bet: Bet) -> bool:
    """Return True if some action adds to a wager of the bet, or some row asks what the player
    chose.
    """
    wagers = {wager.name for wager in bet.wagers}
    actions = [action for decision in decides(game) for action in decision.actions]
    return (
        not moved_zones(game).isdisjoint(_zones_of(hands_of(game, bet)))
        or any(wagers & set(action.adds) for action in actions)
        or any(_asks_for_actions(row.when) for row in bet.rows())
    )


def decides(game: Game) -> list[Decide]:
    """Return the decisions whose actions are part of a path: those that move no cards."""
    return [step for step in game.play if isinstance(step, Decide)]


def moved_zones(game: Game) -> set[str]:
    """Return the zones in which other cards lie when the player parts them otherwise."""
    zones: set[str] = set()
    for step in game.play:
        match step:
            case Part(_, zone, into):
                zones |= {zone, into}
            case Draw(zone):
                zones.add(zone)
            case Deal() | Decide() | Split() | Turns():
                pass
            case _:
                assert_never(step)
    return zones


def _zones_of(hands: Iterable[Hand]) -> set[str]:
    return {zone for hand in hands for zone in hand.zones}


def _asks_for_actions(when: Condition) -> bool:
    match when:
        case Chose():
            return True
        case Not(part):
            return _asks_for_actions(part)
        case All(parts) | Any(parts):
            return any(_asks_for_actions(part) for part in parts)
        case Always() | Reaches() | Below() | Beats() | Ties():
            return False
        case _:
            assert_never(when)


def hands_of(game: Game, bet: Bet) -> list[Hand]:
    """Return the hands that the bet's settlements name, in the order in which the game
    lists them.
    """
    parts = [part for row in bet.rows() for part in (row.when, *row.cells)]
    names = {name for part in parts for name in _hand_names(part)}
    return [hand for hand in game.hands if hand.name in names]


def _hand_names(part: Condition | Cell) -> tuple[str, ...]:
    match part:
        case Pays(_, Margin(hand, other)) | Beats(hand, other) | Ties(hand, other):
            return hand, other
        case Pays(_, hand) | Reaches(hand) | Below(hand):
            assert isinstance(hand, str)
            return (hand,)
        case Not(condition):
            return _hand_names(condition)
        case All(parts) | Any(parts):
            return tuple(name for inner in parts for name in _hand_names(inner))
        case Always() | Chose() | Fraction():
            return ()
        case _:
            assert_never(part)


def steps_of(game: Game, bet: Bet) -> list[Step]:
    """Return the steps of the play that matter to the bet: its decisions, if it depends on any; the
    zones that are seen before one of them; the zones of its hands.
    """
    zones = _zones_read(game, {hand.name for hand in hands_of(game, bet)})
    decides = depends_on_decisions(game, bet)
    steps: list[Step] = []
    for place, step in enumerate(game.play):
        match step:
            case Deal(zone):
                is_seen = decides and any(map(is_decision, game.play[place:]))
                matters = zone in zones or is_seen
            case Decide() | Part() | Turns():
                matters = decides
            case Draw(zone):
                matters = zone in zones
            case Split():
                hands = [hand.zones for hand in hands_of(game, bet)]
                matters = any((step.zone in one) != (step.into in one) for one in hands)
            case _:
                assert_never(step)
        if matters:
            steps.append(step)
    return steps


def _zones_read(game: Game, names: set[str]) -> set[str]:
    """Return the zones of some hands, and of those that decide whether these zones are dealt."""
    zones = _zones_of(hand for hand in game.hands if hand.name in names)
    asked = {name for deal in game.deals if deal.zone in zones for name in _hand_names(deal.when)}
    return zones if asked <= names else _zones_read(game, names | asked)


# --- Hands -------------------------------------------------------------------------------------


def _is_flush(cards: list[Card]) -> bool:
    suits = {suit for _, suit in cards}
    return len(suits) == 1 and None not in suits


def _straight_top(cards: list[Card], ranking: HandRanking) -> int | None:
    """Return the rank up to which the cards are a straight, None if they are none."""
    return _straights(ranking.runs or WHOLE_RUNS, len(cards)).get(tuple(sorted(_ranks(cards))))


@cache
def _straights(runs: str, cards: int) -> dict[tuple[int, ...], int]:
    """Return the ranks of so many cards that stand side by side in the rules, ascending -> the last
    of them.
    """
    letters = (runs[low : low + cards] for low in range(len(runs) - cards + 1))
    straights = (list(map(RANKS.index, some)) for some in letters)
    return {tuple(sorted(ranks)): ranks[-1] for ranks in straights}


def _groups(cards: list[Card]) -> list[tuple[int, int]]:
    """Return (how many, rank) of each rank present, the most numerous first, then the highest."""
    ranks = _ranks(cards)
    return sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)


def _shape(cards: list[Card]) -> list[int]:
    return [count for count, _ in _groups(cards)]


def _is_straight(cards: list[Card], ranking: HandRanking) -> bool:
    return _straight_top(cards, ranking) is not None


def _is_royal(cards: list[Card], ranking: HandRanking) -> bool:
    return _is_flush(cards) and _straight_top(cards, ranking) == ACE


def _same_cards(cards: list[Card]) -> int:
    return max(map(cards.count, cards))


# Family -> whether some cards deserve its name; of straights it takes what the ranking says of
# runs. `_belongs` asks whether the joker is among them; `_patterned` reads from its name what any
# other family is.
OF_RUNS: dict[str, Callable[[list[Card], HandRanking], bool]] = {
    "royal-flush": _is_royal,
    "wild-royal-flush": _is_royal,
    "suited-ace-king-queen": _is_royal,
    "straight-flush": lambda cards, ranking: _is_flush(cards) and _is_straight(cards, ranking),
    "straight": _is_straight,
}
FAMILIES: dict[str, Callable[[list[Card]], bool]] = {
    "suited-three-of-a-kind": lambda cards: _same_cards(cards) >= 3,
    "suited-pair": lambda cards: _same_cards(cards) >= 2,
    "coloured-pair": lambda cards: any(  # both black, or both red
        one[0] == other[0] and (one[1] in BLACK) == (other[1] in BLACK)
        for one, other in combinations(cards, 2)
    ),
    "five-of-a-kind": lambda cards: _shape(cards)[0] >= 5,
    "five-aces": lambda cards: _groups(cards) == [(5, ACE)],
    "four-of-a-kind": lambda cards: _shape(cards)[0] >= 4,
    "full-house": lambda cards: _shape(cards) == [3, 2],
    "flush": _is_flush,
    "three-of-a-kind": lambda cards: _shape(cards)[:2] in ([3], [3, 1]),
    "two-pair": lambda cards: _shape(cards)[:2] == [2, 2],
    "pair": lambda cards: _shape(cards)[:2] in ([2], [2, 1]),
    "high-card": lambda cards: True,
}

WITH_JOKER = "-with-joker"
# Families of hands of five that look at all cards.
LARGER = (
    "seven-card-straight-flush",
    "seven-card-straight-flush-with-joker",
    "royal-match",
    "three-pair",
)
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven")
OF_ONE_RANK = ("four-of-a-kind", "three-of-a-kind", "pair")


def _patterned(cards: list[Card], family: str, ranking: HandRanking) -> list[tuple[int, ...]]:
    """Return what is compared of each choice of cards that match a family's name; nothing of cards
    whose ranks are named.

    ``four-card-flush``, ``three-card-straight-flush``, ``suited-ace-king``, ``ace-king``,
    ``pair-of-aces``.
    """
    words = family.split("-")
    if words[1:2] == ["card"]:
        # Of a flush of so many cards all ranks are compared, of a straight flush the highest.
        found: list[tuple[int, ...]] = []
        for chosen in map(list, combinations(cards, COUNTS.index(words[0]))):
            if not _is_flush(chosen):
                continue
            if "straight" not in words:
                found.append(tuple(sorted(_ranks(chosen), reverse=True)))
            elif (top := _straight_top(chosen, ranking)) is not None:
                found.append((top,))
        return found
    if words[0] == "four" and words[1] != "of":
        has_named = _four_of_named(cards, words[1:])
    else:
        # Cards of the ranks that the name says: "pair of aces", "ace king", "suited ace king".
        suited = words[0] == "suited"
        if "of" in words:
            of_one = "-".join(words[:-2])
            named = [RANK_PLURALS.index(words[-1])] * (4 - OF_ONE_RANK.index(of_one))
        else:
            named = sorted(map(RANK_NAMES.index, words[1:] if suited else words))
        has_named = any(
            sorted(_ranks(chosen)) == named and (_is_flush(chosen) or not suited)
            for chosen in map(list, combinations(cards, len(named)))
        )
    return [()] if has_named else []


def _ranks(cards: list[Card]) -> list[int]:
    return [rank for rank, _ in cards]


def _four_of_named(cards: list[Card], words: list[str]) -> bool:
    """Return True if there are four of one of the ranks that some words name, and beside them a
    card of those named after "with": ``aces with two to four``, ``twos to fours``, ``deuces``.
    """
    place = words.index("with") if "with" in words else len(words)
    fours = _ranks_between(words[:place])
    others = _ranks_between(words[place + 1 :])
    for count, rank in _groups(cards):
        if count == 4 and rank in fours:
            beside = [other for other in _ranks(cards) if other != rank]
            return not others or any(other in others for other in beside)
    return False


def _ranks_between(words: list[str]) -> list[int]:
    """Return the ranks that ``twos to fours`` names; an ace in front of others is low."""
    named = [_rank_called(word) for word in words if word != "to"]
    if len(named) < 2:
        return named
    first, last = named
    return [ACE, *range(last + 1)] if first == ACE else list(range(first, last + 1))


def _rank_called(word: str) -> int:
    if word == "deuces":
        return 0
    names = RANK_NAMES if word in RANK_NAMES else RANK_PLURALS
    return names.index(word)


def _belongs(cards: list[Card], joker: bool, family: str, ranking: HandRanking) -> bool:
    """Return True if the cards, the joker standing for one of them or not, are of the family.

    Where a ranking knows a family with the joker, the family of the same name without it is
    natural.
    """
    if family in LARGER and len(cards) == ranking.size < 7:
        return False
    if family.endswith(WITH_JOKER):
        return joker and _is_of(family.removesuffix(WITH_JOKER), cards, ranking)
    if not _is_known(family):
        return not (joker and ranking.has_wild) and bool(_patterned(cards, family, ranking))
    if family == "wild-royal-flush" and not joker:
        return False
    natural_only = family + WITH_JOKER in ranking.families or (
        family == "royal-flush" and "wild-royal-flush" in ranking.families
    )
    return not (joker and natural_only) and _is_of(family, cards, ranking)


def _is_known(family: str) -> bool:
    return family in OF_RUNS or family in FAMILIES


def _is_of(family: str, cards: list[Card], ranking: HandRanking) -> bool:
    if family in OF_RUNS:
        return OF_RUNS[family](cards, ranking)
    return FAMILIES[family](cards)


def _value(cards: list[Card], joker: bool, ranking: HandRanking) -> Value:
    """Return the value of exactly as many cards as make a hand, the joker already being a card."""
    family = next(family for family in ranking.families if _belongs(cards, joker, family, ranking))
    place = len(ranking.families) - 1 - ranking.families.index(family)
    if not _is_known(family) and not family.endswith(WITH_JOKER):
        return place, max(_patterned(cards, family, ranking))
    top = _straight_top(cards, ranking)
    if family.removesuffix(WITH_JOKER) in OF_RUNS and top is not None:
        if ranking.wheel_second and top != ACE:  # the five-high one right below the highest
            top = ACE - 1 if top == 3 else top - 1
        return place, (top,)
    return place, tuple(rank for _, rank in _groups(cards))


def _joker_cards(others: list[Card], ranking: HandRanking) -> list[Card]:
    """Return every card that the joker may be beside the other cards of a hand."""
    absent = [card for card in PACK if card not in others]
    aces = [card for card in absent if card[0] == ACE]
    no_suit: list[Card] = [(ACE, None)]

    def completing(family: str) -> list[Card]:
        return [card for card in absent if _is_of(family, [*others, card], ranking)]

    if ranking.joker == "ace-or-straight-flush":
        return completing("straight-flush") + no_suit
    if ranking.joker == "any-ace-or-straight-flush":
        return completing("straight-flush") + (aces or no_suit)
    # A bug. A straight flush is both, and needs no mention.
    return completing("straight") + completing("flush") + aces + no_suit


def _wild_value(numbers: list[int], ranking: HandRanking) -> Value:
    """Return the value of the best hand when the wild cards stand for others; what is named by
    ranks is read from the cards as they are.
    """
    wild = [number for number in numbers if _is_wild(number, ranking)]
    natural = [_card(number) for number in numbers if number not in wild]
    if ranking.of_longest_flush:
        # Each wild card is put into each suit in turn, where it takes the highest rank that is
        # missing.
        absent = [card for card in PACK if card not in natural]
        suits = ([card for card in absent if card[1] == suit] for suit in range(len(SUITS)))
        filled = (natural + cards[len(cards) - len(wild) :] for cards in suits)
        return max(_value(hand, False, ranking) for hand in filled)
    found = [
        _value([*natural, *cards], True, ranking)
        for cards in combinations_with_replacement(PACK, len(wild))
    ]
    if JOKER not in numbers:
        found.append(_value(list(map(_card, numbers)), False, ranking))
    return max(found)


def _is_wild(number: int, ranking: HandRanking) -> bool:
    return number == JOKER or RANKS[_card(number)[0]] in ranking.wild


def _possible_values(numbers: Iterable[int], ranking: HandRanking) -> set[Value]:
    """Return the value of as many cards as make a hand; with the joker, of every hand that it
    allows.
    """
    numbers = list(numbers)
    if ranking.has_wild and any(_is_wild(number, ranking) for number in numbers):
        return {_wild_value(numbers, ranking)}
    cards = [_card(number) for number in numbers if number != JOKER]
    if len(cards) == ranking.size:
        return {_value(cards, False, ranking)}
    return {_value([*cards, card], True, ranking) for card in _joker_cards(cards, ranking)}


def _larger(numbers: list[int], family: str, ranking: HandRanking) -> list[tuple[int, ...]]:
    """Return what is compared of a hand of one of these families, nothing of another hand."""
    natural, joker = [_card(number) for number in numbers if number != JOKER], JOKER in numbers
    match family:
        case "seven-card-straight-flush":
            return _patterned(natural, family, ranking)
        case "seven-card-straight-flush-with-joker":
            filled = [[*natural, card] for card in PACK if joker and card not in natural]
            seven = family.removesuffix(WITH_JOKER)
            return [ranks for cards in filled for ranks in _patterned(cards, seven, ranking)]
        case "royal-match":
            return [()] if _is_royal_match(numbers, ranking) else []
        case "three-pair":
            aces: list[Card] = [(ACE, None)] if joker else []
            return [()] if _shape([*natural, *aces])[:3] == [2, 2, 2] else []
    raise AssertionError(f"no such family: {family}")


def _is_royal_match(numbers: list[int], ranking: HandRanking) -> bool:
    """Return True if five cards are a royal flush, and two others a king and a queen of a suit."""
    for two in combinations(numbers, 2):
        if JOKER in two or sorted(rank for rank, _ in map(_card, two)) != [ACE - 2, ACE - 1]:
            continue
        others = [number for number in numbers if number not in two]
        for five in combinations(others, 5):
            natural = [_card(number) for number in five if number != JOKER]
            jokers = _joker_cards(natural, ranking) if JOKER in five else []
            hands = [[*natural, card] for card in jokers] or [natural]
            if _is_flush(list(map(_card, two))) and any(
                _is_royal(cards, ranking) for cards in hands
            ):
                return True
    return False


def _card(number: int) -> Card:
    """Return the rank and the suit of a card of any pack."""
    return rank_of(number % PACK_BITS), suit_of(number % PACK_BITS)


READ = 1 << 17  # hands of free cards that are at hand
KEPT = 1 << 16  # deals of the last zone that are at hand, by the cards that lie elsewhere
SUIT_BITS = 0x1FFF  # of one suit's cards in a mask, 16 bits apart
CROWDED = 1 << 60  # in the sum of what four suits hold: one of them has enough cards for a flush


def _by_ranks(ranking: HandRanking, literally: Callable[[int], Values]) -> Callable[[int], Values]:
    """Return a reader of hands without the joker under a ranking that asks for suits only where all
    cards of a hand are of one: cards are read once for the ranks that they have, and those that a
    suit has which is long enough.
    """
    codes = _rank_codes(ranking.size)
    known: dict[int | tuple[int, ...], Values] = {}

    def read(cards: int) -> Values:
        code = (
            codes[cards & SUIT_BITS]
            + codes[cards >> 16 & SUIT_BITS]
            + codes[cards >> 32 & SUIT_BITS]
            + codes[cards >> 48 & SUIT_BITS]
        )
        key: int | tuple[int, ...] = code
        if code >= CROWDED:
            suits = [cards >> shift & SUIT_BITS for shift in (0, 16, 32, 48)]
            key = code, *sorted(suited for suited in suits if codes[suited] >= CROWDED)
        values = known.get(key)
        if values is None:
            values = known[key] = literally(cards)
        return values

    return read


@lru_cache(maxsize=8)
def _rank_codes(size: int) -> list[int]:
    """Return the code of every set of ranks that one suit can have: three bits for each rank, how
    many cards of it there are; CROWDED for a flush.

    size: cards of a hand.
    """
    return [
        sum(1 << 3 * rank for rank in ranks) + (CROWDED if len(ranks) >= size else 0)
        for ranks in map(cards_of, range(SUIT_BITS + 1))
    ]


def _by_suits(ranking: HandRanking) -> Callable[[int], Values]:
    """Return a reader of hands under a ranking whose families are all cards of one suit: the best
    suit counts, and is read alone.
    """

    @cache
    def value(suited: int) -> Values:
        cards: list[Card] = [(rank_of(number), suit_of(number)) for number in cards_of(suited)]
        if not cards:
            return ()
        chosen = combinations(cards, min(len(cards), ranking.size))
        return (max(_value(list(some), False, ranking) for some in chosen),)

    def read(cards: int) -> Values:
        return max(
            value(cards & SUIT_BITS),
            value(cards >> 16 & SUIT_BITS),
            value(cards >> 32 & SUIT_BITS),
            value(cards >> 48 & SUIT_BITS),
        )

    return read


class HandReader:
    """Reads the best hand that the cards of some zones make, and remembers what it has read.

    zones: the zones dealt, in order; the sets of cards given to `values` stand in the same order.
    made: the values that hands have had, each once; hands are known by their numbers in this list.
    """

    def __init__(self, hand: Hand, zones: list[str]) -> None:
        self.ranking = hand.ranking
        self.required = [zones.index(zone) for zone in hand.must_use]
        free = [zone for zone in hand.zones if zone not in hand.must_use]
        self.free = [zones.index(zone) for zone in free if zone in zones]
        self._natural = self._quick()
        self._free = lru_cache(maxsize=READ)(self._of_free)
        self._of_cards: dict[int, set[Value]] = {}
        self._of_zones: dict[tuple[int, int], int] = {}
        self.made: list[Values] = []
        self._numbers: dict[Values, int] = {}

    def _quick(self) -> Callable[[int], Values]:
        """Return the reader of hands of free cards without the joker."""
        ranking = self.ranking
        if not isinstance(ranking, HandRanking) or ranking.of_copies or ranking.has_wild:
            return cache(self._literally)  # ranks, or one suit, do not make the hand
        families = ranking.families
        if ranking.size < 7 and not {*LARGER}.isdisjoint(families):
            return cache(self._literally)
        if all(_is_known(family.removesuffix(WITH_JOKER)) for family in families):
            return _by_ranks(ranking, self._literally)
        if all(family.endswith("-flush") and "-card-" in family for family in families):
            return _by_suits(ranking)
        return cache(self._literally)

    def values(self, dealt: tuple[int, ...]) -> Values:
        """Return the value of the best hand; if the joker is among the cards, of every hand that it
        allows, best first.
        """
        return self.made[self.number(dealt)]

    def number(self, dealt: tuple[int, ...]) -> int:
        """Return the number of the values of the best hand."""
        return self.of(*self.cards(dealt))

    def cards(self, dealt: tuple[int, ...]) -> tuple[int, int]:
        """Return the cards that the hand must use and those that it may, of the zones dealt."""
        zones = len(dealt)
        required = sum([dealt[place] for place in self.required if place < zones])
        return required, sum([dealt[place] for place in self.free if place < zones])

    def uses(self, place: int) -> bool:
        """Return True if the hand uses the zone at a place."""
        return place in self.required or place in self.free

    def each(self, place: int, required: int, free: int, last: Iterable[int]) -> Iterator[int]:
        """Return the number of the hand's values for each way to deal one more zone.

        place: of that zone.
        required, free: the cards of the other zones.
        """
        if place in self.required:
            return (self.of(required + cards, free) for cards in last)
        if required:
            return (self.of(required, free + cards) for cards in last)
        return map(self._free, map(free.__add__, last))

    def of(self, required: int, free: int) -> int:
        """Return the number of the values of a hand that must use some cards and may use others."""
        return self._remembered(required, free) if required else self._free(free)

    def _of_free(self, cards: int) -> int:
        """Return the number of the values of a hand that may use any of its cards."""
        if cards >> JOKER:  # above it stand the cards of further packs
            return self._remembered(0, cards)
        return self._numbered(self._natural(cards))

    def _remembered(self, required: int, free: int) -> int:
        known = self._of_zones.get((required, free))
        if known is None:
            read = self._read(cards_of(required), cards_of(free))
            known = self._of_zones[required, free] = self._numbered(read)
        return known

    def _numbered(self, values: Values) -> int:
        number = self._numbers.setdefault(values, len(self.made))
        if number == len(self.made):
            self.made.append(values)
        return number

    def _literally(self, cards: int) -> Values:
        return self._read([], cards_of(cards))

    def _read(self, required: list[int], free: list[int]) -> Values:
        match self.ranking:
            case Points():
                total, values = 0, self.ranking.values
                for rank, suit in map(_card, free):
                    assert suit is not None, "a card has a suit"
                    total += values.get(RANKS[rank] + SUITS[suit], values.get(RANKS[rank], 0))
                return ((total % self.ranking.modulo if self.ranking.modulo else total, ()),)
            case Spread():
                ranks = _ranks(list(map(_card, free)))
                readings = [ranks]
                if self.ranking.ace_low:
                    readings.append([-1 if rank == RANKS.index("A") else rank for rank in ranks])
                apart = (max(read, default=0) - min(read, default=0) for read in readings)
                return ((min(apart), ()),)
            case HandRanking():
                return self._best(required, free, self.ranking)
            case _:
                assert_never(self.ranking)

    def _best(self, required: list[int], free: list[int], ranking: HandRanking) -> Values:
        made: set[Value] = set()
        for chosen in combinations(free, ranking.size - len(required)):
            cards = mask_of([*required, *chosen])
            if cards not in self._of_cards:
                self._of_cards[cards] = _possible_values(cards_of(cards), ranking)
            made |= self._of_cards[cards]
        made |= {
            (len(ranking.families) - 1 - number, ranks)
            for number, family in enumerate(ranking.families)
            if ranking.size < 7 and family in LARGER
            for ranks in _larger([*required, *free], family, ranking)
        }
        best_first = sorted(made, reverse=True)
        return tuple(best_first if JOKER in (*required, *free) else best_first[:1])


@cache
def _least(name: str, ranking: HandRanking) -> Value:
    """Return the place of the family, and the leading ranks, of the weakest hand that deserves the
    name.
    """
    family, ranks = _weakest(name, ranking)
    return len(ranking.families) - 1 - ranking.families.index(family), ranks


def _weakest(name: str, ranking: HandRanking) -> tuple[str, tuple[int, ...]]:
    """Return the family and the leading ranks of the weakest hand that deserves the name."""
    base = name.removesuffix("-or-better")
    if base in ranking.families:
        return base, ()
    for family in ranking.families:
        if family.endswith("-flush") and base.startswith(f"{family}-"):
            return family, _high(base.removeprefix(f"{family}-"))
    for family in OF_ONE_RANK:
        if base.startswith(f"{family}-of-"):
            return family, (RANK_PLURALS.index(base.removeprefix(f"{family}-of-")),)
    return "high-card", _high(base)


def _high(name: str) -> tuple[int, ...]:
    """Return the ranks of ``ace-king`` or ``queen-high``."""
    return tuple(map(RANK_NAMES.index, name.removesuffix("-high").split("-")))


def reaches(value: Value, name: str, ranking: Ranking) -> bool:
    """Return True if a hand is at least the weakest that deserves the name: ``flush``,
    ``pair-of-tens``, ``ace-king``, ``8`` points, ``spread-4``.
    """
    match ranking:
        case Points():
            return value[0] >= int(name)
        case Spread():
            return value[0] >= (1 if name == "consecutive" else 1 + int(name.split("-")[1]))
        case HandRanking():
            _, ranks = least = _least(name, ranking)
            return (value[0], value[1][: len(ranks)]) >= least
        case _:
            assert_never(ranking)


# --- Settlement --------------------------------------------------------------------------------


def paid_line(values: Values, cell: Pays, ranking: Ranking) -> int:
    """Return the number of the line on which a hand is paid, one past the last if on none.

    Of several hands that the joker allows the best-paying is taken; of equal pays the higher line.
    """
    lines = [_line(value, list(cell.table.pays), ranking) for value in values]
    return max(lines, key=lambda line: (_line_net(cell, line), -line))


def _line(value: Value, names: list[str], ranking: Ranking) -> int:
    """Return the number of the first line that a hand reaches, one past the last if none."""
    reached = (number for number, name in enumerate(names) if reaches(value, name, ranking))
    return next(reached, len(names))


def _line_net(cell: Pays, line: int) -> Fraction:
    table = cell.table
    if line == len(table.pays):
        return table.less
    match list(table.pays.values())[line]:
        case Fraction() as units:
            pass
        case OfMeter(share):
            assert table.meter is not None, "rules that pay a share of no meter are refused"
            units = share * table.meter
        case other:
            assert_never(other)
    return units - 1 if table.for_one else units


def _holds(
    game: Game,
    when: Condition,
    path: Path,
    values: Mapping[str, Values],
    answers: Answers | None = None,
) -> bool:
    """Return True if a row's condition holds, and add what the hands answer to `answers`."""
    match when:
        case Always():
            return True
        case Chose(action, at):
            taken = zip(decides(game), path)
            return any(name == action and at in ("", decision.name) for decision, name in taken)
        case Reaches() | Below() | Beats() | Ties():
            answer = _answer(game, when, values)
            if answers is not None:
                answers.add((when, answer))
            return answer
        case Not(part):
            return not _holds(game, part, path, values, answers)
        case All(parts):
            return all(_holds(game, part, path, values, answers) for part in parts)
        case Any(parts):
            return any(_holds(game, part, path, values, answers) for part in parts)
        case _:
            assert_never(when)


def _answer(game: Game, when: Reaches | Below | Beats | Ties, values: Mapping[str, Values]) -> bool:
    """Return the answer of hands to a condition. Those that are compared are natural: each has one
    value.
    """
    match when:
        case Reaches(hand, least):
            return reaches(values[hand][0], least, game.hand(hand).ranking)
        case Below(hand, least):
            return not reaches(values[hand][0], least, game.hand(hand).ranking)
        case Beats(hand, other):
            return values[hand][0] > values[other][0]
        case Ties(hand, other):
            return values[hand][0] == values[other][0]
        case _:
            assert_never(when)


def _rows_read(
    game: Game,
    bet: Bet,
    path: Path,
    values: Mapping[str, Values],
    answers: Answers | None = None,
) -> Rows:
    """Return for each settlement the number of its first row whose condition holds, and the lines
    on which the paytables in that row pay.
    """
    read = []
    for settlement in bet.settlements:
        number, row = next(
            (number, row)
            for number, row in enumerate(settlement.rows)
            if _holds(game, row.when, path, values, answers)
        )
        tables = [cell for cell in row.cells if isinstance(cell, Pays)]
        read.append((number, tuple([_line_read(game, cell, cell.by, values) for cell in tables])))
    return tuple(read)


def _settled(
    settlement: Settlement, number: int, lines: Iterable[int], stakes: Mapping[str, Fraction]
) -> tuple[str, Fraction]:
    """Return the label and the net of one settlement by what was read."""
    row, paid = settlement.rows[number], iter(lines)
    words, net = [row.name], Fraction(0)
    for column, cell in zip(settlement.columns, row.cells):
        match cell:
            case Pays(table):
                line = next(paid)
                words.append([*table.pays, "less"][line])
                net += _line_net(cell, line) * stakes[column]
            case Fraction():
                net += cell * stakes[column]
            case _:
                assert_never(cell)
    return ".".join(word for word in dict.fromkeys(words) if word), net


def _line_read(game: Game, cell: Pays, by: By, values: Mapping[str, Values]) -> int:
    match by:
        case str():
            return paid_line(values[by], cell, game.hand(by).ranking)
        case Margin(hand, other):
            more = values[hand][0][0] - values[other][0][0]
            reached = [f"by-{least}" for least in range(more, 0, -1)]
            lines = (line for line, name in enumerate(cell.table.pays) if name in reached)
            return next(lines, len(cell.table.pays))
        case _:
            assert_never(by)


def _action(decision: Decide, name: str) -> Action:
    return next(action for action in decision.actions if action.name == name)


def _outcome(game: Game, bet: Bet, path: Path, rows: Rows) -> Outcome:
    """Return the outcome of a bet by the actions taken and what was read in its settlements."""
    stakes = {wager.name: wager.stake for wager in bet.wagers}
    for decision, name in zip(decides(game), path):
        if name != PASSED:
            for wager, units in _action(decision, name).adds.items():
                if wager in stakes:
                    stakes[wager] += units

    labels, net = [], Fraction(0)
    for settlement, (number, lines) in zip(bet.settlements, rows):
        label, units = _settled(settlement, number, lines, stakes)
        named = len(bet.settlements) > 1 and settlement.name
        labels.append(f"{settlement.name} {label}" if named else label)
        net += units
    taken = tuple(action for action in path if action != PASSED)
    return taken, ", ".join(labels), net, sum(stakes.values(), Fraction(0))


# --- The walk ----------------------------------------------------------------------------------


Tally = dict[int, int]  # number of an outcome -> deals


class _Ends(dict[tuple[int, ...], tuple[int, ...]]):
    """Numbers of the values of all hands -> the numbers of their outcomes, settled when they are
    first asked.
    """

    def __init__(self, settle: Callable[[tuple[int, ...]], tuple[int, ...]]) -> None:
        self.settle = settle

    def __missing__(self, hands: tuple[int, ...]) -> tuple[int, ...]:
        self[hands] = self.settle(hands)
        return self[hands]


class _Walk:
    """Deals every deal of one bet and follows every path of actions through it.

    A path is a sequence of actions. Tallies stand in lists, one for each path that may lie behind
    a step, in their order.

    paths: for each step, and for the end, the paths that may lie behind it.
    seen: hand -> its reader, for the hands by which actions are offered.
    numbers: outcome -> its number, in order from 0.
    nets: the net of each outcome, by its number.
    by_stake: the actions of each decision, the smallest stake first, else in their order.
    """

    def __init__(self, game: Game, bet: Bet, progress: Progress | None) -> None:
        self.game, self.bet, self.progress = game, bet, progress
        self.deck = [  # copies of one card differ by their pack
            number + PACK_BITS * pack
            for number, copies in game.deck.copies.items()
            for pack in range(copies)
        ]
        self.aside = 0  # cards in the place of those that were not dealt; nobody sees them
        self.deals = deals(game, bet.key)
        self.steps = steps_of(game, bet)
        paths: list[list[Path]] = [[()]]
        for step in self.steps:
            match step:
                case Deal() | Draw() | Part() | Split() | Turns():
                    paths.append(paths[-1])
                case Decide():
                    paths.append([one for path in paths[-1] for one in _further(game, step, path)])
                case _:
                    assert_never(step)
        self.paths = paths
        self.zones = zones = [zone for zone in map(filled, self.steps) if zone]
        hands = sorted(hands_of(game, bet), key=lambda hand: zones[-1] in hand.zones)
        self.readers = {hand.name: HandReader(hand, zones) for hand in hands}
        self.onward = [
            [_onward(step, path, after) for path in before]
            for step, before, after in zip(self.steps, self.paths, self.paths[1:])
        ]
        self.seen = {
            hand.name: HandReader(hand, zones)
            for hand in game.hands
            if set(hand.zones) <= set(zones)
        }
        self.by_stake = {
            decision.name: [
                action.name
                for action in sorted(decision.actions, key=lambda one: sum(one.adds.values()))
            ]
            for decision in decides(game)
        }
        self.numbers: dict[Outcome, int] = {}
        self.nets: list[int | Fraction] = []
        self.information_sets: dict[InformationSet, Totals] = {}
        self.choices: dict[InformationSet, str] = {}
        self.answers: Answers = set()
        self.ends = _Ends(self.settled)
        self.settlings: dict[tuple[Path, Rows], int] = {}
        uses = [
            tuple((at in reader.required, at in reader.free) for reader in self.readers.values())
            for at in range(len(zones) - 1)
        ]
        if len(set(uses)) < len(uses):  # the same cards lie in two zones in more ways than one
            self.ways = lru_cache(maxsize=KEPT)(self.ways)  # type: ignore[method-assign]
        self._sets: dict[int, frozenset[int]] = {}
        self._settings: dict[tuple[str, int], list[house_ways.Setting]] = {}

    def step(self, place: int, dealt: tuple[int, ...], tallies: list[Tally]) -> None:
        """Add to the tally of each path every deal still possible, played on at the
        player's best.
        """
        if place == len(self.steps):
            hands = tuple([reader.number(dealt) for reader in self.readers.values()])
            for number, tally in zip(self.ends[hands], tallies):
                tally[number] = tally.get(number, 0) + 1
            return
        match self.steps[place]:
            case Deal() as step:
                self.deal(place, step, dealt, tallies)
            case Decide() as step:
                self.decide(place, step, dealt, tallies)
            case Part() as step:
                self.part(place, step, dealt, tallies)
            case Draw() as step:
                self.draw(place, step, dealt, tallies)
            case Split() as step:
                self.split(place, step, dealt, tallies)
            case Turns():
                raise AssertionError("turns are not dealt")
            case other:
                assert_never(other)

    def deal(self, place: int, step: Deal, dealt: tuple[int, ...], tallies: list[Tally]) -> None:
        out = sum(dealt) | self.aside
        happens = self.happens(step, dealt)
        if place + 1 == len(self.steps):
            empty = 1 if happens else comb(len(self.left(out)), step.cards)
            self.last(out, step.cards if happens else 0, empty, dealt, tallies)
            if place == 0 and self.progress:
                self.progress(self.deals, self.deals)
            return
        left = self.left(out)
        for count, cards in enumerate(map(sum, combinations(left, step.cards)), 1):
            if happens:
                self.step(place + 1, (*dealt, cards), tallies)
            else:
                self.aside |= cards
                self.step(place + 1, (*dealt, 0), tallies)
                self.aside &= ~cards
            if place == 0 and self.progress:
                self.report(self.progress, count, comb(len(left), step.cards))

    def left(self, out: int) -> list[int]:
        """Return each card that may still be dealt, as a mask."""
        return [1 << number for number in self.deck if not out >> number & 1]

    def last(
        self, out: int, cards: int, weight: int, dealt: tuple[int, ...], tallies: list[Tally]
    ) -> None:
        """Add every way to deal cards into the last zone, each as so many deals.

        out: the cards that lie elsewhere.
        cards: how many are dealt.
        """
        hands = tuple([reader.cards(dealt) for reader in self.readers.values()])
        for ends, count in self.ways(out, cards, hands):
            ways = count * weight
            for number, tally in zip(ends, tallies):
                tally[number] = tally.get(number, 0) + ways

    def ways(
        self, out: int, cards: int, hands: tuple[tuple[int, int], ...]
    ) -> list[tuple[tuple[int, ...], int]]:
        """Return the numbers of the outcomes of each way to deal the last zone, and how many ways
        have them; hands that it is no part of are read once.

        hands: what each hand must use and what it may, of the zones before.
        """
        place = len(self.zones) - 1
        last = map(sum, combinations(self.left(out), cards))
        pairs = list(zip(self.readers.values(), hands))
        still = tuple([reader.of(*held) for reader, held in pairs if not reader.uses(place)])
        others = pairs[len(still) :]
        assert others, "a bet reads its last zone"
        numbers = [
            reader.each(place, *held, again)
            for (reader, held), again in zip(others, tee(last, len(others)))
        ]
        found: dict[tuple[int, ...], int] = {}
        for made, count in Counter(zip(*numbers)).items():
            ends = self.ends[still + made]
            found[ends] = found.get(ends, 0) + count
        return list(found.items())

    def decide(
        self, place: int, step: Decide, dealt: tuple[int, ...], tallies: list[Tally]
    ) -> None:
        below: list[Tally] = [{} for _ in self.paths[place + 1]]
        self.step(place + 1, dealt, below)
        seen = tuple([self.cards(zone) for zone in dealt])
        made = self.holds(step.when, dealt)
        offered = self.offered(step, dealt) if made else []
        for path, onward, tally in zip(self.paths[place], self.onward[place], tallies):
            taken = PASSED
            if made and offered[0] in onward:
                reached = {name: below[onward[name]] for name in offered}
                taken = self.choose(step, (seen, path), reached)
            for number, count in below[onward[taken]].items():
                tally[number] = tally.get(number, 0) + count

    def draw(self, place: int, step: Draw, dealt: tuple[int, ...], tallies: list[Tally]) -> None:
        """Deal as many cards as lie in another zone; the fewer ways, the more each weighs."""
        out = sum(dealt)
        left = self.left(out)
        count = dealt[self.zones.index(step.like)].bit_count()
        weight = draws(self.game, step, len(left)) // comb(len(left), count)
        if place + 1 == len(self.steps):
            self.last(out, count, weight, dealt, tallies)
            return
        below: list[Tally] = [{} for _ in tallies]
        for cards in combinations(left, count):
            self.step(place + 1, (*dealt, sum(cards)), below)
        for tally, more in zip(tallies, below):
            for number, ways in more.items():
                tally[number] = tally.get(number, 0) + ways * weight

    def part(self, place: int, step: Part, dealt: tuple[int, ...], tallies: list[Tally]) -> None:
        """Move cards in every way that is allowed, and go on with the best."""
        at = self.zones.index(step.zone)
        cards = cards_of(dealt[at])
        ways: dict[int, list[Tally]] = {}
        for count in sorted(step.cards):
            for moved in map(mask_of, combinations(cards, count)):
                lying = (*dealt[:at], dealt[at] ^ moved, *dealt[at + 1 :], moved)
                ways[moved] = [{} for _ in tallies]
                self.step(place + 1, lying, ways[moved])
        for behind, (path, tally) in enumerate(zip(self.paths[place], tallies)):
            below = {moved: reached[behind] for moved, reached in ways.items()}
            best = self.keep(dealt[at], dealt, path, below)
            for number, weight in below[best].items():
                tally[number] = tally.get(number, 0) + weight

    def split(self, place: int, step: Split, dealt: tuple[int, ...], tallies: list[Tally]) -> None:
        """Split a hand by its way, or go on with the best setting that is no foul; of equal means
        the higher hand in front.
        """
        at = self.zones.index(step.zone)
        below: dict[int, list[Tally]] = {}
        for _, _, front in self.settings(step, dealt[at]):
            below[front] = [{} for _ in tallies]
            lying = (*dealt[:at], dealt[at] ^ front, *dealt[at + 1 :], front)
            self.step(place + 1, lying, below[front])
        for behind, (path, tally) in enumerate(zip(self.paths[place], tallies)):
            named = {f"front {cards_text(front)}": front for front in below}
            worth = self.worth({name: below[front][behind] for name, front in named.items()})
            taken = max(worth.totals, key=worth.totals.__getitem__)
            best = named[taken]
            for number, count in below[best][behind].items():
                tally[number] = tally.get(number, 0) + count
            if step.by is None:
                there = tuple([self.cards(lying) for lying in dealt]), path
                self.information_sets[there], self.choices[there] = worth, taken

    def settings(self, step: Split, cards: int) -> list[house_ways.Setting]:
        """Return the settings of seven cards, the highest hand in front first."""
        known = self._settings.get((step.name, cards))
        if known is None:
            hand = next(hand for hand in self.game.hands if hand.zones == (step.zone,))
            assert isinstance(hand.ranking, HandRanking), "points are not split"
            lowest = not hand.ranking.wheel_second
            if step.by:
                setting = house_ways.set_by(step.by, cards, lowest)
                known = [setting] if setting else []
            else:
                legal = [
                    one
                    for one in house_ways.settings(cards, lowest)
                    if not house_ways.is_foul(*one[:2])
                ]
                known = sorted(legal, key=lambda one: (one[1], one[0]), reverse=True)
            self._settings[step.name, cards] = known
        return known

    def keep(
        self, zone: int, dealt: tuple[int, ...], path: Path, below: Mapping[int, Tally]
    ) -> int:
        """Return the best discard, and write down what each way is worth. Of equal
        means the smaller variance, of equal variances the most cards kept, then that whose
        largest pay is smaller or comes more rarely.
        """
        named = {held(zone ^ moved): moved for moved in below}
        worth = self.worth({name: below[moved] for name, moved in named.items()})
        largest = max(worth.totals.values())
        order = {
            named[name]: (self.squares(below[named[name]]), named[name].bit_count())
            for name, total in worth.totals.items()
            if total == largest
        }
        least = min(order.values())
        equal = [moved for moved, place in order.items() if place == least]
        best = min(equal, key=lambda moved: self.shares(below[moved])) if equal[1:] else equal[0]
        there = tuple([self.cards(lying) for lying in dealt]), path
        self.information_sets[there], self.choices[there] = worth, held(zone ^ best)
        return best

    def choose(self, step: Decide, there: InformationSet, reached: Mapping[str, Tally]) -> str:
        """Return the best of the actions offered, and write down what each of these is worth."""
        worth = self.information_sets[there] = self.worth(reached)
        totals = worth.totals
        # Of equal nets the smaller stake, of equal stakes the action listed first: `max` keeps the
        # first.
        by_stake = [name for name in self.by_stake[step.name] if name in totals]
        best = self.choices[there] = max(by_stake, key=totals.__getitem__)
        return best

    def offered(self, step: Decide, dealt: tuple[int, ...]) -> list[str]:
        """Return the actions that are offered to a player who has seen some zones."""
        return [action.name for action in step.actions if self.holds(action.when, dealt)]

    def holds(self, when: Condition, dealt: tuple[int, ...]) -> bool:
        """Return True if a condition on hands of cards that have been dealt holds."""
        if isinstance(when, Always):
            return True
        values = {name: self.seen[name].values(dealt) for name in _hand_names(when)}
        return _holds(self.game, when, (), values, self.answers)

    def happens(self, step: Deal, dealt: tuple[int, ...]) -> bool:
        """Return True if cards are dealt. Those that only some paths of actions call for are dealt
        on all paths at once; the others never look at them.
        """
        return _asks_for_actions(step.when) or self.holds(step.when, dealt)

    def settled(self, hands: tuple[int, ...]) -> tuple[int, ...]:
        """Return the number of the outcome of a whole deal for every path, by the numbers of the
        values of its hands.
        """
        made = zip(self.readers.items(), hands)
        named = {name: reader.made[number] for (name, reader), number in made}
        return tuple([self.settle(path, named) for path in self.paths[-1]])

    def settle(self, path: Path, named: Mapping[str, Values]) -> int:
        rows = _rows_read(self.game, self.bet, path, named, self.answers)
        known = self.settlings.get((path, rows))
        if known is not None:
            return known
        outcome = _outcome(self.game, self.bet, path, rows)
        if outcome not in self.numbers:
            self.numbers[outcome] = len(self.nets)
            # Whole numbers add up ten times faster as integers.
            self.nets.append(outcome[2].numerator if outcome[2].denominator == 1 else outcome[2])
        number = self.settlings[path, rows] = self.numbers[outcome]
        return number

    def worth(self, reached: Mapping[str, Tally]) -> Totals:
        """Return the values of actions by what they reach, each the same number of deals."""
        nets = self.nets
        totals = {
            name: sum([nets[number] * count for number, count in tally.items()])
            for name, tally in reached.items()
        }
        deals = {sum(tally.values()) for tally in reached.values()}
        assert len(deals) == 1, "an action has as many deals as another"
        return Totals(totals, deals.pop())

    def squares(self, tally: Tally) -> int | Fraction:
        return sum([self.nets[number] ** 2 * count for number, count in tally.items()])

    def shares(self, tally: Tally) -> list[tuple[int | Fraction, str, Fraction]]:
        """Return each net and outcome and how often it comes, the largest first."""
        labels = {number: outcome[1] for outcome, number in self.numbers.items()}
        often: dict[tuple[int | Fraction, str], int] = {}
        for number, count in tally.items():
            end = self.nets[number], labels[number]
            often[end] = often.get(end, 0) + count
        deals = sum(tally.values())
        return sorted(
            ((*end, Fraction(count, deals)) for end, count in often.items()), reverse=True
        )

    def cards(self, mask: int) -> frozenset[int]:
        if mask not in self._sets:
            self._sets[mask] = frozenset(cards_of(mask))
        return self._sets[mask]

    def report(self, progress: Progress, count: int, first_zone: int) -> None:
        """Report every thousandth part of the first zone's combinations, and the last."""
        if count == first_zone or count % max(1, first_zone // 1000) == 0:
            progress(count * (self.deals // first_zone), self.deals)


def filled(step: Step) -> str:
    """Return the zone that a step fills, nothing for a decision that moves no card."""
    match step:
        case Deal(zone) | Draw(zone) | Part(_, _, zone) | Split(_, _, zone):
            return zone
        case Decide() | Turns():
            return ""
        case _:
            assert_never(step)


def _onward(step: Step, path: Path, after: list[Path]) -> dict[str, int]:
    """Return by each action that may follow a path the place of the longer path; by none the place
    of the path itself.
    """
    places = {longer: at for at, longer in enumerate(after)}
    if not isinstance(step, Decide) or path in places:
        return {PASSED: places[path]}
    names = [PASSED, *(action.name for action in step.actions)]
    return {name: places[*path, name] for name in names if (*path, name) in places}


def _further(game: Game, step: Decide, path: Path) -> list[Path]:
    for decision, name in zip(decides(game), path):
        if name != PASSED and _action(decision, name).ends:
            return [path]
    names = [action.name for action in step.actions]
    if step.when != Always():
        names.append(PASSED)
    return [(*path, name) for name in names]
