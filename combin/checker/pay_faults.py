"""After how many rounds a log shows a wrong pay: each pay one unit less, and each two neighbouring
pays exchanged, by the exact distribution under the fault.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from math import ceil

from combin.checker import chances
from combin.checker.fits import Label
from combin.checker.law import LawCheck, seen
from combin.checker.likelihood import shown_in
from combin.checker.power import SURE, rounds_needed
from combin.checker.verdict import Verdict
from combin.errors import CombinError, refuse
from combin.records import dataclass
from combin.rounds.settle import End
from combin.rules.addresses import METER, address_of
from combin.rules.facts import Settler, path_key
from combin.rules.game import Game

IMPOSSIBLE, MEAN, OUTCOME = "impossible rows", "mean", "single outcomes"

# A kind of round as it should be, and as it is paid: label, net in units.
Paid = tuple[tuple[Label, Fraction], tuple[Label, Fraction]]


@dataclass(frozen=True)
class PayFault:
    """A fault of a simulator, and when a log of this form shows it.

    pays: address -> what is paid instead.
    edge: of the bet, so paid and played as before.
    rounds: that show it with a probability of SURE; None where none do.
    by: what shows it first.
    """

    pays: Mapping[str, Fraction]
    edge: Fraction
    rounds: int | None
    by: str


def pay_faults(found: Verdict) -> tuple[list[PayFault], list[str]]:
    """Return the faults, and what is left out, and why."""
    law = found.law
    if not isinstance(law, LawCheck):
        return [], ["faults of the pays: they are declared for games whose pays are a paytable"]
    if law.plan.is_settled_alike:
        return [], ["faults of the pays: this bet has too many ends to pay each of them again"]
    faults, left = [], []
    shown = shown_in(found.logged)[:3]  # actions, outcome and net
    for pays in _declared(law.game, law.key):
        try:
            shares = _paid_so(law, law.game.with_pays(pays), shown)
        except CombinError as error:
            words = (f"{law.game.pay_called(address)} pays {pay}" for address, pay in pays.items())
            left.append(f"{', '.join(words)}: {error}")
            continue
        if shares:
            faults.append(_fault(found, law, pays, shares, shown))
    return faults, left


def _declared(game: Game, key: str) -> Iterator[dict[str, Fraction]]:
    """Yield the pays of each fault: every pay above 0 of a bet one unit less, 0 at least; and every
    two that follow each other in a paytable, where they differ.
    """
    usual = game.pays_in(key)
    for address, pay in usual.items():
        if pay > 0 and address.rpartition(".")[2] != METER:
            yield {address: max(pay - 1, Fraction(0))}
    bet = game.bet(key)
    for table in {table.name: table for table in bet.tables()}.values():  # each once
        named = [address_of(bet, table.name, line) for line in table.pays]
        known = [address for address in named if address in usual]
        for one, other in pairwise(known):
            if usual[one] != usual[other]:
                yield {one: usual[other], other: usual[one]}


def _paid_so(law: LawCheck, changed: Game, shown: tuple[bool, ...]) -> dict[Paid, Fraction]:
    """Return the share of each kind of round that is paid otherwise, played as before; raises
    CombinError where the names of the outcomes do not tell which these are.
    """
    nets = _nets_by_end(law, changed)
    found: defaultdict[Paid, Fraction] = defaultdict(Fraction)
    for row in law.result.outcomes:
        paid = nets[End(row.actions, row.outcome, row.net, row.staked)]
        refuse(len(paid) > 1, "rounds of one outcome would be paid differently")
        (net,) = paid
        if net != row.net:
            right = seen((row.actions, row.outcome, row.net), shown)
            wrong = seen((row.actions, row.outcome, net), shown)
            found[(right, row.net), (wrong, net)] += Fraction(row.combinations, law.result.deals)
    return found


def _nets_by_end(law: LawCheck, changed: Game) -> dict[End, set[Fraction]]:
    """Return every end -> what it wins under the rules that are changed."""
    plan = law.plan
    settler = Settler(changed.bet(law.key))
    found: defaultdict[End, set[Fraction]] = defaultdict(set)
    for path, table in law.payoffs.tables.items():
        facts = law.payoffs.facts(path)
        for number, (whole, result) in enumerate(table):
            end = End(path_key(whole), result.outcome, result.net, result.staked)
            found[end].add(settler.settle(whole, plan.values(facts, number)).net)
    return found


def _fault(
    found: Verdict,
    law: LawCheck,
    pays: Mapping[str, Fraction],
    shares: Mapping[Paid, Fraction],
    shown: tuple[bool, ...],
) -> PayFault:
    """Return a fault, with the rounds after which it shows."""
    moved = sum(
        ((wrong - right) * share for ((_, right), (_, wrong)), share in shares.items()), Fraction(0)
    )
    edge = law.result.house_edge - moved
    possible = {seen(end[:3], shown) for end in law.possible}
    impossible = sum(
        (
            share
            for ((right, _), (wrong, _)), share in shares.items()
            if wrong not in possible or (found.replayed and wrong != right)
        ),
        Fraction(0),
    )
    if impossible:
        return PayFault(pays, edge, ceil(chances.trials_until(impossible, SURE)), IMPOSSIBLE)
    ways, level = dict[str, int](), found.power.level
    if moved and shown[2]:
        ways[MEAN] = ceil(rounds_needed(law.result.variance, moved, level))
    before = law.shares(shown)
    change: defaultdict[Label, Fraction] = defaultdict(Fraction)
    for ((right, _), (wrong, _)), share in shares.items():
        change[right] -= share
        change[wrong] += share
    takes = [
        chances.trials_to_tell(before[label], before[label] + more, level / len(before), SURE)
        for label, more in change.items()
        if more and 0 < before[label] < 1
    ]
    if takes:
        ways[OUTCOME] = ceil(min(takes))
    if not ways:
        return PayFault(pays, edge, None, "")
    by = min(ways, key=lambda name: ways[name])
    return PayFault(pays, edge, ways[by], by)
