"""The compiled kernels; only what counts, solves, settles and records in bulk imports them."""

try:
    from combin.kernels import boards, deals, lines, memory, play, pool, record, removal, rows, solve, traits, walk
    from combin.kernels.built import SOURCES
except ImportError as error:
    raise ImportError(f"combin's kernels are not compiled in {__path__[0]}; run: pip install -e .  ({error})") from None

__all__ = [
    "SOURCES", "boards", "deals", "lines", "memory", "play", "pool", "record", "removal", "rows", "solve", "traits", "walk",
]  # fmt: skip
