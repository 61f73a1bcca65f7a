"""The language in which a game is written, as frozen data, and what may be said in it."""

from combin.rules.words import *  # noqa: F403
