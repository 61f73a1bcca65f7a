"""Formats a simulation beside the exact figures, without a verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.dossier.asked import strategy_played
from combin.render import number
from combin.render.tables import TEXT, answer, at_meter, bet_words, command_of, of_rules, provenance
from combin.version import version

if TYPE_CHECKING:
    from combin.logs.simulate import Simulated
    from combin.solving.result import BetResult


def simulated_text(found: Simulated, form: str = TEXT) -> str:
    """Return what a simulation came to in the format `form`."""
    if form == TEXT:
        return summary(found, found.law())
    lines = summary(found, found.law()).splitlines() if form == "html" else []
    ends = [
        {
            "outcome": end.outcome,
            "net": number.exact(end.net),
            "staked": number.exact(end.staked),
            "rounds": str(rounds),
        }
        for end, rounds in found.ends.items()
    ]
    rows = [(" / ".join(end.actions), *one.values()) for end, one in zip(found.ends, ends)]
    head = ("actions", "outcome", "net", "staked", "rounds")
    return answer(
        form,
        lines,
        of_rules([head, *rows], found.plan.game, found.plan.bet.key),
        lambda: {
            **provenance(found.plan.game, version()),
            "command": _command(found),
            "bet": found.plan.bet.key,
            "rounds": str(found.rounds),
            "seed": str(found.seed),
            "mean": number.exact(found.mean),
            "ends": [{"actions": list(end.actions), **one} for end, one in zip(found.ends, ends)],
        },
    )


def simulated_line(found: Simulated) -> str:
    """Return in a line what a simulation came to."""
    game, played = found.plan.game.slug, number.counted(found.rounds, "round")
    mean = number.decimal(found.mean, 6)
    bet = found.plan.game.shown(found.plan.bet.key)
    return f"{game}: {bet}, {played}, mean net {mean}, seed {found.seed}"


def _command(found: Simulated, name: str = "") -> str:
    """Return the command that plays the same rounds; name: the game as the user called it."""
    words = [
        *bet_words(found.plan.bet.key),
        "--rounds",
        str(found.rounds),
        "--seed",
        str(found.seed),
    ]
    words += ["--strategy", found.asked] if found.asked else []
    words += ["--form", found.form] if found.form != "full" else []
    words += ["-o", found.path] if found.path else []
    return command_of("simulate", found.plan.game, words, name)


def summary(found: Simulated, law: BetResult | str, name: str = "") -> str:
    """Return the lines that end a simulation.

    law: what is exact, or why it is not known. name: the game as the user called it.
    """
    plan = found.plan
    played, rounds = strategy_played(found), number.counted(found.rounds, "round")
    unit = plan.game.unit(plan.bet.base)
    lines = [
        f"{plan.game.slug}, {plan.game.shown(plan.bet.key)}, {played}: {rounds}",
        f"mean net per round      {number.decimal(found.mean, 6)} of one {unit}",
    ]
    if isinstance(law, str):
        lines.append(f"exact expected value    not counted: {law}")
    else:
        value = law.expected_value
        error = number.root(number.ratio(law.variance, found.rounds), 6)
        meter = at_meter(plan.game.meters(plan.bet.key))
        lines += [
            f"exact expected value    {number.decimal(value, 6)} ({number.exact(value)}){meter}",
            f"standard error of mean  {error}",
        ]
    return "\n".join([*lines, f"Again: {_command(found, name)}", ""])
