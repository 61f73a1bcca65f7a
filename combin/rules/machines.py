"""The play of video poker: five cards, any of them discarded and replaced once."""

from combin.rules.words import Deal, Draw, Part

FIVE_CARD_DRAW = (
    Deal("hand", 5, "the player's cards"),
    Part("discard", "hand", "thrown", (0, 1, 2, 3, 4, 5)),
    Draw("new", "thrown", "in place of those thrown"),
)
