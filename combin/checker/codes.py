"""The codes of what is wrong with a log: short words that never change, for programs and files."""

from __future__ import annotations

from collections.abc import Mapping

NET, STAKE, OUTCOME, ACTION, ROW = "net", "stake", "outcome", "action", "row"
SETTING = "setting"
CARDS, NUMBER, LENGTH = "cards", "round-number", "round-count"
PLAY, GAINS = "play", "play-gains"

# What cannot be, and the play: code -> what it means.
MEANINGS: Mapping[str, str] = {
    NET: "the net is not what the rules pay",
    STAKE: "the stake is not what the actions put down",
    OUTCOME: "the outcome is not the one that the rules come to",
    ACTION: "the actions are none that the rules allow",
    SETTING: "a hand is set high and low as the rules do not allow",
    ROW: "no round has this outcome, stake and net together",
    CARDS: "the cards cannot be dealt so",
    NUMBER: "a round number does not follow the one before",
    LENGTH: "there are more rounds than the log states",
    PLAY: "decisions leave the strategy",
    GAINS: "decisions that leave the strategy win more than a player can who sees his cards alone",
}
# The tests: name -> code.
TESTS: Mapping[str, str] = {
    "mean": "test-mean",
    "chi-square": "test-chi-square",
    "G": "test-g",
    "exact multinomial": "test-multinomial",
    "single outcomes": "test-outcome",
    "e-value": "test-e-value",
    "outcomes that never come": "test-never",
    "too regular": "test-regular",
    "cards, ranks, suits": "test-cards",
    "cards of the deal before": "test-deal-before",
    "zones of the deal before": "test-zones-before",
    "places of the deal before": "test-places-before",
    "same deal again": "test-deal-again",
    "stretches alike": "test-stretches",
    "serial correlation": "test-serial",
    "runs": "test-runs",
    "sums of blocks": "test-blocks",
    "odd and even rounds": "test-odd-even",
    "cards of the shoe before": "test-shoe-before",
    "scarce cards": "test-scarce-cards",
    "mean of shoes": "test-shoe-mean",
    "outcomes of shoes": "test-shoe-outcomes",
    "first cards": "test-first-cards",
    "cards drawn": "test-cards-drawn",
}
OF_ZONE = "test-cards-of-zone"  # of a test that is called by its zone
