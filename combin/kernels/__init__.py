"""The compiled kernels; only what counts, solves, settles and records in bulk imports them, each by
itself.
"""

try:
    from combin.kernels import memory  # the smallest: where it is compiled, all are
    from combin.kernels.built import SOURCES
except ImportError as error:
    raise ImportError(
        f"combin's kernels are not compiled in {__path__[0]}; run: pip install -e .  ({error})"
    ) from None

__all__ = ["SOURCES", "memory"]
