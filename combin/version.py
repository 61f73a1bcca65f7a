"""Which combin this is: its release and the hash of the sources its kernels were compiled from."""

RELEASE = "0.2.0"


def version() -> str:
    """Return ``0.2.0+kernels.<hash>``."""
    from combin.kernels import SOURCES

    return f"{RELEASE}+kernels.{SOURCES}"
