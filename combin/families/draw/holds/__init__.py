"""Lists of what to hold of a hand that is drawn to."""
