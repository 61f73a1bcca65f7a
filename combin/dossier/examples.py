"""Cards that show what a line of a strategy means: a hand that it decides and no line before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from combin.cards import JOKER, RANKS, cards_of, rank_of, suit_of
from combin.dossier.board_examples import Place, hands_decided
from combin.recent import Recent
from combin.rules.game import Game
from combin.strategies.traits import (
    HIDDEN_FLUSH,
    MATCHES,
    ROYAL,
    STRAIGHT,
    STRAIGHT_FLUSH,
    STRAIGHT_FLUSH_TIGHT,
    STRAIGHT_TIGHT,
    SUITED,
    UP,
    UP_RANK,
    UP_SUITED,
)

if TYPE_CHECKING:
    from combin.counting import Plan
    from combin.strategies import Lines

DRAWS = {
    SUITED,
    STRAIGHT,
    STRAIGHT_TIGHT,
    STRAIGHT_FLUSH,
    STRAIGHT_FLUSH_TIGHT,
    ROYAL,
    HIDDEN_FLUSH,
}
BESIDE = {UP, MATCHES, UP_SUITED, UP_RANK, UP_RANK + 1}  # these need the opponent's card, too
SOME = 8  # of so many first hands one is looked at, where all would take as long as to price a list
SUITS = "♠♥♦♣"  # in the order in which an example uses them

# Of lists that were asked for last; settings with other pays share theirs.
_FOUND: Recent[dict[str, tuple[str, ...]]] = Recent(32)

Height = tuple[int, ...]  # ranks, highest first
Cards = tuple[int, ...]  # sets of cards: the player's, and a shared board


def examples(game: Game, lines: Lines) -> dict[str, tuple[str, ...]]:
    """Return decision -> for each line the middle one of the hands that it decides, in the order of
    their ranks, ``9♠ 8♠ 7♠``; empty for lines that ask for no draw.

    Only hands to which the strategy itself comes are taken. Where player and opponent share a
    board, it stands after the player's cards, ``K♠ 9♠ / A♠ 5♠ 2♥``, and some boards are looked at.
    Of a game that is counted first hand by first hand, some of these are.
    """
    from combin.dossier.shipped import shipped_counts

    counts = shipped_counts(game, lines.bet)
    if counts and str(lines) in counts.lists:
        return counts.lists[str(lines)].examples
    return examples_found(game, lines)


def examples_found(game: Game, lines: Lines) -> dict[str, tuple[str, ...]]:
    """Return what `examples` does, looked for where that did not ship."""
    from combin.counting import Plan
    from combin.dossier.settings import meaning
    from combin.solving.payoffs import Payoffs
    from combin.strategies import parse

    here = parse(str(lines), game, lines.bet)  # the lines may be of other choices
    plan = Plan(game, game.bet(lines.bet))
    alike = plan.counted_by, meaning(here, Payoffs(plan)), str(here)
    return _FOUND.get(alike, lambda: _looked_for(plan, here))


def _looked_for(plan: Plan, here: Lines) -> dict[str, tuple[str, ...]]:
    from combin.families.listed import family_of

    blocks = [here.blocks[plan.decisions[stage.number].name] for stage in plan.stages]
    wanted = {
        (place, number)
        for place, block in enumerate(blocks)
        for number, line in enumerate(block)
        if (asked := {one.trait for one in line.conditions if one.low > 0}) & DRAWS
        and not asked & BESIDE
    }
    if not wanted:
        return {}
    middle = family_of(plan).middle_hands(plan, here, wanted)
    return {
        plan.decisions[stage.number].name: tuple(
            _written(middle.get((place, number), (0,))) for number in range(len(block))
        )
        for place, (stage, block) in enumerate(zip(plan.stages, blocks))
    }


def middle(plan: Plan, lines: Lines, wanted: set[Place]) -> dict[Place, Cards]:
    """Return for each wanted line the middle one of the hands that it decides."""
    hands: dict[Place, dict[Height, Cards]] = {}
    for place, decided in _decided(plan, lines, wanted):
        kinds = hands.setdefault(place, {})
        for hand in decided:
            height = _height(hand)
            kinds[height] = min((hand,), kinds.get(height, (hand,)))
    return _middles(hands)


def middle_on_boards(plan: Plan, lines: Lines, wanted: set[Place]) -> dict[Place, Cards]:
    """Return what `middle` does where a board is shared; of equal ranks the hand
    with fewest cards in one suit, which is no draw to a flush by the way.
    """
    hands: dict[Place, dict[Height, Cards]] = {}
    for place, (own, board) in hands_decided(plan, lines):
        if place in wanted:
            seen = (own, board) if board else (own,)
            kinds = hands.setdefault(place, {})
            height = _height(own) + _height(board)
            kinds[height] = min(seen, kinds.get(height, seen), key=_in_one_suit)
    return _middles(hands)


def _in_one_suit(seen: Cards) -> int:
    suits = [suit_of(card) for cards in seen for card in cards_of(cards)]
    return max(map(suits.count, suits))


def _middles(hands: Mapping[Place, Mapping[Height, Cards]]) -> dict[Place, Cards]:
    return {place: kinds[sorted(kinds)[len(kinds) // 2]] for place, kinds in hands.items()}


def _decided(plan: Plan, lines: Lines, wanted: set[Place]) -> Iterator[tuple[Place, set[int]]]:
    """Yield the hands that some of the wanted lines decide, each as a set of cards."""
    from combin.counting import tallies
    from combin.families.methods import method_of
    from combin.families.tally import Following
    from combin.strategies import View
    from combin.strategies.policies import LinesPolicy

    policy, parts = LinesPolicy(plan, lines), SOME if method_of(plan).drops(plan) else 1
    for tally in tallies(plan, 0, parts):
        followed = Following(plan, tally, policy)
        for place, level in enumerate(tally.levels):
            own = View(plan, level.stage).own
            asked = [number for where, number in wanted if where == place]
            came = (history for history in plan.deciding(level.stage) if history in followed.ways)
            for history in came if asked else ():
                rule, ways = followed.choices[history].rule, followed.ways[history]
                for number in asked:
                    hands = {
                        sum(level.states[at * level.roles + role] for role in own)
                        for at in _places(rule, number)
                        if ways[at]
                    }
                    if hands:
                        yield (place, number), hands


def _places(rule: bytearray, number: int) -> Iterator[int]:
    """Yield where a number stands."""
    at = rule.find(number)
    while at >= 0:
        yield at
        at = rule.find(number, at + 1)


def _height(hand: int) -> Height:
    """Return the ranks of a hand, highest first; the joker is above the ace."""
    ranks = (len(RANKS) if card == JOKER else rank_of(card) for card in cards_of(hand))
    return tuple(sorted(ranks, reverse=True))


def _written(sets: Cards) -> str:
    """Return sets of cards as a player reads them, highest first, the suit that most of all cards
    have first.
    """
    held = [suit_of(card) for cards in sets for card in cards_of(cards) if card != JOKER]
    suits = sorted(set(held), key=lambda suit: (-held.count(suit), suit))
    return " / ".join(" ".join(_words(cards, suits)) for cards in sets)


def _words(cards: int, suits: Sequence[int]) -> Iterator[str]:
    naturals = [card for card in cards_of(cards) if card != JOKER]
    if cards >> JOKER:
        yield "joker"
    for card in sorted(naturals, key=lambda card: (-rank_of(card), suits.index(suit_of(card)))):
        yield RANKS[rank_of(card)].replace("T", "10") + SUITS[suits.index(suit_of(card))]
