"""Compiles the kernels in _ext/ into the package combin.kernels, writes beside them what they were
compiled from, puts the guides in docs/ into what is installed, and a bill of materials into the
wheel.

COMBIN_CHECKED=1 turns bounds checks and integer division checks on; COMBIN_CFLAGS and
COMBIN_LDFLAGS are added to the flags of the compiler and the linker. When one of these or a source
changes, every kernel is built anew.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
SOURCES = sorted([*HERE.glob("_ext/*.pxd"), *HERE.glob("_ext/*.pyx")], key=lambda path: path.name)
KERNELS = (
    "blocks",
    "boards",
    "cells",
    "community",
    "completions",
    "constants",
    "deal",
    "deals",
    "drawer",
    "draws",
    "ends",
    "faces",
    "flushes",
    "gains",
    "holds",
    "joint",
    "lines",
    "links",
    "listing",
    "matching",
    "memory",
    "opponents",
    "options",
    "pairs",
    "parts",
    "play",
    "pool",
    "pure",
    "record",
    "removal",
    "rows",
    "seen",
    "sets",
    "shoe",
    "showdowns",
    "solve",
    "splits",
    "stages",
    "starts",
    "streets",
    "traits",
    "turns",
    "unions",
    "walk",
)
# What Cython writes for memory views: compiled once, not once a kernel.
VIEWS = "combin.kernels.views"

CHECKED = os.environ.get("COMBIN_CHECKED") == "1"
CFLAGS = os.environ.get("COMBIN_CFLAGS", "").split()
LDFLAGS = os.environ.get("COMBIN_LDFLAGS", "").split()

# GCC 12.2 turns a sum of byte comparisons into its negative when it vectorizes straight-line code
# at -O3.
PORTABLE = ["/O2"] if sys.platform == "win32" else ["-O3", "-fno-tree-slp-vectorize", "-g0"]


def digest() -> str:
    """Return the hash of the kernels' sources, by which the tests notice a stale build."""
    return hashlib.blake2b(
        b"".join(path.read_bytes() for path in SOURCES), digest_size=8
    ).hexdigest()


class BuildKernels(build_ext):
    """Compiles the kernels; trusts no time stamp."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        record = f'"""Written by setup.py."""\n\nSOURCES = "{digest()}"\nCHECKED = {CHECKED}\n'
        stamp, now = Path(self.build_temp, "combin-kernels.txt"), f"{record}{CFLAGS}{LDFLAGS}"
        self.force = self.force or not stamp.is_file() or stamp.read_text() != now
        stamp.unlink(missing_ok=True)
        self.translate(Path(self.build_temp, "cython"))
        super().run()
        for folder in [self.build_lib, *([HERE] if self.inplace else [])]:
            Path(folder, "combin/kernels/built.py").write_text(record)
        stamp.write_text(now)

    def translate(self, folder: Path) -> None:
        *kernels, views = self.extensions
        shared = folder / f"{VIEWS}.c"  # Cython takes the name of the module from that of the file
        if self.force or not shared.is_file():
            folder.mkdir(parents=True, exist_ok=True)
            command = [sys.executable, "-m", "cython", f"--generate-shared={shared}"]
            subprocess.run(command, check=True)
        views.sources = [str(shared)]
        translated = cythonize(
            kernels,
            force=self.force,
            nthreads=os.cpu_count() or 1,
            build_dir=str(folder),
            include_path=["_ext"],
            show_all_warnings=False,
            shared_utility_qualified_name=VIEWS,
            compiler_directives={
                "language_level": 3,
                "boundscheck": CHECKED,
                "wraparound": False,
                "cdivision": not CHECKED,
                "freethreading_compatible": True,
            },
        )
        for kernel, found in zip(kernels, translated):
            kernel.sources = found.sources


class BuildGuides(build_py):
    """Puts the guides into the package, for the site that an installed combin writes; a checkout
    has them beside it.
    """

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        place = Path(self.build_lib, "combin/guides")
        self.mkpath(str(place))
        for guide in sorted(HERE.glob("docs/*.md")):
            self.copy_file(str(guide), str(place / guide.name))


class BuildWheel(bdist_wheel):
    """Writes a bill of materials into the wheel, where PEP 770 says: what the wheel holds that is
    not combin's own, and what it needs. It has no time and no random number, so that two builds are
    equal.
    """

    def write_wheelfile(self, folder: str, *others: str) -> None:
        super().write_wheelfile(folder, *others)
        place = Path(folder, "sboms", "combin.cdx.json")
        self.mkpath(str(place.parent))
        place.write_text(json.dumps(self.materials(), indent=1) + "\n")

    def materials(self) -> dict:
        """Return the bill, in CycloneDX."""
        own = self.distribution
        needs = [component(line) for line in own.install_requires]
        return {
            "bomFormat": "CycloneDX",
            "specVersion": "1.6",
            "version": 1,
            "metadata": {
                "component": {
                    "type": "library",
                    "bom-ref": "combin",
                    "name": own.get_name(),
                    "version": own.get_version(),
                    "purl": f"pkg:pypi/{own.get_name()}@{own.get_version()}",
                    "licenses": [{"license": {"id": "MIT"}}],
                    "components": [FONT],
                },
            },
            "components": needs,
            "dependencies": [{"ref": "combin", "dependsOn": [need["bom-ref"] for need in needs]}],
        }


FONT = {
    "type": "file",
    "bom-ref": "font",
    "name": "Combin Sans, the Latin part of Source Sans 3",
    "version": "3.052",
    "licenses": [{"license": {"id": "OFL-1.1-RFN"}}],
}


def component(line: str) -> dict:
    """Return a library that combin needs; line: its name and the versions that will do."""
    name = re.match(r"[\w.-]+", line)[0]
    return {
        "type": "library",
        "bom-ref": name,
        "name": name,
        "scope": "required",
        "purl": f"pkg:pypi/{name}",
        "properties": [{"name": "requirement", "value": line}],
    }


def extension(name: str, sources: list[str]) -> Extension:
    return Extension(
        name,
        sources,
        depends=[f"_ext/{path.name}" for path in SOURCES],
        extra_compile_args=[*PORTABLE, *CFLAGS],
        extra_link_args=LDFLAGS,
    )


def main() -> None:
    kernels = [extension(f"combin.kernels.{name}", [f"_ext/{name}.pyx"]) for name in KERNELS]
    setup(
        ext_modules=[*kernels, extension(VIEWS, [])],
        cmdclass={"build_ext": BuildKernels, "build_py": BuildGuides, "bdist_wheel": BuildWheel},
    )


if __name__ == "__main__":  # cythonize starts processes that import this file
    main()
