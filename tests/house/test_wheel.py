"""What a wheel holds beside the modules, and whether two builds are the same bytes.

A build of all kernels takes minutes: here it has one, and all are compiled alike.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

from combin.version import RELEASE

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
BUILD = """\
import sys
sys.argv = ["setup.py", "-q", "bdist_wheel", "--dist-dir", "dist"]
import setup
setup.KERNELS = ("parts",)
setup.main()
"""
EPOCH = "1600000000"  # the time of every file in the wheel


def built(place: Path) -> Path:
    """Return the wheel of a copy of the source, with one kernel and the shared module."""
    place.mkdir(parents=True)
    for name in ("combin", "_ext", "docs"):
        left_out = shutil.ignore_patterns("*.so", "__pycache__", "built.py")
        shutil.copytree(ROOT / name, place / name, ignore=left_out)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "MANIFEST.in"):
        shutil.copy(ROOT / name, place)
    environment = {**os.environ, "SOURCE_DATE_EPOCH": EPOCH, "PYTHONPATH": str(place)}
    build = [sys.executable, "-c", BUILD]
    done = subprocess.run(
        build, cwd=place, env=environment, capture_output=True, text=True, timeout=500
    )
    assert done.returncode == 0, done.stderr[-2000:]
    (wheel,) = (place / "dist").glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return built(tmp_path_factory.mktemp("wheels") / "one")


@pytest.mark.whole
@pytest.mark.slow
def test_two_builds_are_the_same_bytes(wheel, tmp_path):
    again = built(tmp_path / "another" / "place")
    assert wheel.name == again.name
    assert (
        hashlib.sha256(wheel.read_bytes()).digest() == hashlib.sha256(again.read_bytes()).digest()
    )


@pytest.mark.slow
def test_the_bill_of_materials_is_that_of_the_project(wheel):
    with ZipFile(wheel) as files:
        bill = json.loads(files.read(f"combin_exact-{RELEASE}.dist-info/sboms/combin.cdx.json"))
        record = files.read(f"combin_exact-{RELEASE}.dist-info/RECORD").decode()
        licence = files.read(
            f"combin_exact-{RELEASE}.dist-info/licenses/combin/render/cards/fonts/OFL.txt"
        )
    assert "sboms/combin.cdx.json,sha256=" in record
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    own = bill["metadata"]["component"]
    assert (own["name"], own["version"]) == (PROJECT["name"], RELEASE)
    (font,) = own["components"]
    assert f"(version {font['version']}," in licence.decode()
    needed = [one["properties"][0]["value"] for one in bill["components"]]
    assert needed == [line.replace(" ", "") for line in PROJECT["dependencies"]]
    assert bill["dependencies"][0]["dependsOn"] == [one["name"] for one in bill["components"]]


@pytest.mark.slow
def test_the_guides_are_in_the_wheel(wheel):
    with ZipFile(wheel) as files:
        names = {Path(name).name for name in files.namelist() if name.startswith("combin/guides/")}
    assert names == {path.name for path in (ROOT / "docs").glob("*.md")}


def test_every_place_has_the_version_and_the_requirements():
    """The recipe of conda packages and the citation repeat what pyproject.toml and version.py say."""
    recipe = (ROOT / "docs" / "packaging" / "recipe.yaml").read_text()
    assert f'version: "{RELEASE}"\n' in recipe
    assert f"\nversion: {RELEASE}\n" in (ROOT / "CITATION.cff").read_text()
    assert f'"version": "{RELEASE}"' in (ROOT / ".zenodo.json").read_text()
    assert f"\n## {RELEASE}" in (ROOT / "CHANGELOG.md").read_text()
    host, _, run = recipe.partition("  host:\n")[2].partition("  run:\n")
    built_with = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    needed = [f"    - {spaced(line)}\n" for line in PROJECT["dependencies"]]
    assert all(line in host and line in run for line in needed)
    assert all(f"    - {spaced(line)}\n" in host for line in built_with)
    assert f"    - python {PROJECT['requires-python']}\n" in run
    assert f"license: {PROJECT['license']}\n" in recipe


def spaced(requirement: str) -> str:
    """Return a requirement as recipes write it: ``click>=8.2`` -> ``click >=8.2``."""
    return re.sub(r"^([\w-]+)", r"\1 ", requirement).strip()


@pytest.mark.parametrize(
    ("workflow", "switch"), [("release", "PUBLISH_RELEASES"), ("pages", "PUBLISH_SITE")]
)
def test_workflows_that_publish_are_off_by_default(workflow, switch):
    """Every job of them waits for a variable of the repository, or for a job that does."""
    text = (ROOT / ".github" / "workflows" / f"{workflow}.yml").read_text()
    jobs = re.split(r"^  (?=\w+:$)", text.partition("\njobs:\n")[2], flags=re.MULTILINE)[1:]
    assert jobs
    for job in jobs:
        assert f"    if: vars.{switch} == 'true'\n" in job or "    needs: build\n" in job
    assert "pull_request" not in text and "password" not in text.replace("no password", "")
