"""Rounds dealt by combin, and what it says of them."""

import combin

found = combin.simulate("phil-em-up", "rounds.csv", 1000, seed=1, choices={"joker": "bug"})
verdict = combin.check("phil-em-up", "rounds.csv")
print(found.mean, verdict.mean, verdict.fits, verdict.few)
