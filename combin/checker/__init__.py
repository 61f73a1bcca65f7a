"""Holds a log of rounds against the exact law: what cannot be, how it was played, whether it fits, what it could have seen."""

from combin.checker.check import Verdict, check

__all__ = ["Verdict", "check"]
