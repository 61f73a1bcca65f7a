"""Questions about the pays of a bet, asked of what `counted` returns."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from combin.subject import Subject
from combin.telling import announce, paced

if TYPE_CHECKING:
    from combin.exact import Interval
    from combin.sensitivity import Aim, AimRange, Formula, PayPoints, Sweep


class Repaid(Subject):
    """A bet whose pays may move."""

    def pay(self, name: str) -> str:
        from combin.sensitivity import the_pay

        return the_pay(self.game, self.bet, name)

    def formula(self, free: Sequence[str]) -> Formula:
        from combin.sensitivity import formula

        pays = tuple(map(self.pay, free))
        return formula(self.counted("formula", *pays), pays)

    def sweep(self, pay: str, low: Fraction, high: Fraction) -> Sweep | PayPoints:
        from combin.sensitivity import points, sweep

        address = self.pay(pay)
        counted = self.counted("sweep", address)
        if counted.keeps:
            return sweep(counted, address, low, high)
        words = paced(lambda done, every: f"{pay}: {done} of {every} values")
        announce(f"{pay}: solving at round values")

        def tell(done: int, every: int) -> None:
            announce(words(done, every) if done < every else "")

        return points(counted, address, low, high, tell)

    def target(self, edge: Fraction | Interval, pay: str, limits: Interval) -> Aim | AimRange:
        from combin.sensitivity import target, target_range

        address = self.pay(pay)
        counted = self.counted("target", address)
        announce(f"{address}: solving")

        def solving(at: Fraction) -> None:
            announce(f"{address}: solving at {at}")

        found = (
            target_range(counted, edge, address, limits, solving)
            if isinstance(edge, tuple)
            else target(counted, edge, address, limits, solving)
        )
        announce("")
        return found
