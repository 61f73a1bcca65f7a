"""Compares the settings of hands that are set with the reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property

from combin.cards import cards_text, mask_of, suits_apart
from combin.families.set_hands.matchup import compared
from combin.families.set_hands.solving import FRONT, PricedSettings, settings, settings_seeing
from combin.proof import reference, ways
from combin.proof.comparing import Comparing
from combin.rules import Split
from combin.solving.payoffs import Payoffs


class ComparingSettings(Comparing):
    """An information set is a hand that the player sets, and its actions are the settings."""

    @property
    def tells_ties(self) -> bool:  # type: ignore[override]
        """Where a player sees the dealer's hand before he sets his own, most settings are worth
        the same, and the engine does not count them.
        """
        return not self._priced.both.sides.answers

    @cached_property
    def _priced(self) -> PricedSettings:
        return PricedSettings(Payoffs(self.plan))

    @property
    def decisions(self) -> list[str]:
        return [
            step.name for step in self.plan.game.play if isinstance(step, Split) and not step.by
        ]

    def alike(self, counted: reference.Reference) -> Iterator[bool]:
        """Of hands that differ by a relabelling of the suits one is asked."""
        if not counted.information_sets:
            return
        priced, apart = self._priced, {}
        for information_set in counted.information_sets:
            apart[self.relabelled(information_set)] = information_set
        for information_set in apart.values():
            nets = counted.information_sets[information_set]
            mine, dealt = self._hands_seen(information_set[0])
            found = settings_seeing(priced, mine, dealt) if dealt else settings(priced, mine)
            best = found[counted.choices[information_set]] == max(nets.values())
            yield found == nets and best

    def told_apart(
        self, information_set: reference.InformationSet, worth: reference.Totals
    ) -> list[int | Fraction]:
        """Of the settings of a hand, those that no other one surpasses."""
        mine, _ = self._hands_seen(information_set[0])
        fronts = ways.unsurpassed(mine, compared(self.plan).pack.wheel_lowest)
        return [worth.totals[f"{FRONT} {cards_text(front)}"] for front in fronts]

    def relabelled(self, information_set: reference.InformationSet) -> object:
        return suits_apart(self._hands_seen(information_set[0]))

    def _hands_seen(self, seen: Sequence[frozenset[int]]) -> list[int]:
        """Return the cards of the player and those of the dealer that he sees, as masks; his hand
        may be split before.
        """
        play, sides = self.plan.game.play, compared(self.plan).sides
        zones = filter(None, map(reference.filled, play[: play.index(sides.player)]))
        masks = dict(zip(zones, map(mask_of, seen)))
        dealt = masks.get(sides.dealer.zone, 0) | masks.get(sides.dealer.into, 0)
        return [masks[sides.player.zone], dealt]
