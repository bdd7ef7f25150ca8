"""The papers' terms lead to what is there, and no section, table or figure of theirs is passed over."""

from __future__ import annotations

import fnmatch
import re
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name

import pytest

from diagramloop.scores.registry import METRICS

ROOT = Path(__file__).parents[2]
PAGES = ("papers.md", "reference/metric_formulas.yaml", "guides/add-a-row.md", "guides/use-one-tool.md")
SECTION = r"[1-9A-D](?:\.\d)*"


@dataclass(frozen=True)
class Contents:
    """The contents of a paper: sections, of which those with parts stand as their parts; last table and figure."""

    sections: str
    tables: int
    figures: int


PAPERS = {
    "SciFlow-Bench": Contents("1 2 3.1 3.2 3.3 4.1 4.2 4.3 4.4 5.1 5.2 5.3 6 A.1 A.2 A.3 A.4 A.5 B C D", 4, 6),
    "DiagramEval": Contents("1 2 3 4.1 4.2 5.1 5.2 5.3 5.4 5.5 6 A.1 A.2 A.3", 2, 8),
    "Follow the Flow": Contents(
        "1 2 3 4.1 4.2 4.3 5.1 5.2 5.3 6.1 6.2 7 8 9 A.1 A.2 A.3 A.4 A.5 B.1 B.2 B.3 C.1 C.2 C.3 D", 7, 29
    ),
    "FloCA": Contents("1 2 3 4.1 4.2 4.3 4.4 5.1 5.2 6.1 6.2 6.3 6.4 7", 3, 4),
    "text2flow": Contents(
        "1 2 3 4.1 4.2 4.3.1 4.3.2 4.3.3 4.4 5.1 5.2 5.3 5.4 5.5 5.6 5.7 6 7 8 A B C D", 4, 4
    ),
}  # fmt: skip


def names() -> list[str]:
    text = "\n".join((ROOT / "docs" / page).read_text("utf-8") for page in PAGES)
    return sorted(set(re.findall(r"`(diagramloop(?:\.\w+)+)`", text)))


def part(paper: str) -> str:
    page = (ROOT / "docs" / "papers.md").read_text("utf-8")
    return page.partition(f"\n## {paper}\n")[2].partition("\n## ")[0]


def sections_named(text: str) -> set[str]:
    """Sections in the column of terms, behind the number of a table or figure, and in the sentence of the others."""
    columns = re.findall(r"^\|[^|]*\|([^|]*)\|[^|]*\|$", text, re.MULTILINE)
    brackets = re.findall(r"^\| (?:Table|Figure) \d+ \(([^)]*)\)", text, re.MULTILINE)
    nothing = re.findall(r"^Sections (.*?) \(", text, re.MULTILINE)
    return set(re.findall(SECTION, " ".join([*columns, *brackets, *nothing])))


@pytest.mark.parametrize("name", names())
def test_every_module_and_class_that_is_named_exists(name: str) -> None:
    try:
        resolve_name(name)
    except AttributeError:
        _skip_without_extra(name)
        raise


def _skip_without_extra(name: str) -> None:
    """Skip where a module is there, and what it imports is not."""
    try:
        import_module(name)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "diagramloop":
            pytest.skip(f"{name} needs an extra: there is no {error.name}")


@pytest.mark.parametrize("paper", PAPERS)
def test_every_table_and_figure_has_its_command_or_its_reason(paper: str) -> None:
    rows = re.findall(r"^\| (Table|Figure) (\d+) \(.*\|(.*)\|$", part(paper), re.MULTILINE)
    for kind, last in (("Table", PAPERS[paper].tables), ("Figure", PAPERS[paper].figures)):
        assert [int(number) for word, number, _ in rows if word == kind] == list(range(1, last + 1))
    assert all(told.strip() for _, _, told in rows)


@pytest.mark.parametrize("column", re.findall(r"`((?:dialogue|attribution)/[\w*]+)`", "".join(map(part, PAPERS))))
def test_every_column_that_is_named_is_on_the_boards(column: str) -> None:
    assert fnmatch.filter(METRICS, column)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_section_is_named(paper: str) -> None:
    assert set(PAPERS[paper].sections.split()) <= sections_named(part(paper))


@pytest.mark.parametrize("path", re.findall(r"`((?:diagramloop|conf|diagnosis)/[\w./]+)`", "".join(map(part, PAPERS))))
def test_every_file_and_folder_that_is_named_exists(path: str) -> None:
    assert (ROOT / path).exists()
