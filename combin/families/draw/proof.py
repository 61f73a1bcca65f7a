"""Compares what is held of a hand with the reference."""

from __future__ import annotations

from collections.abc import Sequence

from combin.cards import mask_of, parse_card, suits_apart
from combin.counting import Tally
from combin.proof.comparing import Comparing, Decided


class ComparingHolds(Comparing):
    """Holds are called by what a relabelling of the suits leaves of them."""

    def by_reference(self, seen: Sequence[frozenset[int]], decided: Decided) -> Decided:
        kept = {
            name: mask_of(parse_card(word) for word in name.split()[1:] if word != "none")
            for name in decided[0]
        }
        return _by_hold(mask_of(seen[0]), kept, decided)

    def by_engine(self, tally: Tally, at: int, decided: Decided) -> Decided:
        hand = tally.levels[0].states[at]
        return _by_hold(hand, {hold.name: hold.cards(hand) for hold in self.plan.holds}, decided)


def _by_hold(hand: int, kept: dict[str, int], decided: Decided) -> Decided:
    """Return what was decided of a hand that is parted, each hold called by what a relabelling of
    the suits leaves of it. Of holds that are worth the same any may be taken.

    kept: action -> the cards that it keeps.
    """
    nets, best = decided
    called = {name: str(suits_apart([cards, hand & ~cards])) for name, cards in kept.items()}
    return {called[name]: net for name, net in nets.items()}, str(nets[best])
