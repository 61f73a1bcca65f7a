"""Formats a simulation beside the exact figures, without a verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combin.render import number
from combin.render.tables import TEXT, answer, at_meter, bet_words, command_of, of_rules, provenance

if TYPE_CHECKING:
    from combin.logs.simulate import Simulated


def simulated_text(found: Simulated, form: str = TEXT) -> str:
    """Return what a simulation came to in the format `form`."""
    if form == TEXT:
        return summary(found)
    lines = summary(found).splitlines() if form == "html" else []
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
        of_rules([head, *rows], found.game, found.bet),
        lambda: {
            **provenance(found.game),
            "command": _command(found),
            "bet": found.bet,
            "rounds": str(found.rounds),
            "seed": str(found.seed),
            "mean": number.exact(found.mean),
            "mean_wager": number.exact(found.mean_wager),
            "ends": [{"actions": list(end.actions), **one} for end, one in zip(found.ends, ends)],
        },
    )


def simulated_line(found: Simulated) -> str:
    """Return in a line what a simulation came to."""
    game, played = found.game.slug, number.counted(found.rounds, "round")
    mean = number.decimal(found.mean, 6)
    bet = found.game.shown(found.bet)
    return f"{game}: {bet}, {played}, mean net {mean}, seed {found.seed}"


def _command(found: Simulated, name: str = "") -> str:
    """Return the command that plays the same rounds; name: the game as the user called it."""
    words = [
        *bet_words(found.bet),
        "--rounds",
        str(found.rounds),
        "--seed",
        str(found.seed),
    ]
    words += ["--strategy", found.asked] if found.asked else []
    words += ["--form", found.form] if found.form != "full" else []
    words += ["--cut", str(found.cut)] if found.cut is not None else []
    words += ["-o", found.path] if found.path else []
    return command_of("simulate", found.game, words, name)


def summary(found: Simulated, name: str = "") -> str:
    """Return the lines that end a simulation; name: the game as the user called it."""
    game, law, dealer = found.game, found.law(), found.dealer
    rounds = number.counted(found.rounds, "round")
    shoe = "" if found.cut is None else f", {found.cut} cards behind the cut"
    lines = [
        f"{game.slug}, {game.shown(found.bet)}, {dealer.played}: {rounds}{shoe}",
        f"mean net per round      {number.decimal(found.mean, 6)} of one "
        f"{game.unit(game.bet(found.bet).base)}",
    ]
    if isinstance(law, str):
        lines.append(f"exact expected value    not counted: {law}")
    else:
        value = law.expected_value
        variance = found.variance if law.variance is None else law.variance
        error = number.root(number.ratio(variance, found.rounds), 6)
        meter = at_meter(game.meters(found.bet))
        lines += [
            f"exact expected value    {number.decimal(value, 6)} ({number.exact(value)}){meter}",
            f"standard error of mean  {error}",
        ]
    lines.append(f"mean wager              {number.decimal(found.mean_wager, 6)}")
    if not isinstance(law, str):
        lines.append(f"exact mean wager        {number.decimal(law.average_wager, 6)}")
    return "\n".join([*lines, *dealer.remarks, f"Again: {_command(found, name)}", ""])
