"""Formats simulated rounds of a blackjack game beside the exact figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from combin.render import number
from combin.render.tables import TEXT, answer, command_of, of_rules, provenance
from combin.rules.choosing import MAIN_GAME

if TYPE_CHECKING:
    from combin.logs.count_up import CountUpSimulated


def simulated_text(found: CountUpSimulated, form: str = TEXT) -> str:
    """Return what a simulation came to in the format `form`."""
    if form == TEXT:
        return summary(found)
    lines = summary(found).splitlines() if form == "html" else []
    rows = of_rules(_rows(found), found.game, "base")
    return answer(form, lines, rows, lambda: _data(found), "")


def simulated_line(found: CountUpSimulated) -> str:
    """Return in a line what a simulation came to."""
    played, mean = number.counted(found.rounds, "round"), number.decimal(found.mean, 6)
    return f"{found.game.slug}: {MAIN_GAME}, {played}, mean net {mean}, seed {found.seed}"


def _rows(found: CountUpSimulated) -> Iterator[Sequence[str]]:
    yield ("actions", "outcome", "net", "staked", "rounds")
    for end, rounds in found.ends.items():
        money = (number.exact(end.net * found.chip), number.exact(end.staked * found.chip))
        yield (end.actions, end.outcome, *money, str(rounds))


def _data(found: CountUpSimulated) -> dict[str, Any]:
    ends = [
        {
            "actions": end.actions,
            "outcome": end.outcome,
            "net": number.exact(end.net * found.chip),
            "staked": number.exact(end.staked * found.chip),
            "rounds": str(rounds),
        }
        for end, rounds in found.ends.items()
    ]
    return provenance(found.game) | {
        "command": _command(found),
        "bet": "base",
        "rounds": str(found.rounds),
        "seed": str(found.seed),
        "mean": number.exact(found.mean),
        "mean_wager": number.exact(found.mean_wager),
        "ends": ends,
    }


def _command(found: CountUpSimulated, name: str = "") -> str:
    """Return the command that plays the same rounds; name: the game as the user called it."""
    words = ["--rounds", str(found.rounds), "--seed", str(found.seed)]
    words += ["--strategy", found.asked] if found.asked else []
    words += ["--form", found.form] if found.form != "full" else []
    words += ["--cut", str(found.cut)] if found.cut is not None else []
    words += ["-o", found.path] if found.path else []
    return command_of("simulate", found.game, words, name)


def summary(found: CountUpSimulated, name: str = "") -> str:
    """Return the lines that end a simulation; name: the game as the user called it."""
    exact, game = found.solved, found.game
    how = f"chart {found.asked}" if found.asked else f"model {game.model}"
    shoe = "a fresh shoe each round" if found.cut is None else f"{found.cut} cards behind the cut"
    value = exact.hands * exact.value
    variance = found.variance if exact.variance is None else exact.variance
    deviation = number.root(number.ratio(variance, found.rounds), 6)
    rounds = number.counted(found.rounds, "round")
    lines = [
        f"{game.slug}, {MAIN_GAME}, {how}: {rounds}, {shoe}",
        f"mean net per round      {number.decimal(found.mean, 6)} of one bet",
        f"exact expected value    {number.decimal(value, 6)} ({number.exact(value)})",
        f"standard error of mean  {deviation}",
        f"mean wager              {number.decimal(found.mean_wager, 6)}",
        f"exact mean wager        {number.decimal(exact.hands * exact.mean_wager, 6)}",
    ]
    if exact.hands > 1:
        lines.append("Figures are for both hands together, in units of the bet on one.")
    if found.cut is not None:
        lines.append("The exact figures are for rounds from a fresh shoe.")
    return "\n".join([*lines, f"Again: {_command(found, name)}", ""])
