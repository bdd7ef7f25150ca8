"""Recorded boards are the boards, and the pages hold no figure that no record has."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.report import write_rows
from pipelines.project import Project, ProjectError
from pipelines.records import read_record, record, shown, stale_pages, write_pages
from pipelines.results_page import BEGIN, END, page, with_table

ROOT = Path(__file__).parents[2]
ROW = LeaderboardRow("parsing", "corpus/multi", "mine", "edge_f1", 0.9, 0.85, 0.95, 41, items=41, scored=41)
SHOWN = """records:
  corpus: {title: Corpus, command: make leaderboard, about: Ours.}
readme:
  - {what: a chart, record: corpus, task: parsing, data: corpus/multi, system: mine}
"""
CELL = {"what": "a chart", "record": "corpus", "task": "parsing", "data": "corpus/multi", "system": "mine"}


@pytest.fixture
def recorded(tmp_path: Path) -> Project:
    """A project whose last board, recorded as ``corpus``, has a system, the gold, and a metric that is not shown."""
    rows = [ROW, replace(ROW, system="gold", value=1.0, low=1.0, high=1.0, control=True)]
    files = {
        "docs/results/shown.yaml": SHOWN,
        "docs/results.md": "",
        "README.md": f"# A\n{BEGIN}\nold\n{END}\nrest\n",
        "params.yaml": "composed_from: [render.seed=7]\n",
        "artifacts/leaderboard/leaderboard.json": write_rows([*rows, replace(ROW, metric="node_kind")]),
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    project = Project(tmp_path)
    record(project, "corpus", project)
    return project


def test_a_record_is_the_rows_that_the_board_shows_first(recorded: Project) -> None:
    made = read_record(recorded, "corpus")
    assert made is not None
    assert {row.metric for row in made.rows} == {"edge_f1"}
    assert ROW in made.rows
    assert made.overrides == ("render.seed=7",)
    assert read_record(recorded, "other") is None


def test_the_pages_are_made_of_records_alone(recorded: Project) -> None:
    assert sorted(stale_pages(recorded)) == ["README.md", "results.md"]
    write_pages(recorded)
    assert not stale_pages(recorded)
    readme = (recorded.root / "README.md").read_text()
    assert "| a chart | corpus/multi | mine | `edge_f1` | 0.900 ±0.050 | 41 | none |" in readme
    assert readme.endswith(f"{END}\nrest\n")
    assert "old" not in readme
    results = (recorded.root / "docs" / "results.md").read_text()
    assert "| 1 | mine | 0.900 ±0.050 |" in results
    assert "|  | *gold* | 1.000 |" in results


def test_what_is_not_of_all_items_says_so(recorded: Project) -> None:
    part = replace(ROW, scored=40, failed=1, reason="1 of 41 failed: timed out")
    made = read_record(recorded, "corpus")
    assert made is not None
    text = page(shown(recorded)["records"], {"corpus": replace(made, rows=(part,))})
    assert "|  | mine | 0.900 ±0.050 (40 of 41) |" in text
    assert "- mine: 1 of 41 failed: timed out." in text


@pytest.mark.parametrize("readme", ["", f"{BEGIN}", f"{BEGIN}{END}{BEGIN}{END}"])
def test_a_readme_without_the_marks_is_refused(recorded: Project, readme: str) -> None:
    with pytest.raises(ProjectError, match="once each"):
        with_table(readme, [CELL], {})


def test_what_there_is_not_is_refused(recorded: Project) -> None:
    with pytest.raises(ProjectError, match="shows no record 'other'; it shows corpus"):
        record(recorded, "other", recorded)
    with pytest.raises(ProjectError, match="refresh first"):
        record(recorded, "corpus", Project(recorded.root / "docs"))
    made = read_record(recorded, "corpus")
    assert made is not None
    with pytest.raises(ProjectError, match="no yours in parsing on corpus/multi of corpus"):
        with_table(f"{BEGIN}{END}", [{**CELL, "system": "yours"}], {"corpus": made})


def test_this_projects_pages_are_what_its_records_make_of_them() -> None:
    assert not stale_pages(Project(ROOT))


def test_the_readme_types_no_result() -> None:
    readme = (ROOT / "README.md").read_text()
    outside = re.sub(f"{re.escape(BEGIN)}.*?{re.escape(END)}", "", readme, flags=re.DOTALL)
    assert not re.findall(r"\b[01]\.\d{2,}", outside)
    assert len(readme.splitlines()) <= 130
