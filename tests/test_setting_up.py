"""Setting up by `make`: with which Python, anew when, and of which files."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import distributions
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
HERE = "{}.{}".format(*sys.version_info[:2])
HASHES = "deployment/hashes.txt"
SETS_UP = "setting up .venv"
ANEW = "rm -rf .venv"
_NO_PIN = {"diagramloop", "pip"}  # the project, and what Python itself brings to install with

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="no make on this machine")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """All that make reads, with a .venv of this Python that is set up."""
    (tmp_path / HASHES).parent.mkdir()
    for name in ("Makefile", "pyproject.toml", HASHES):
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(ROOT / ".ci", tmp_path / ".ci")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    interpreter(tmp_path / ".venv/bin/python", sys.executable)
    told = make(tmp_path, "--eval=stamp: ; @echo $(INSTALLED)", "stamp")
    (tmp_path / told.stdout.split()[-1]).touch()
    return tmp_path


def interpreter(place: Path, program: str) -> Path:
    place.unlink(missing_ok=True)
    place.write_text(f'#!/bin/sh\nexec {program} "$@"\n', encoding="utf-8")
    place.chmod(0o755)
    return place


def pretended(place: Path, *version: int) -> Path:
    """An interpreter that says that it is of another version."""
    code = f"import sys; sys.version_info = {version!r}; exec(open(sys.argv[1]).read())"
    lines = ["#!/bin/sh", "[ $1 = -c ] && exit 0", f"exec {sys.executable} -c '{code}' \"$@\"", ""]
    place.write_text("\n".join(lines), encoding="utf-8")
    place.chmod(0o755)
    return place


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", "--no-print-directory", "-C", str(folder), *arguments], capture_output=True, text=True, check=False
    )


def planned(folder: Path, *arguments: str) -> str:
    told = make(folder, "--dry-run", "docs", *arguments)
    assert told.returncode == 0, told.stderr
    return told.stdout


def test_what_is_set_up_stays(checkout: Path) -> None:
    assert SETS_UP not in planned(checkout)
    assert SETS_UP not in planned(checkout, f"PYTHON={sys.executable}")


def gone(python: Path) -> None:
    python.unlink()
    python.symlink_to("/nowhere/python")


def of_another_python(python: Path) -> None:
    """The state after an upgrade: the same place, and no packages of .venv's."""
    interpreter(python, f"{sys.executable} -S -I")


def too_new(python: Path) -> None:
    pretended(python, 3, 14, 0)


@pytest.mark.parametrize("happens", [gone, of_another_python, too_new])
def test_a_venv_that_has_lost_its_python_is_made_anew(checkout: Path, happens: Callable[[Path], None]) -> None:
    happens(checkout / ".venv/bin/python")
    plan = planned(checkout)
    assert SETS_UP in plan
    assert ANEW in plan


def test_a_change_of_what_is_installed_goes_into_the_venv_that_there_is(checkout: Path) -> None:
    with (checkout / HASHES).open("a", encoding="utf-8") as file:
        file.write("# more\n")
    plan = planned(checkout)
    assert SETS_UP in plan
    assert ANEW not in plan


def test_another_python_that_is_named_is_taken(checkout: Path) -> None:
    version = (3, 13, 99) if HERE != "3.13" else (3, 12, 99)
    assert ANEW in planned(checkout, f"PYTHON={pretended(checkout / 'other', *version)}")


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 10, 13), (3, 14, 0), (4, 0, 0)])
def test_a_python_that_will_not_do_is_refused_in_a_sentence_and_nothing_is_lost(
    checkout: Path, version: tuple[int, ...]
) -> None:
    told = make(checkout, "docs", f"PYTHON={pretended(checkout / 'other', *version)}")
    assert told.returncode != 0
    assert "error: Python 3.11, 3.12 or 3.13 is needed" in told.stderr
    assert (checkout / ".venv/bin/python").exists()


@pytest.mark.parametrize(("version", "warned"), [((3, 11, 7), True), ((3, 13, 5), True), ((3, 12, 99), False)])
def test_an_old_patch_is_warned_of_in_a_sentence(checkout: Path, version: tuple[int, ...], warned: bool) -> None:
    pretended(checkout / ".venv/bin/python", *version)
    told = make(checkout, "--dry-run", "docs")
    assert [line for line in told.stderr.splitlines() if line.startswith("warning: Python")] == told.stderr.splitlines()
    assert len(told.stderr.splitlines()) == warned


def pins(text: str) -> dict[str, str]:
    return dict(re.findall(r"^([A-Za-z0-9._-]+)==(\S+)", text, re.MULTILINE))


def test_every_pin_has_the_hashes_of_its_files() -> None:
    constraints, hashes = ((ROOT / name).read_text(encoding="utf-8") for name in ("constraints.txt", HASHES))
    assert pins(hashes) == pins(constraints), "run `make hashes`"
    entries = re.split(r"\n(?! )", hashes.rstrip("\n"))
    whole = re.compile(r"\S+==\S+( \\\n {4}--hash=sha256:[0-9a-f]{64})+")
    assert [entry[:80] for entry in entries if not whole.fullmatch(entry)] == []
    assert "://" not in hashes


def test_everything_that_is_installed_has_a_pin() -> None:
    known = {canonicalize_name(name): version for name, version in pins((ROOT / HASHES).read_text("utf-8")).items()}
    installed = {
        canonicalize_name(one.name): one.version
        for one in distributions()
        if "site-packages" in str(one.locate_file(""))
    }
    assert {name: version for name, version in installed.items() if known.get(name) != version}.keys() <= _NO_PIN
