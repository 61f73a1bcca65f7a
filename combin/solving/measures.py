"""What people ask about a solution beyond its value, exactly: starting hands, match-ups, the law of
a round, long runs.

Nothing here becomes digits, and nothing is laid out: the functions return integers, `Fraction`s and
names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from combin.cards import RANKS, cards_of, rank_of, suit_of
from combin.counting import Plan, Tally, tallies
from combin.errors import CombinError
from combin.rules import Action, Deal, Decide
from combin.rules.game import Game
from combin.solving.induction import Folded
from combin.solving.payoffs import Payoffs
from combin.solving.result import BetResult

IDLE = "nothing"  # what is done at a pause that is put in only to look at the cards


@dataclass(frozen=True)
class Hand:
    """A starting hand of two cards: ``AA``, ``AKs``, ``AKo``.

    decision, best: the decision made on it and the action to take, by the best play or by a list;
        empty where nothing is
    decided. values: action -> expected net of the bet, in units. deals: how many of the walked
        deals start so.
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

    kickers: ranks of the player's cards. up: the rank of the up card. gain: exact mean, or None
        where it cannot be dealt.
    always, never: whether the action is best, or not best, in every suit.
    """

    kickers: str
    up: str
    gain: Fraction | None
    always: bool = False
    never: bool = False


@dataclass(frozen=True)
class Chance:
    """A net result of one round and its probability."""

    net: Fraction
    probability: Fraction


@dataclass(frozen=True)
class Run:
    """The average result of some rounds: its mean and its variance, in units."""

    rounds: int
    mean: Fraction
    variance: Fraction


@dataclass
class _Sum:
    worth: int = 0  # scaled
    deals: int = 0
    signs: set[bool] = field(default_factory=set)


# --- Starting hands ----------------------------------------------------------------------------


def has_starting_hands(game: Game) -> bool:
    """Tell whether the game starts with two cards of a deck of suits and no joker, seen before
    anything is decided.
    """
    first, *rest = game.play
    if not (
        isinstance(first, Deal)
        and first.cards == 2
        and rest
        and len(game.deck.suits) > 1
        and not game.deck.jokers
    ):
        return False
    return not game.decisions or (
        isinstance(rest[0], Decide) and bool(Plan(game, game.bets[0]).stages)
    )


def starting_hands(
    game: Game, bet: str = "base", choose: Callable[[Plan, Tally], Sequence[str]] | None = None
) -> list[Hand]:
    """Return all starting hands, row by row of the square of ranks: pairs on the diagonal, suited
    above it, offsuit below.

    game: resolved. choose: names the action taken at every information set of a tally's first
        level; the best if not given.
    Raises CombinError where the game does not start with two cards.
    """
    if not has_starting_hands(game):
        raise CombinError(
            f"{game.slug} does not start with two cards to decide on, so it has no square of "
            "starting hands"
        )
    asked = game if game.decisions else _idle(game, bet)
    plan = Plan(asked, asked.bet(bet))
    payoffs = Payoffs(plan)
    found: dict[str, Hand] = {}
    for tally in tallies(plan):
        folded = payoffs.fold(tally, keep=True)
        deals, chosen = folded.deals(0), choose(plan, tally) if choose else None
        for at in range(len(tally.levels[0])):
            hand = _hand(payoffs, folded, at, deals[at], bool(game.decisions))
            hand = replace(hand, best=chosen[at]) if chosen else hand
            found[hand.label] = hand
    return [found[label] for label in square(game.deck.ranks)]


def square(ranks: str = RANKS) -> list[str]:
    """Return the labels of the square, row by row from the best rank: ``AA AKs AQs ... AKo KK KQs
    ...``.
    """
    best = ranks[::-1]
    return [
        _label(high, low, row < column)
        for row, high in enumerate(best)
        for column, low in enumerate(best)
    ]


def _label(first: str, second: str, suited: bool) -> str:
    if first == second:
        return first + second
    high, low = sorted((first, second), key=RANKS.index, reverse=True)
    return high + low + ("s" if suited else "o")


def _idle(game: Game, bet: str) -> Game:
    """Return the game with a pause after the first cards and before the last one, at which the
    cards are looked at.

    That the first pause offers to stake more makes it a decision on the bet; only the value of
    staking nothing is read.
    """
    pause, more = Action(IDLE), Action("more", {game.bet(bet).base: Fraction(1)})
    first, *middle, last = game.play
    return replace(
        game, play=(first, Decide("start", (pause, more)), *middle, Decide("end", (pause,)), last)
    )


def _hand(payoffs: Payoffs, folded: Folded, at: int, deals: int, decided: bool) -> Hand:
    plan, level, decision, unit = (
        folded.plan,
        folded.tally.levels[0],
        folded[()],
        deals * payoffs.scale,
    )
    first, second = cards_of(level.states[at * level.roles])
    label = _label(RANKS[rank_of(first)], RANKS[rank_of(second)], suit_of(first) == suit_of(second))
    values = {
        path[-1][1].name: Fraction(value[at], unit)
        for path, (value,) in zip(decision.paths, decision.values)
    }
    if not decided:
        return Hand(label, "", "", {IDLE: values[IDLE]}, deals)
    best = max(values, key=lambda name: values[name])  # of equals the first, as the solver prefers
    return Hand(label, plan.decisions[0].name, best, values, deals)


# --- Match-ups: the player's high cards against an up card -------------------------------------


def has_match_ups(game: Game) -> bool:
    """Tell whether the one decision, to end the play or to go on, is made on five cards against one
    up card.

    The deck has no joker, and of its ranks hands of no pair can be held that are high by ace and
    king.
    """
    zones = [step.cards for step in game.play[:2] if isinstance(step, Deal)]
    if zones != [5, 1] or len(game.decisions) != 1 or not isinstance(game.play[2], Decide):
        return False
    deck, ends = game.deck, {action.ends for action in game.decisions[0].actions}
    if (
        deck.jokers
        or len(deck.suits) < 2
        or len(deck.ranks) < 6
        or not {"A", "K"} <= set(deck.ranks)
        or len(ends) < 2
    ):
        return False
    stages = Plan(game, game.bets[0]).stages
    return bool(stages) and [role.size for role in stages[0].roles] == [5, 1]


def match_ups(game: Game, held: str = "AK", bet: str = "base") -> Iterator[MatchUp]:
    """Yield, for hands of no pair whose highest ranks are `held`, by their next two ranks, what the
    bolder action gains.

    The gain is the value of the action that stakes most less the value of the one that ends the
    play, the mean over the suits and the lowest card. One pass over all situations of the game;
    game: resolved.
    """
    if not has_match_ups(game):
        raise CombinError(f"{game.slug} has no decision on five cards against one up card")
    payoffs = Payoffs(Plan(game, game.bet(bet)))
    sums: dict[tuple[str, str], _Sum] = {}
    for tally in tallies(payoffs.plan):
        _add_match_ups(payoffs.fold(tally, keep=True), held, sums)
    low = [rank for rank in reversed(RANKS) if rank not in held]
    for kickers in (high + second for place, high in enumerate(low) for second in low[place + 1 :]):
        for up in reversed(RANKS):
            cell = sums.get((kickers, up))
            if cell and cell.deals:
                gain = Fraction(cell.worth, cell.deals * payoffs.scale)
                yield MatchUp(kickers, up, gain, cell.signs == {True}, cell.signs == {False})
            elif any(key == kickers for key, _ in sums):
                yield MatchUp(kickers, up, None)


def _add_match_ups(folded: Folded, held: str, sums: dict[tuple[str, str], _Sum]) -> None:
    level, deals, decision = folded.tally.levels[0], folded.deals(0), folded[()]
    values = {path[-1][1].name: value for path, (value,) in zip(decision.paths, decision.values)}
    ending = next(a.name for a in folded.plan.decisions[0].actions if a.ends)
    bold = max(
        (a for a in folded.plan.decisions[0].actions if not a.ends),
        key=lambda a: sum(a.adds.values()),
    ).name
    seen, kickers = 0, None  # the hands of a level stand together, one line for each up card
    for at, mask in enumerate(level.states[::2]):
        if mask != seen:
            seen, kickers = mask, _kickers(mask, held)
        if kickers:
            up = RANKS[rank_of(cards_of(level.states[2 * at + 1])[0])]
            cell = sums.setdefault((kickers, up), _Sum())
            gain = values[bold][at] - values[ending][at]
            cell.worth += gain
            cell.deals += deals[at]
            cell.signs.add(gain > 0)


def _kickers(mask: int, held: str) -> str | None:
    """Return the next two ranks of a hand of no pair, straight or flush whose highest ranks are
    `held`; None for others.
    """
    ranks = (mask | mask >> 16 | mask >> 32 | mask >> 48) & 0x1FFF
    top, floor = (
        sum(1 << RANKS.index(rank) for rank in held),
        min(RANKS.index(rank) for rank in held),
    )
    if ranks >> floor != top >> floor or ranks.bit_count() != 5 or not _no_flush(mask):
        return None
    rest = "".join(
        RANKS[place] for place in range(12, -1, -1) if ranks >> place & 1 and place < floor
    )
    return rest[:2] if held + rest != RANKS[::-1][:5] else None


def _no_flush(mask: int) -> bool:
    return all((mask >> 16 * suit & 0x1FFF).bit_count() < 5 for suit in range(4))


# --- The law of one round, and of many ---------------------------------------------------------


def law(result: BetResult) -> list[Chance]:
    """Return the distribution of the net result of one round, the smallest net first."""
    counts: dict[Fraction, int] = {}
    for outcome in result.outcomes:
        counts[outcome.net] = counts.get(outcome.net, 0) + outcome.combinations
    return [
        Chance(net, Fraction(count, result.deals)) for net, count in sorted(counts.items()) if count
    ]


def runs(result: BetResult, rounds: Sequence[int]) -> list[Run]:
    """Return mean and variance of the average result of so many independent rounds."""
    return [Run(number, result.expected_value, result.variance / number) for number in rounds]


def telling_rounds(result: BetResult) -> Fraction | None:
    """Return after how many rounds one standard deviation of the average is as small as its mean;
    None for a fair bet.
    """
    return result.variance / result.expected_value**2 if result.expected_value else None
