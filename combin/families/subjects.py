"""Makes the subjects of questions: bets of a game of any family."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from combin.subject import Subject

if TYPE_CHECKING:
    from combin.rules.game import Game
    from combin.solving.executor import Workers


def subject(game: Game, bet: str, *how: object) -> Subject:
    """Return a bet of a game as a subject; only here its class is chosen, by the rules that settle
    it.

    how: workers, progress, what is kept and the names of options, as a `Subject` has them.
    """
    key = game.bet(bet).key
    rules = game.settling(key)
    if key in rules.keys_dealt:
        from combin.families.bet import DealtBet

        return DealtBet(rules, key, *how)
    from combin.families.blackjack.bet import BlackjackBet

    return BlackjackBet(rules, key, *how)


def subjects(
    game: Game, bets: Sequence[str] | None, workers: Workers = None, *how: object
) -> list[Subject]:
    """Return some bets of a game, the usual ones if none is named; raises CombinError for an
    executor that gets no work from them.
    """
    from combin.solving.executor import in_threads

    found = [subject(game, key, workers, *how) for key in dict.fromkeys(bets or game.usual_keys)]
    if not in_threads(workers) and not any(one.hands_out for one in found):
        raise found[0].refused("executor")
    return found
