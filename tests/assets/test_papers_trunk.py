"""The trunk on the shipped papers: planned, drawn, read back, measured, scored; the controls stand where they must."""

from __future__ import annotations

import json
from pathlib import Path

import networkx as nx
import pytest
from whole_plan import run_plan

from assets._graphs import from_cell
from assets._scores import item_values
from assets.machinery import Rows, StageReport
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.graph import FlowGraph

pytest.importorskip("pypdfium2", reason="papers are read with diagramloop[papers]")

CONTROLS = ("source_figure", "reference", "shuffled", "reversed", "complete", "duplicated", "noise", "empty")
SYSTEMS = ("graphviz", *CONTROLS)
Made = dict[str, tuple[Path, StageReport]]


@pytest.fixture(scope="module")
def trunk(tmp_path_factory: pytest.TempPathFactory) -> Made:
    overrides = ["experiment=sciflow", f"generator=[{','.join(SYSTEMS)}]", "parser=[hmas_embedded]"]
    overrides += ["sources.papers.limit=1", "score.similarity=lexical"]
    return run_plan(overrides, tmp_path_factory.mktemp("trunk"))


def values(trunk: Made, metric: str) -> dict[str, float | None]:
    rows = json.loads((trunk["leaderboard"][0] / "leaderboard.json").read_text())
    return {row["system"]: row["value"] for row in rows if (row["task"], row["metric"]) == ("generation", metric)}


def test_every_paper_has_a_picture_a_reference_and_one_prompt_for_all(trunk: Made) -> None:
    papers, references, prompts = (
        {row["id"]: row for row in Rows(trunk[name][0])}
        for name in ("papers@papers", "canonical_graphs@papers", "prompts@papers")
    )
    assert set(papers) == set(references) == set(prompts)
    assert all(row["picture"]["bytes"].startswith(b"\x89PNG") and row["passages"] for row in papers.values())
    assert all(row["method"] and row["text"] for row in prompts.values())


def test_the_controls_stand_where_they_must(trunk: Made) -> None:
    graph = values(trunk, "sciflow/graph")
    edges = values(trunk, "sciflow/edge_f1")
    assert set(graph) == {"gold", *SYSTEMS}
    best = max(value for system, value in graph.items() if value is not None and system != "gold")
    assert graph["gold"] == 1.0
    assert best == max(graph["source_figure"] or 0, graph["reference"] or 0)
    assert (edges["shuffled"] or 0) < (edges["reference"] or 0)
    assert (graph["complete"] or 0) < (graph["source_figure"] or 0)
    assert (graph["duplicated"] or 0) < (graph["source_figure"] or 0)
    assert graph["noise"] == graph["empty"] == min(value for value in graph.values() if value is not None)


def test_reversed_edges_are_no_edges_where_nothing_runs_in_a_circle(trunk: Made) -> None:
    """A path-aware metric finds each edge of a circle in both directions."""
    references = {row["id"]: from_cell(row["graph"]) for row in Rows(trunk["canonical_graphs@papers"][0])}
    scores = item_values(trunk["generation_scores@papers-reversed-hmas_embedded"][0], "sciflow/edge_f1")
    straight = {id for id, graph in references.items() if nx.is_directed_acyclic_graph(nx.DiGraph(arcs(graph)))}
    assert straight
    assert {scores[id] for id in straight} == {0.0}


def arcs(graph: FlowGraph) -> list[tuple[str, str]]:
    return [arc for edge in graph.edges for arc in edge.arcs()]


def test_what_needs_weights_says_so(trunk: Made) -> None:
    rows = json.loads((trunk["leaderboard"][0] / "leaderboard.json").read_text())
    overall = [row for row in rows if row["metric"] == "sciflow/overall" and row["system"] == "graphviz"]
    assert [row["value"] for row in overall] == [None]
    assert "no judge is configured" in overall[0]["reason"]
    assert "CLIP" in overall[0]["reason"]


def test_the_page_is_written(trunk: Made) -> None:
    page, done = trunk["report"]
    assert done.items > 0
    assert (page / "index.html").is_file()


@pytest.mark.long
def test_people_may_judge_a_board(tmp_path: Path) -> None:
    folder = tmp_path / "people"
    folder.mkdir()
    labels = {"source_figure": "good", "shuffled": "fair", "empty": "bad"}
    ids = sorted(path.name for path in (shipped_corpus() / "papers").iterdir() if path.is_dir())
    rows = [f"{id},{system},{judge},{label}" for id in ids for system, label in labels.items() for judge in ("a", "b")]
    rows += ["nonsense"]
    (folder / "judgements.csv").write_text("item,system,judge,label\n" + "\n".join(rows) + "\n")
    board = "papers/hmas_embedded"
    overrides = ["experiment=sciflow", f"generator=[{','.join(labels)}]", "sources.papers.limit=3"]
    overrides += ["score.similarity=lexical", f"+judgements={{people: {{board: {board}, folder: {folder}}}}}"]
    made = run_plan(overrides, tmp_path / "run")
    found = json.loads((made["human_agreement@people"][0] / "agreement.json").read_text())
    assert found["judges"]["alpha"] == 1.0
    values = {(one["metric"], one["coefficient"]): one["value"] for one in found["correlations"]}
    assert values["sciflow/graph", "spearman"] > 0.8
    assert made["human_agreement@people"][1].rejected == {"invalid": 1}
    page = "".join(path.read_text() for path in made["report"][0].rglob("*.html"))
    assert "Metrics beside human judgement: people" in page
