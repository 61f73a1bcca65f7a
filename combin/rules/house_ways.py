"""The house ways that ship with combin, as casinos print them; shared rows are written once."""

from combin.rules.ways import Way, WayRow

LOW, MEDIUM, HIGH = "23456", "789T", "JQK"

FOUR_AND_MORE = (
    WayRow((5, 2), ("second-pair",), ranks=("A", "K")),
    WayRow((5, 2), ("first-pair",)),
    WayRow((5,), ("first-pair",)),
    WayRow((4, 3), ("second-pair",)),
    WayRow((4, 2), ("second-pair",)),
    WayRow((4,), ("singles",), ranks=(LOW,)),
    WayRow((4,), ("singles",), ranks=(MEDIUM,), singles=("KA",)),
)
SPLIT_FOUR = (WayRow((4,), ("first-pair",)),)
TWO_THREES = (
    WayRow((3, 3), ("first-pair",)),
    WayRow((3, 2, 2), ("second-pair",)),
)
FULL_HOUSE = (WayRow((3, 2), ("second-pair",)),)
THREE = (
    WayRow((3,), ("first-pair-made",)),
    WayRow((3,), ("first-and-single",), ranks=("A",)),
    WayRow((3,), ("singles",)),
    WayRow((2, 2, 2), ("first-pair",)),
)
SPLIT_TWO_PAIR = (WayRow((2, 2), ("second-pair",)),)
THE_REST = (
    WayRow((2,), ("singles",)),
    WayRow((), ("made",)),
    WayRow((), ("next-singles",)),
)

FOXWOODS = Way(
    "foxwoods",
    (
        *FOUR_AND_MORE,
        *SPLIT_FOUR,
        *TWO_THREES,
        *FULL_HOUSE,
        *THREE,
        WayRow((2, 2), ("singles",), ranks=(MEDIUM,), singles=("A",)),
        WayRow((2, 2), ("singles",), ranks=("3456",), singles=("KA",)),
        *SPLIT_TWO_PAIR,
        WayRow((2,), ("made", "singles"), ranks=("TJQK",), singles=("A",)),
        WayRow((2,), ("made",)),
        *THE_REST,
    ),
)

TRUMP_PLAZA = Way(
    "trump-plaza",
    (
        *FOUR_AND_MORE,
        WayRow((4,), ("singles",), ranks=(HIGH,), singles=("A",)),
        *SPLIT_FOUR,
        *TWO_THREES,
        WayRow((3, 2), ("singles",), ranks=("", "2"), singles=("A", "K")),
        *FULL_HOUSE,
        *THREE,
        WayRow((2, 2), ("singles",), ranks=(LOW + MEDIUM, LOW), singles=("KA",)),
        WayRow((2, 2), ("singles",), ranks=(HIGH, LOW), singles=("A",)),
        WayRow((2, 2), ("singles",), ranks=(MEDIUM, MEDIUM), singles=("A",)),
        *SPLIT_TWO_PAIR,
        WayRow((2,), ("first-pair-made",)),
        WayRow((2,), ("made",)),
        *THE_REST,
    ),
)

HOUSE_WAYS = {way.name: way for way in (FOXWOODS, TRUMP_PLAZA)}
