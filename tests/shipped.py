"""The games that come with combin, by what their rules are."""

from pathlib import Path

from combin.games import FOLDER, FORMER, names, sheet_of

COUNTING_UP = [slug for slug in names() if sheet_of(slug).has_turns]
DEALT = sorted([*({*names()} - {*COUNTING_UP}), *FORMER])


def blackjack_alone() -> str:
    """Return the file of Blackjack without the bets on its first cards, which a short deck may not
    have.
    """
    text = (Path(FOLDER) / "blackjack.py").read_text()
    for begin, end in (
        ("LOW = Points", "GAME = CountUp("),
        ("    play=(", "    bets=("),
        ('        SideBet("21+3"', "    ),\n    choices"),
        ('        Choice(\n            "21+3"', "    ),\n    notes"),
        ("    names={", ")  # fmt"),
    ):
        at = text.index(begin)
        text = text[:at] + text[text.index(end, at) :]
    return text
