"""The root holds nothing that the design note on it does not explain, and a front page that is read to its end."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
TITLE = "## The root"
MOST_README_LINES = 130


def explained() -> set[str]:
    """The entries that the table of the note names in its first column."""
    table = (ROOT / "design" / "architecture.md").read_text(encoding="utf-8").partition(TITLE)[2].partition("\n## ")[0]
    rows = [line.split("|")[1:3] for line in table.splitlines() if line.startswith("| `")]
    return {name for names, reason in rows if reason.strip() for name in re.findall(r"`([^`]+)`", names)}


def test_every_entry_of_the_root_is_there_for_a_reason_and_every_reason_is_for_an_entry() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert {name.partition("/")[0] for name in listed.split("\0") if name} == explained()


def test_the_front_page_stays_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= MOST_README_LINES
