"""Compiles the kernels in _ext/ into the package combin.kernels."""

import hashlib
import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

HERE = Path(__file__).parent
SOURCES = sorted((HERE / "_ext").glob("*.p[xy][xd]"))
KERNELS = ("walk", "removal", "boards", "rows", "solve")
CHECKED = os.environ.get("COMBIN_CHECKED") == "1"  # bounds checks on, for the tests of the kernels themselves

# GCC 12.2 turns a sum of byte comparisons into its negative when it vectorizes straight-line code at -O3.
FLAGS = ["-O3", "-fno-tree-slp-vectorize"]


def digest() -> str:
    """Return the hash of the kernels' sources, by which a test notices a stale build."""
    return hashlib.blake2b(b"".join(path.read_bytes() for path in SOURCES), digest_size=8).hexdigest()


def extension(name: str) -> Extension:
    return Extension(
        f"combin.kernels.{name}",
        [f"_ext/{name}.pyx"],
        depends=[f"_ext/{path.name}" for path in SOURCES],
        extra_compile_args=["/O2"] if sys.platform == "win32" else [*FLAGS, *os.environ.get("COMBIN_CFLAGS", "").split()],
        extra_link_args=os.environ.get("COMBIN_LDFLAGS", "").split(),
    )


def main() -> None:
    (HERE / "combin/kernels/built.py").write_text(f'"""Written by setup.py."""\n\nSOURCES = "{digest()}"\n')
    directives = {
        "language_level": 3,
        "boundscheck": CHECKED,
        "wraparound": False,
        "cdivision": not CHECKED,
        "freethreading_compatible": True,
    }
    setup(
        ext_modules=cythonize(
            [extension(name) for name in KERNELS],
            nthreads=os.cpu_count() or 1,
            include_path=["_ext"],
            compiler_directives=directives,
            force=CHECKED,
        )
    )


if __name__ == "__main__":
    main()
