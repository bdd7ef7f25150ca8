"""The pages of replicated papers are what the command makes of what is recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from diagramloop.evaluation.published.book import published
from diagramloop.evaluation.published.pages import findings_page, paper_page
from diagramloop.evaluation.published.replication import Replication, replicate
from diagramloop.report import read_rows


@pytest.fixture(scope="module")
def replications(root: Path) -> tuple[Replication, ...]:
    return replicate("all", read_rows((root / "docs/results/replicated.json").read_text("utf-8")))


def test_every_paper_has_its_page_and_no_other(root: Path, replications: tuple[Replication, ...]) -> None:
    pages = {f"{replication.paper}.md": paper_page(replication) for replication in replications}
    pages["found.md"] = findings_page(replications)
    assert {path.name: path.read_text("utf-8") for path in (root / "docs/papers").glob("*.md")} == pages


def test_what_is_measured_here_stands_in_the_pages(replications: tuple[Replication, ...]) -> None:
    measured = {here.table.data for replication in replications for here in replication.tables if here.ours}
    assert measured == {"flowexplainbench", "flodial", "pfdial", "paged"}


def test_every_paper_of_the_docs_is_replicated(root: Path) -> None:
    page = (root / "docs/papers.md").read_text("utf-8")
    for paper in published().papers.values():
        assert f"\n## {paper.name}\n" in page
        assert f"*{paper.title}*" in " ".join(page.split()) or f"*{paper.title}.*" in " ".join(page.split())
