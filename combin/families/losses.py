"""What every action loses in every class of information sets, added up as the family of a bet
counts them.
"""

from __future__ import annotations

from collections.abc import Sequence

from combin.families.board.counting import is_large
from combin.solving.executor import Progress
from combin.solving.payoffs import Payoffs
from combin.strategies import losses
from combin.strategies.losses import Losses


def losses_of(
    payoffs: Payoffs, more: Sequence[set[int]], fine: bool, progress: Progress | None = None
) -> Losses:
    """Return the losses of the actions of a bet; more, fine: as for `losses.losses_of`."""
    if not is_large(payoffs.plan):
        return losses.losses_of(payoffs, more, fine)
    from combin.families.board.losses import add_up  # other games start sooner without it

    found = losses.empty(payoffs, more, fine)
    add_up(found, progress=progress)
    return found
