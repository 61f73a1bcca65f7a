"""The ways that ship with combin: those of houses, as casinos print them, shared rows written once,
and a short one of combin's own.
"""

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

# For players, to be carried in the head: no row can go and no rank move by one without a loss
# against a dealer by Foxwoods (`tests/families/test_way_words.py`).
SHORT = Way(
    "short",
    (
        WayRow((2,), ("made", "singles"), ranks=("A",)),
        WayRow((), ("made",)),
        WayRow((2,), ("made",)),
        WayRow((3,), ("made",)),
        WayRow((), ("next-singles",)),
        WayRow((3,), ("first-and-single",), ranks=("A",)),
        WayRow((2,), ("singles",)),
        WayRow((3,), ("singles",)),
        WayRow((4,), ("singles",), ranks=("2345678",)),
        WayRow((2, 2), ("singles",), ranks=("23456789TJ",), singles=("A",)),
        WayRow((2, 2), ("singles",), ranks=("234567",), singles=("K",)),
        WayRow((2, 2), ("second-pair",)),
        WayRow((3, 2), ("second-pair",)),
        WayRow((3, 2, 2), ("second-pair",)),
        WayRow((4, 2), ("second-pair",)),
        WayRow((2, 2, 2), ("first-pair",)),
        WayRow((3, 3), ("first-pair",)),
        WayRow((4,), ("first-pair",)),
        WayRow((4, 3), ("first-pair",)),
        WayRow((5,), ("first-pair",)),
        WayRow((5, 2), ("first-pair",)),
    ),
)

HOUSE_WAYS = {way.name: way for way in (FOXWOODS, TRUMP_PLAZA, SHORT)}
