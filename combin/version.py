"""The version of combin: its release and the hash of the sources of its kernels."""

RELEASE = "0.2.0"
YEAR = "2026"


def version() -> str:
    """Return ``0.2.0+kernels.<hash>``."""
    from combin.kernels import SOURCES

    return f"{RELEASE}+kernels.{SOURCES}"
