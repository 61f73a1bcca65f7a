"""Further exact measures of a solution: starting hands, match-ups, the distribution of a round.

Nothing here becomes digits, and nothing is laid out: the functions return integers, `Fraction`s and
names.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

from combin.cards import LANE, RANKS, Deck, cards_of, lanes_of, rank_of, suit_of
from combin.counting import Plan, Tally, method_of
from combin.errors import refuse
from combin.families.block import OWN, Block, Start
from combin.families.listed import family_of
from combin.records import dataclass
from combin.rules import ALWAYS, Action, Deal, Decide
from combin.rules.game import Game
from combin.solving.payoffs import Payoffs
from combin.solving.result import BetResult

IDLE = "nothing"  # what is done at a pause that is put in only to look at the cards


@dataclass(frozen=True)
class StartingHand:
    """A starting hand of two cards: ``AA``, ``AKs``, ``AKo``.

    label: how people write it.
    decision: the name of the decision made on it; empty where nothing is decided.
    best: the action to take, by the best play or by a list; empty likewise.
    values: action -> expected net of the bet, in units.
    deals: how many of the walked deals start so.
    """

    label: str
    decision: str
    best: str
    values: dict[str, Fraction]
    deals: int

    @property
    def value(self) -> Fraction:
        """The expected net of the bet with this hand."""
        return max(self.values.values())


@dataclass(frozen=True)
class MatchUp:
    """What an action is worth beyond another against one up card, the suits averaged.

    kickers: ranks of the player's cards.
    up: the rank of the up card.
    gain: the exact mean; None where the cards cannot be dealt.
    always: whether the action is best in every suit.
    never: whether it is best in none.
    """

    kickers: str
    up: str
    gain: Fraction | None
    always: bool = False
    never: bool = False


@dataclass(frozen=True)
class Chance:
    """A net result of one round and its probability.

    net: units won.
    probability: of winning just so much.
    """

    net: Fraction
    probability: Fraction


@dataclass
class _Gain:
    """What the bolder action gains over the suits of one match-up.

    total: summed over the deals, scaled.
    deals: how many there are.
    signs: whether it gains, for each suit.
    """

    total: int = 0
    deals: int = 0
    signs: set[bool] = field(default_factory=set)


Gains = dict[tuple[str, str], _Gain]  # kickers and up card -> what is gained


# --- Starting hands ----------------------------------------------------------------------------


def has_starting_hands(game: Game) -> bool:
    """Return True if the game starts with two cards, seen before anything is decided, of a deck
    with suits and no joker.
    """
    first, *rest = game.play
    return (
        len(game.deck.suits) > 1
        and not game.deck.jokers
        and isinstance(first, Deal)
        and first.cards == 2
        and bool(rest)
        and (
            not game.decisions
            or (isinstance(rest[0], Decide) and bool(Plan(game, game.bets[0]).stages))
        )
    )


def starting_hands(
    game: Game,
    bet: str = "base",
    choose: Callable[[Plan, Tally], Sequence[str]] | None = None,
    payoffs: Payoffs | None = None,
    starts: Iterable[Start] | None = None,
) -> list[StartingHand]:
    """Return all starting hands, row by row of the square of ranks: pairs on the diagonal, suited
    above it, offsuit below.

    Raises CombinError where the game does not start with two cards.

    game: resolved.
    bet: its key.
    choose: names the action taken at every information set of a level; by default the best.
    payoffs: of the bet of a game with decisions, where what was found for them is at hand.
    starts: what each hand is worth, where that is at hand.
    """
    refuse(
        not has_starting_hands(game),
        f"{game.slug} does not start with two cards to decide on, so it has no square of "
        "starting hands",
    )
    if payoffs is None:
        asked = game
        if not game.decisions:
            # A pause after the first cards and before the last one, at which cards are looked at.
            # The first offers to stake more, which makes it a decision on the bet; only the value
            # of staking nothing is read.
            pause, more = Action(IDLE), Action("more", {game.bet(bet).base: Fraction(1)})
            before, after = Decide("start", (pause, more)), Decide("end", (pause,))
            deal, *middle, last = game.play
            asked = replace(game, play=(deal, before, *middle, after, last))
        payoffs = Payoffs(Plan(asked, asked.bet(bet)))
    plan = payoffs.plan
    decision = plan.decisions[0].name if game.decisions else ""
    found: dict[str, StartingHand] = {}
    for start in family_of(plan).starts(payoffs) if starts is None else starts:
        values = start.values
        best = max(values, key=lambda name: values[name])  # of equals the first, as in solving
        if not game.decisions:
            best, values = "", {IDLE: values[IDLE]}
        elif choose:
            level = method_of(plan).seen(
                plan, plan.stages[0], {plan.groups[0].zones[0]: start.cards}
            )
            [best] = choose(plan, Tally((level,), 0))
        first, second = cards_of(start.cards)
        suited = suit_of(first) == suit_of(second)
        label = _label(RANKS[rank_of(first)], RANKS[rank_of(second)], suited)
        found[label] = StartingHand(label, decision, best, values, start.deals)
    return [found[label] for label in square(game.deck.ranks)]


def square(ranks: str = RANKS) -> list[str]:
    """Return the labels of the square, row by row from the best rank: ``AA AKs AQs ... AKo KK KQs
    ...``.
    """
    best = list(enumerate(reversed(ranks)))
    return [_label(one, other, row < column) for row, one in best for column, other in best]


def _label(first: str, second: str, suited: bool) -> str:
    if first == second:
        return first + second
    high, low = sorted((first, second), key=RANKS.index, reverse=True)
    return high + low + ("s" if suited else "o")


# --- Match-ups: the player's high cards against an up card -------------------------------------


def has_match_ups(game: Game) -> bool:
    """Return True if the one decision, to end the play or to go on, is made on five cards against
    one up card, and hands that are ace-king high can be held.
    """
    deck = game.deck
    if deck.jokers or len(deck.suits) < 2 or len(deck.ranks) < 6 or not {*"AK"} <= {*deck.ranks}:
        return False
    zones = [step.cards for step in game.play[:2] if isinstance(step, Deal)]
    if zones != [5, 1] or len(game.decisions) != 1 or not isinstance(game.play[2], Decide):
        return False
    always = [action for action in game.decisions[0].actions if action.when == ALWAYS]
    if len({action.ends for action in always}) < 2:
        return False
    stages = Plan(game, game.bets[0]).stages
    return bool(stages) and [role.size for role in stages[0].roles] == [5, 1]


def match_ups(game: Game, held: str = "AK", bet: str = "base") -> Iterator[MatchUp]:
    """Yield what the bolder action gains with hands of no pair whose highest ranks are `held`, by
    their next two ranks and the up card.

    The gain is the value of the action that stakes most less the value of the one that ends the
    play, the mean over the suits and the lowest card. One pass goes over the situations of the
    game, which is resolved, until all deals of such hands were met.
    """
    refuse(
        not has_match_ups(game), f"{game.slug} has no decision on five cards against one up card"
    )
    plan = Plan(game, game.bet(bet))
    payoffs = Payoffs(plan)
    gains: Gains = defaultdict(_Gain)
    left = plan.deals * _hands(game.deck, held) // comb(len(game.deck), 5)
    for block in family_of(plan).decided(payoffs):
        left -= _add_gains(block, held, gains)
        if not left:
            break
    dealt = {kickers for kickers, _ in gains}
    low = [rank for rank in reversed(RANKS) if rank not in held]
    for kickers in map("".join, combinations(low, 2)):
        if kickers in dealt:
            for up in reversed(RANKS):
                if (gain := gains.get((kickers, up))) is None:
                    yield MatchUp(kickers, up, None)
                    continue
                mean = Fraction(gain.total, gain.deals * payoffs.scale)
                yield MatchUp(kickers, up, mean, gain.signs == {True}, gain.signs == {False})


def _hands(deck: Deck, held: str) -> int:
    """Return how many hands of five of a deck have kickers (`_kickers`)."""
    found = ("".join(ranks) for ranks in combinations(reversed(deck.ranks), 5))
    sets = sum(_stands(ranks, held) for ranks in found)
    return sets * (len(deck.suits) ** 5 - len(deck.suits))


def _stands(ranks: str, held: str) -> bool:
    """Return True if five ranks, the highest first, start with those held and are no straight."""
    return ranks.startswith(held) and ranks != RANKS[::-1][:5]


def _add_gains(block: Block, held: str, gains: Gains) -> int:
    """Add what the bolder action gains at the information sets of a block, and return how many
    deals these have.
    """
    actions = block.plan.decisions[0].actions
    ending = next(action for action in actions if action.ends and action.when == ALWAYS)
    going_on = [action for action in actions if not action.ends and action.when == ALWAYS]
    bold = max(going_on, key=lambda action: sum(action.adds.values()))
    taken = [path[-1][1].name for path in block.plan.after(block.history)]
    bolder, less = (block.values[taken.index(action.name)] for action in (bold, ending))
    [rows] = block.sets(OWN)
    # The hands of a level stand together, one line for each up card.
    cards, ups, end, met = rows.states[::2], rows.states[1::2], 0, 0
    for mask, lines in Counter(cards).items():
        end += lines
        if kickers := _kickers(mask, held):
            for at in range(end - lines, end):
                sums = gains[kickers, RANKS[rank_of(ups[at].bit_length() - 1)]]
                gain = bolder[at] - less[at]
                sums.total += gain
                sums.deals += block.deals[at]
                sums.signs.add(gain > 0)
            met += sum(block.deals[end - lines : end])
    return met


def _kickers(mask: int, held: str) -> str | None:
    """Return the next two ranks of a hand of no pair, straight or flush whose highest ranks are
    `held`; None for others.
    """
    halves = mask | mask >> 32
    present = (halves | halves >> 16) & LANE
    if present.bit_count() != 5:
        return None
    ranks = _names(present)
    if not _stands(ranks, held):
        return None
    return None if 5 in map(int.bit_count, lanes_of(mask)) else ranks[len(held) :][:2]


@cache
def _names(ranks: int) -> str:
    """Return the letters of some ranks, given as bits, the highest first."""
    return "".join(RANKS[place] for place in range(12, -1, -1) if ranks >> place & 1)


# --- The law of one round, and of many ---------------------------------------------------------


def law(result: BetResult) -> list[Chance]:
    """Return the distribution of the net result of one round, the smallest net first."""
    return [Chance(*one) for one in result.law.items()]


def telling_rounds(result: BetResult) -> Fraction | None:
    """Return after how many rounds one standard deviation of the total is as small as its mean;
    None for a fair bet.
    """
    return result.variance / result.expected_value**2 if result.expected_value else None
