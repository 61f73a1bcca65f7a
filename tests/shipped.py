"""The games that come with combin, by what their rules are."""

from combin.games import names, sheet_of
from combin.rules.count_up import CountUpSheet

COUNTING_UP = [slug for slug in names() if isinstance(sheet_of(slug), CountUpSheet)]
DEALT = [slug for slug in names() if slug not in COUNTING_UP]
