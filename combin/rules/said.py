"""What people say for the settings of a game, beside the names on its page: the one table of it.

A word counts only in a game that has the choice and the value.
"""

YES, NO = ("yes", "true", "on"), ("no", "none", "false", "off")

CHOICES = {"decks": "packs"}
SETTINGS = {
    "s17": ("soft17", "stand"),
    "stand on soft 17": ("soft17", "stand"),
    "stands on soft 17": ("soft17", "stand"),
    "dealer stands on soft 17": ("soft17", "stand"),
    "h17": ("soft17", "hit"),
    "hit soft 17": ("soft17", "hit"),
    "hits soft 17": ("soft17", "hit"),
    "dealer hits soft 17": ("soft17", "hit"),
    "ndas": ("das", "no"),
    "no das": ("das", "no"),
    "rsa": ("aces", "resplit"),
    "resplit aces": ("aces", "resplit"),
    "nrsa": ("aces", "one-card"),
    "hsa": ("aces", "hit"),
    "hit split aces": ("aces", "hit"),
    "ls": ("surrender", "late"),
    "es": ("surrender", "early"),
    "ns": ("surrender", "none"),
    "enhc": ("peek", "no"),
    "no hole card": ("peek", "no"),
    "obo": ("peek", "original"),
    "doa": ("double", "any"),
    "da2": ("double", "any"),
    "d9": ("double", "9-11"),
    "d10": ("double", "10-11"),
    "single deck": ("packs", "1"),
    "double deck": ("packs", "2"),
    **{f"{packs}d": ("packs", f"{packs}") for packs in range(1, 9)},
    "max coins": ("coins", "five"),
    "european": ("peek", "no"),
    **dict.fromkeys(
        ("one", "one coin", "two", "two coins", "three", "three coins", "four", "four coins"),
        ("coins", "fewer"),
    ),
}
