"""The questions about a blackjack game: its value, advice for one hand and for all first hands, and
the value of a chart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from combin.errors import CombinError, refuse
from combin.families.blackjack.chart import Chart, Row
from combin.families.blackjack.full_memory import FULL
from combin.families.blackjack.house import (
    ACE,
    RANKS,
    SEEN,
    House,
    Shoe,
    chart_columns,
    house_of,
    up_name,
    without,
)
from combin.families.blackjack.lattice import NONE, lattice_of
from combin.families.blackjack.letters import (
    ChartFound,
    LetterChart,
    chart_of,
    lines,
    rows_of,
)
from combin.families.blackjack.player import DOUBLE
from combin.families.blackjack.side_bets import side_bet
from combin.families.blackjack.solve import (
    PAID,
    VALUE,
    Solved,
    Spot,
    UpCard,
    solve_alike,
)
from combin.families.blackjack.solve import solve as solved
from combin.families.blackjack.split_advice import BOTH, split_actions, verify_dealt
from combin.families.blackjack.switch import (
    KEEP,
    SWITCH,
    Exchanged,
    Switched,
    natural_of,
    naturals_among,
    solve_switch,
)
from combin.grouping import grouped
from combin.questions.priced import Mistake, Priced
from combin.rules.blackjack import INSURE, InsuranceBet, value_of
from combin.rules.game import Game
from combin.solving.result import BetResult
from combin.spelling import FIRST_LETTERS, RANK, VERSUS

if TYPE_CHECKING:
    from combin.families.block import Answer
    from combin.questions.advice import Advice, Situations
    from combin.solving.executor import Workers

FIRST_ACTION, NEXT_ACTION = "first action", "next action"  # the decisions of a hand
FIRST_NAMED = "the one named first"  # of actions worth the same
TOTAL = re.compile(r"(?:(hard|soft) +)?((?(1)\d\d?|(?:1\d|2[01])))", re.IGNORECASE)
DOUBLED = re.compile(r"\s*doubled(\s+twice)?\s+", re.IGNORECASE)
PAIR = re.compile(rf"(?:a )?pair of ({RANK})(?:'?e?s)?\b", re.IGNORECASE)
CARD = re.compile(r"(10|[2-9TJQKA])([cdhs♣♦♥♠]?)", re.IGNORECASE)


def solve(
    game: Game,
    charts: Mapping[int, Chart] | None = None,
    asked: str = VALUE,
    workers: Workers = None,
    tell: Callable[[int, int], None] | None = None,
) -> Solved:
    """Return a game solved; charts: those to play by, one for each up card; the rest as `solved`
    takes it.
    """
    model = "total" if charts is not None else game.turns.model
    return solved(shoe_of_game(game), house_of(game), model, charts, asked, workers, tell)


def solved_game(game: Game) -> Solved | Switched:
    """Return a game, of one hand or of two, solved by its model."""
    return solved_from(game, tuple(game.shoe.values()), house_of(game))


def solved_games(
    games: Sequence[Game], tell: Callable[[int], None] = lambda at: None
) -> list[Solved | Switched]:
    """Return what `solved_game` does of each of some games; what counts alike is counted once.

    tell: is told which of them is solved next.
    """
    alike = grouped((valued_by(game), at) for at, game in enumerate(games))
    found: dict[int, Solved | Switched] = {}
    for places in alike.values():
        some = [games[at] for at in places]
        shoe, model = tuple(some[0].shoe.values()), some[0].turns.model
        solutions: Iterator[Solved | Switched] = (
            map(solved_game, some)
            if some[0].turns.switch
            else solve_alike(shoe, [*map(house_of, some)], model)
        )
        for at in places:
            tell(at)
            found[at] = next(solutions)
    return [found[at] for at in range(len(games))]


def valued_by(game: Game) -> Hashable:
    """Return what games have in common of which hands are valued alike; a chart goes by all rules,
    and so do hands that are played by all cards.
    """
    house, whole = house_of(game), game.turns.model in ("total", FULL)
    valued = house if whole or game.turns.switch else house.playing
    return tuple(game.shoe.values()), game.turns.model, game.turns.switch, valued


def solved_from(
    game: Game,
    shoe: Shoe,
    house: House,
    tell: Callable[[int, int], None] | None = None,
    workers: Workers = None,
) -> Solved | Switched:
    """Return a game, of one hand or of two, solved by its model from the shoe given.

    house: its rules of the house, which take long to read where suits are paid.
    tell: is told, of two hands and under full memory, how many up cards of how many are done.
    workers: who solves them under full memory.
    """
    if game.turns.switch:
        return solve_switch(shoe, house, game.turns.switch.natural, tell=tell)
    return solved(shoe, house, game.turns.model, workers=workers, tell=tell)


def by_model(game: Game, model: str) -> Game:
    """Return a game whose hands are played by another model."""
    named = {"model": model} if "model" in game.chosen else {}
    return replace(game.with_turns(model=model), chosen={**game.chosen, **named})


def shoe_of_game(game: Game) -> Shoe:
    """Return the cards of a game of one hand; raises CombinError for one of two hands."""
    refuse(game.turns.switch, f"{game.slug}: this is not available for a game of two hands")
    return tuple(game.shoe.values())


def situations(game: Game, found: Solved | None = None, chart: Solved | None = None) -> Situations:
    """Return every two cards against every up card; as text, the chart found.

    found, chart: the game by its model and by the chart found, where they are known. Raises
        CombinError where the game cannot be played.
    """
    by_its_model = cache(lambda: found or solve(game))

    def charted() -> ChartFound:
        by_totals = by_model(game, "total")
        known = chart or (by_its_model() if game.turns.model == "total" else solve(by_totals))
        return ChartFound(by_totals, chart_of(known), known.value)

    return first_hands(game, by_its_model, charted)


def first_hands(
    game: Game, solved: Callable[[], Solved], chart: Callable[[], ChartFound]
) -> Situations:
    """Return every two cards against every up card of a game as it is solved."""
    from combin.questions.advice import Situation, Situations  # solving starts sooner without it

    def each() -> Iterator[Situation]:
        for spot in solved().spots:
            cards = f"{spot.cards} / {spot.against}"
            yield Situation(FIRST_ACTION, cards, spot.deals, answer_of(spot.actions, spot.taken))

    def actions() -> Iterator[str]:
        return (name for spot in solved().spots for name in spot.actions)

    return Situations(game, game.bet_keys[0], each, actions, chart)


# --- A hand --------------------------------------------------------------------------------------


def advise(game: Game, text: str) -> Advice:
    """Return what each action is worth with some cards, ``8 8 / T`` or ``5h 3s 4d / Kc``; with the
    other hand of a split seen, ``8 3 + 8 / T`` or ``8 3 + 8 5 K / T``, under full memory.

    Of a hand that has been doubled, ``doubled T 6 3 / T`` or ``doubled twice 4 2 3 2 / T``.
    Of a game of two hands the actions are to keep and to switch, ``T 5, A 6 / 6``.
    Raises CombinError where there are no such cards, or they make no hand.
    """
    if game.turns.switch:
        return _advise_two(game, text, game.turns.switch.natural)
    shoe, house = shoe_of_game(game), house_of(game)
    begun = DOUBLED.match(text)
    times = 0 if begun is None else 2 if begun[1] else 1
    cards, other, seen = _cards(text[begun.end() if begun else 0 :], house.turns.dealer.cards_seen)
    up = SEEN.index(tuple(sorted(seen)))
    verify_dealt(shoe, [*cards, *other, *seen], text)
    column = UpCard(lattice_of(shoe, house.turns.charlie), house, shoe, up, game.turns.model)
    house = column.house
    if house.turns.dealer.groups:
        raise CombinError(
            f"{game.slug}: no hand is told without a hint of the hole card; situations has all"
        )
    refuse(
        other and times,
        f"{text!r}: of a split one hand is asked about that has been doubled",
    )
    if other:
        return _split_advice(game, column, cards, other)
    if game.turns.model == "total":
        column.follow(None)
    hand = column.hands.of(*cards)
    refuse(hand == NONE, f"{text}: this hand has ended, it has bust or won by its number of cards")
    names = " ".join(RANKS[rank] for rank in cards)
    refuse(
        len(cards) > 2 and column.beaten,
        f"{text}: the dealer has a natural, and no card is drawn against it",
    )
    insurance = None
    if len(cards) == 2 and not times:
        said = {rank.upper() for rank, _ in CARD.findall(text.split("/")[0].replace("10", "T"))}
        spot = column.spot(min(cards), max(cards), unlike=len(said) > 1)
        names += " unlike" * spot.unlike
        actions, taken = told_values(spot, house), spot.taken
        looked = bool(_ruled_out(spot, house))
        insurance = insurance_adds(game, cards, seen)
        if taken == PAID and insurance is not None:
            actions = {"decline insurance": spot.value, INSURE: spot.value + insurance}
            taken = max(actions, key=actions.__getitem__)
    else:
        values, stage = column.values, _doubled(column, cards, times, text)
        natural = values.lost(hand)
        known = natural if house.turns.natural.looks == "first" else Fraction(0)
        actions = {
            name: _known(values.mean(hand, value) - natural, known)
            for name, value in values.worth(hand, stage).items()
        }
        taken, looked = values.taken(hand, stage), bool(known)
        names = f"{begun[0].strip().lower()} {names}" if begun else names
    decision = FIRST_ACTION if len(cards) == 2 else NEXT_ACTION
    seen_cards = f"{names} / {up_name(up)}"
    return _advice(game, seen_cards, decision, actions, taken, looked=looked, insurance=insurance)


def _doubled(column: UpCard, cards: Sequence[int], times: int, text: str) -> int:
    """Return the stage of a hand that got its last cards by doubles; raises CombinError where it
    cannot have been doubled so.
    """
    stage = 0
    for size in range(len(cards) - times, len(cards)):
        hand = column.hands.of(*cards[:size])
        acts = column.tables.of(hand, stage) if size > 1 and hand != NONE else ()
        into = [act.into for act in acts if act.name == DOUBLE]
        names = " ".join(map(RANKS.__getitem__, cards[:size]))
        refuse(
            not into,
            f"{text!r}: {names} cannot be doubled; the card after a double stands last, "
            "'doubled T 3 3 / T'",
        )
        stage = into[0]
    return stage


def _advice(
    game: Game,
    cards: str,
    decision: str,
    actions: Mapping[str, Fraction],
    taken: str,
    **known: Any,
) -> Advice:
    """Return what each action is worth, the best first; known: what else an `Advice` has."""
    from combin.questions.advice import Advice  # solving starts sooner without it

    ranked = dict(sorted(actions.items(), key=lambda item: -item[1]))
    rows: tuple[Answer, ...] = ()
    value = None
    if len(ranked) > 1:
        rows = (answer_of(ranked, taken),)
    else:
        decision, value = "", actions[taken]
    about = game, game.bet_keys[0], cards, decision or None, rows, value
    return Advice(*about, model=game.turns.model, **known)


def answer_of(actions: Mapping[str, Fraction], taken: str) -> Answer:
    """Return what actions are worth, the best first, as an answer; taken: what is done."""
    from combin.families.block import Answer  # solving starts sooner without it

    alike = tuple(name for name, value in actions.items() if value == actions[taken])
    return Answer((), dict(actions), taken, alike if len(alike) > 1 else (), FIRST_NAMED)


def insurance_adds(game: Game, cards: Sequence[int], seen: Sequence[int]) -> Fraction | None:
    """Return what insurance of half the bet adds for who sees some cards of his and the dealer's;
    None where it is not offered.
    """
    shoe = without(tuple(game.shoe.values()), *cards)
    offered = [bet for bet in game.beside if isinstance(bet, InsuranceBet) and list(seen) == [ACE]]
    return side_bet(offered[0], shoe, house_of(game), {}).value / 2 if offered else None


def _advise_two(game: Game, text: str, counts: bool) -> Advice:
    """Return what two hands are worth as they are and with their second cards exchanged."""
    shoe, house = tuple(game.shoe.values()), house_of(game)
    cards, _, (up,) = _cards(text, house.turns.dealer.cards_seen)
    refuse(
        len(cards) != 4, f"{text!r}: two hands of two cards each are asked about, 'T 5, A 6 / 6'"
    )
    verify_dealt(shoe, (*cards, up), text)
    whole = UpCard(lattice_of(shoe, house.turns.charlie), house, shoe, up, game.turns.model)
    against = Exchanged(whole, counts)
    first, second = (cards[0], cards[1]), (cards[2], cards[3])
    known = natural_of(whole, first, second) if house.turns.looks_first else Fraction(0)
    lost = known * (2 - naturals_among(first, second))
    worth = {
        KEEP: against.kept(first, second).net,
        SWITCH: against.switched(first, second).net,
    }
    actions = {name: (value + lost) / (1 - known) for name, value in worth.items()}
    taken = max(actions, key=actions.__getitem__)
    a, b, c, d = (RANKS[rank] for rank in cards)
    seen = f"{a} {b}, {c} {d} / {RANKS[up]}"
    insurance = insurance_adds(game, cards, [up])
    return _advice(
        game, seen, "keep or switch", actions, taken, looked=bool(known), insurance=insurance
    )


def _split_advice(game: Game, column: UpCard, cards: list[int], other: list[int]) -> Advice:
    """Return what each action is worth with a hand of a split, the other one seen."""
    refuse(
        game.turns.model != FULL,
        f"{game.slug}: the other hand of a split matters under --set model={FULL} alone",
    )
    worth, natural, whose = split_actions(column, cards, other)
    known = natural if column.house.turns.natural.looks == "first" else Fraction(0)
    lost = natural if whose == BOTH else known  # elsewhere one unit goes, that of the first hand
    actions = {name: _known(value - lost, known) for name, value in worth.items()}
    names = " + ".join(" ".join(RANKS[rank] for rank in hand) for hand in (cards, other))
    seen, taken = f"{names} / {up_name(column.up)}", next(iter(actions))
    return _advice(game, seen, NEXT_ACTION, actions, taken, looked=bool(known), whose=whose)


def told_values(spot: Spot, house: House) -> dict[str, Fraction]:
    """Return what each action is worth with two cards, the best first; where the dealer looks
    before anything is decided, given that he has no natural.
    """
    natural = _ruled_out(spot, house)
    return {name: _known(value, natural) for name, value in spot.actions.items()}


def _ruled_out(spot: Spot, house: House) -> Fraction:
    """Return how likely the natural was that is ruled out before anything is decided."""
    return spot.natural if house.against(spot.up).turns.looks_first else Fraction(0)


def _known(value: Fraction, natural: Fraction) -> Fraction:
    """Return what a value is where it is known that there is no natural, which loses one unit."""
    return (value + natural) / (1 - natural)


def _cards(text: str, seen: int) -> tuple[list[int], list[int], list[int]]:
    """Return the ranks of a hand, of another hand of the split, and of the dealer's cards.

    seen: how many he shows.
    """
    parts = VERSUS.split(
        PAIR.sub(lambda said: 2 * f"{FIRST_LETTERS.get(said[1].lower(), said[1])} ", text)
    )
    refuse(
        len(parts) != 2,
        f"{text!r}: write your cards, a slash and the dealer's card, as in 'T 6 / T'",
    )
    total = TOTAL.fullmatch(parts[0].strip())
    hands = [_of_total(total)] if total else [_ranks(hand, text) for hand in parts[0].split("+")]
    shown = _ranks(parts[1], text)
    refuse(hands == [[]], f"{text!r}: the player's cards stand before the slash, as in '8 8 / T'")
    refuse(
        len(hands) > 2 or not all(hands),
        f"{text!r}: a + stands between the two hands of a split, '8 3 + 8 / T'",
    )
    refuse(len(hands) == 1 and len(hands[0]) < 2, f"{text!r}: a hand has two cards or more")
    refuse(
        len(shown) != seen, f"{text!r}: the dealer shows {'one card' if seen == 1 else 'two cards'}"
    )
    return hands[0], hands[1] if len(hands) > 1 else [], shown


def _of_total(said: re.Match[str]) -> list[int]:
    """Return the ranks of the two cards, no pair if there are others, that have a total; raises
    CombinError where there are none or several.
    """
    soft, total = (said[1] or "").lower() == "soft", int(said[2])
    aces = [(1, total - 11)] if 12 <= total <= 21 else []
    hard = [(one, total - one) for one in range(10, 1, -1) if one >= total - one >= 2]
    apart = [hand for hand in hard if hand[0] != hand[1]]
    hands = aces if soft else apart or hard
    if len(hands) != 1:
        named = " or ".join(repr(f"{RANKS[one - 1]} {RANKS[other - 1]}") for one, other in hands)
        raise CombinError(f"{said[0]!r} may be {named}" if hands else f"no hand is {said[0]!r}")
    return [value - 1 for value in hands[0]]


def _ranks(part: str, text: str) -> list[int]:
    words = re.sub("[,-]", " ", part)
    rest = CARD.sub("", words).strip()
    if rest:
        raise CombinError(f"{text!r}: {rest.split()[0]!r} is no card; write ranks, '8 8 / T'")
    return [value_of(rank.upper()) - 1 for rank, _ in CARD.findall(words)]


# --- What a chart is worth -----------------------------------------------------------------------


def price(game: Game, charts: Mapping[int, Chart], name: str = "") -> Priced:
    """Return what a chart is worth, and in which cells it errs.

    charts: it, one for each thing that may be seen of the dealer's. name: of it, for what is
        printed.
    """
    played = solve(game, charts)
    game = by_model(game, "total")
    best = solve(game)
    by_cards = solve(by_model(game, "zero-memory"))
    faults = faults_of(played, best, lambda up, what: _cost(best, charts, up, what))
    return priced_chart(game, chart_of(played, name), (played, best, by_cards), faults)


def priced_chart(
    game: Game,
    chart: LetterChart,
    solved: Sequence[Solved | Switched],
    faults: Sequence[Mistake],
) -> Priced:
    """Return a chart with its price; solved: the game by it, by the chart found, by the cards."""
    played, best, by_cards = solved
    figures = {
        "expected_value": played.value,
        "average_wager": played.mean_wager,
        "exchanged": played.exchanged,
    }
    known = {name: figure for name, figure in figures.items() if figure is not None}
    bet = game.bet(game.bet_keys[0])
    result = BetResult(bet.key, bet.base, 0, (), model=game.turns.model, figures=known)
    return Priced(game, chart, result, best.value, tuple(faults), by_cards=by_cards.value)


def faults_of(
    played: Solved, best: Solved, cost: Callable[[int, Row | int], Fraction]
) -> list[Mistake]:
    """Return the cells in which a chart differs from the best one, and that change the value.

    played, best: one hand by itself by each. cost: takes what is seen of the dealer's and a row.
    """
    given, right = dict(lines(played)), dict(lines(best))
    faults = []
    for row, what in rows_of():
        for at, (column, ups) in enumerate(chart_columns(best.house.turns.dealer).items()):
            if given[row][at] != right[row][at]:
                loss = sum((cost(up, what) for up in ups if up in played.charts), Fraction(0))
                if loss:
                    cell = f"{row} / {column}"
                    faults.append(Mistake(cell, given[row][at], right[row][at], loss))
    return sorted(faults, key=lambda fault: -fault.cost)


def _cost(best: Solved, charts: Mapping[int, Chart], up: int, what: Row | int) -> Fraction:
    """Return what one row of a chart loses against one thing that is seen of the dealer's."""
    changed = with_row(best.charts[up], charts[up], what)
    return _column_value(best, up) - _column_value(best, up, changed)


def with_row(chart: Chart, other: Chart, what: Row | int) -> Chart:
    """Return a chart with one row of another."""
    if isinstance(what, tuple):
        return chart.with_rows({what: other.way(what)})
    return replace(chart, pairs={**chart.pairs, what: other.pairs[what]})


def _column_value(found: Solved, up: int, chart: Chart | None = None) -> Fraction:
    """Return what one column adds to the value of the game; chart: to play by, if not as found."""
    shoe, house = found.shoe, found.house
    if chart is None:
        spots = (spot for spot in found.spots if spot.up == up)
        return sum((spot.value * spot.deals for spot in spots), Fraction(0)) / found.deals
    column = UpCard(lattice_of(shoe, house.turns.charlie), house, shoe, up, "total")
    column.follow(chart)
    return sum((spot.value * spot.deals for spot in column.spots()), Fraction(0)) / found.deals
