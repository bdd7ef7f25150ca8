"""The shipped papers are what their data sheet says."""

from __future__ import annotations

from collections import Counter

import pytest

from diagramloop.data.sources import Arxiv, Paper
from diagramloop.data.sources.papers import PaperReading
from diagramloop.data.sources.papers.framework_figure import ByFeatures
from diagramloop.evaluation.data_sets import shipped_corpus

for package in ("pylatexenc", "pdfplumber", "pypdfium2"):
    pytest.importorskip(package, reason="reading papers needs the extra 'papers'")

ROOT = shipped_corpus() / "papers"
MOST_BYTES = 1_500_000


@pytest.fixture(scope="module")
def readings() -> list[PaperReading]:
    rows = list(Arxiv(ROOT).readings())
    assert all(isinstance(row, PaperReading) for row in rows)
    return rows  # type: ignore[return-value]


@pytest.fixture(scope="module")
def papers(readings) -> list[Paper]:
    return [reading.paper for reading in readings]


@pytest.mark.long
def test_ten_papers_in_five_domains(papers):
    assert Counter(paper.domain for paper in papers) == {"cv": 2, "nlp": 2, "ml": 2, "ic": 2, "robotics": 2}
    assert {paper.licence for paper in papers} == {"CC-BY-4.0", "CC0-1.0"}
    assert sum(path.stat().st_size for path in ROOT.rglob("*") if path.is_file()) < MOST_BYTES


def test_every_paper_has_a_verified_graph_with_groups(papers):
    for paper in papers:
        assert paper.graph is not None
        assert 6 <= len(paper.graph.nodes) <= 16
        assert paper.graph.groups
        assert len(paper.graph.edges) >= 8


def test_boxes_lie_in_the_picture(papers):
    placed = 0
    for paper in papers:
        assert paper.graph is not None
        if paper.graph.size is None:
            continue
        width, height = (int.from_bytes(paper.picture[at : at + 4], "big") for at in (16, 20))
        assert paper.graph.size == (width, height)
        for node in paper.graph.nodes:
            assert node.box is not None
            assert 0 <= node.box[0] < node.box[2] <= width
            assert 0 <= node.box[1] < node.box[3] <= height
        placed += 1
    assert placed >= 4


def test_the_method_says_every_component(papers):
    """Each node's text stands in the paper, so that a planner can know of it."""
    for paper in papers:
        assert paper.graph is not None
        said = " ".join([paper.title, *(passage.text for passage in paper.passages)]).lower().replace("’", "'")
        for node in paper.graph.nodes:
            name = " ".join(node.text.lower().split()).replace("- ", "-")
            assert name in said, (paper.id, name)


def test_the_embedded_choice_finds_the_verified_figure(readings):
    for reading in readings:
        assert len(reading.manuscript.figures) >= 2
        assert ByFeatures().choose(reading.manuscript).figure == reading.choice.figure
        assert reading.paper.mentions
