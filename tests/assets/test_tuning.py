"""The stages of tuning: from charts that nothing is evaluated on to a row of the board that knows what it has seen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import yaml
from whole_plan import ROOT, run_plan

from assets._graphs import to_cell
from assets.machinery import Input, ItemRunner, Rows, StageRun
from assets.machinery.tuned_weights import identity_with, with_folders
from assets.tuning import check_tuning, tuning_sets
from diagramloop.data.sources import Chart, FcB
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.lineage import chart_fingerprint
from diagramloop.graph import FlowGraph
from diagramloop.graph.mermaid import read_mermaid
from tests.diagramloop.data.sources.inkml_pages import inkml

TRAINERS = [path.relative_to(ROOT) for path in (ROOT / "diagramloop" / "engines" / "tuning").glob("*.py")]
DRAWN = {"charts": "corpus", "look_options": {"engine": "graphviz"}}
SET: dict[str, Any] = {
    "make": "diagramloop.engines.tuning.figures:NodeInstances",
    "options": DRAWN,
    "train": 4,
    "validation": 2,
}
TRAINING: dict[str, Any] = {
    "make": "diagramloop.engines.tuning.segmentation:train",
    "checkpoint": "given",
    "steps": 2,
    "longest_side_px": 64,
    "precision": "float32",
}


def small_charts(folder: Path) -> Path:
    """Eight charts of three nodes, as the corpus has them on disk."""
    place = folder / "charts" / "small"
    place.mkdir(parents=True)
    for number in range(8):
        words = f"Take part {number}"
        (place / f"chart-{number}.mmd").write_text(f"flowchart LR; a[{words}] --> b{{Done?}}; b -- no --> c[Wait]")
    return folder


def made_set(
    folder: Path, node: dict[str, Any], evaluated: dict[str, Path] | None = None, charts: Path | None = None
) -> tuple[Path, Any]:
    folder.mkdir(parents=True)
    data = charts or small_charts(folder / "data")
    items = ItemRunner("tuning_sets@small", folder / "items.sqlite", "v1")
    inputs = {name: (Input({"source": "corpus"}, place),) for name, place in (evaluated or {}).items()}
    out = folder / "out"
    out.mkdir()
    run = StageRun({"model": "small"}, {"tuning.small.set": node}, inputs, data, out, items)
    return out, tuning_sets.body(run)


def test_a_set_is_the_same_when_made_again_and_coco_tools_read_it(tmp_path: Path) -> None:
    (one, report), (two, _) = (made_set(tmp_path / name, SET) for name in ("one", "two"))
    assert (report.items, report.done) == (6, 6)
    files = sorted(path.name for path in one.iterdir())
    assert "set.json" in files
    assert all((one / name).read_bytes() == (two / name).read_bytes() for name in files)
    coco = pytest.importorskip("pycocotools.coco", reason="pycocotools is not installed")
    read = coco.COCO(str(one / "instances_train.json"))
    rows = [row for row in Rows(one) if row["split"] == "train"]
    assert len(read.anns) == sum(len(row["objects"]) for row in rows)
    for annotation in list(read.anns.values())[:8]:
        assert read.annToMask(annotation).sum() == pytest.approx(annotation["area"], rel=0.05)


def evaluated_charts(folder: Path, count: int) -> Path:
    """The artifact of a board that is made of the first of these charts, drawn and worded in capitals."""
    folder.mkdir()
    graphs = [
        read_mermaid(path.read_text().upper().replace("FLOWCHART", "flowchart"))
        for path in sorted(small_charts(folder / "data").glob("charts/*/*.mmd"))[:count]
    ]
    return charts_artifact(folder, [("corpus", f"chart-{number}", graph) for number, graph in enumerate(graphs)])


def charts_artifact(folder: Path, charts: list[tuple[str, str, FlowGraph]]) -> Path:
    folder.mkdir(exist_ok=True)
    rows = [{"id": id, "source": source, "graph": to_cell(graph)} for source, id, graph in charts]
    pq.write_table(pa.Table.from_pylist(rows), folder / "part-00000.parquet")
    return folder


def drawn_by_hand(folder: Path) -> list[Chart]:
    """The same chart by ten writers, as FC_B has it on disk."""
    folder.mkdir(parents=True)
    for writer in range(10):
        (folder / f"writer{writer:03}_fc_001.inkml").write_text(inkml())
    return [chart for chart in FcB(folder).charts() if isinstance(chart, Chart)]


@pytest.mark.parametrize(("apart", "kept"), [("whole", 0), ("item", 8)])
def test_drawings_of_a_chart_that_others_drew_too_are_used_if_only_drawings_are_to_be_apart(
    tmp_path: Path, apart: str, kept: int
) -> None:
    two = [(chart.source, chart.id, chart.graph) for chart in drawn_by_hand(tmp_path / "hands")[:2]]
    evaluated = {"charts": charts_artifact(tmp_path / "evaluated", two)}
    options = {"charts": "diagramloop.data.sources.fc_b:FcB", "look": "own", "texts": "own"}
    node = {**SET, "options": options, "apart": apart, "train": 7, "validation": 1}
    if not kept:
        with pytest.raises(DiagramloopError, match="of 10 subjects, 10 of them evaluated on"):
            made_set(tmp_path / "set", node, evaluated, tmp_path / "hands")
        return
    out, report = made_set(tmp_path / "set", node, evaluated, tmp_path / "hands")
    assert (report.done, report.figures["left_out"]) == (8, 2)
    rows = list(Rows(out, ["subject", "things"]))
    assert {row["subject"] for row in rows} == {f"writer{writer:03}_fc_001" for writer in range(2, 10)}
    assert all(chart_fingerprint(two[0][2]) in row["things"] for row in rows)  # so that rows count it as seen


def test_the_splits_share_no_chart_and_evaluation_is_left_out(tmp_path: Path) -> None:
    six = {"charts": evaluated_charts(tmp_path / "six", 6)}
    out, report = made_set(tmp_path / "set", SET, six)
    assert report.figures["left_out"] == 6
    rows = list(Rows(out, ["split", "subject", "things"]))
    assert {row["subject"] for row in rows} == {"chart-6", "chart-7"}
    assert len({(row["split"], row["subject"]) for row in rows}) == 2
    with pytest.raises(DiagramloopError, match="of 8 subjects, 8 of them evaluated on, none is left for"):
        made_set(tmp_path / "none", SET, {"charts": evaluated_charts(tmp_path / "eight", 8)})


def test_names_of_tuned_weights_become_folders_and_their_records_decide_the_identity(tmp_path: Path) -> None:
    (tmp_path / "record.json").write_text("{}")
    options = {"agents": [{"checkpoint": "tuned/small", "device": "cpu"}], "model": "org/name"}
    folders = {"small": tmp_path}
    told = with_folders(options, folders)
    assert told == {"agents": [{"checkpoint": str(tmp_path), "device": "cpu"}], "model": "org/name"}
    with pytest.raises(DiagramloopError, match=r"choose tuning=\[small\]"):
        with_folders(options, {})
    first = identity_with("code", options, folders)
    (tmp_path / "record.json").write_text('{"other": 1}')
    assert len({first, identity_with("code", options, folders), "code"}) == 3
    assert identity_with("code", {"model": "org/name"}, folders) == "code"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"set": {**SET, "train": 0}}, "settings of a set of examples: train"),
        ({"set": {**SET, "make": "diagramloop.engines.tuning.figures:NoSuch"}}, "has no 'NoSuch'"),
        ({"training": {**TRAINING, "learning": 1}}, "settings of a tuning: learning"),
    ],
)
def test_mistakes_are_told_before_anything_runs(change: dict[str, Any], told: str) -> None:
    node = {"set": SET, "training": TRAINING}
    check_tuning(node)
    with pytest.raises(DiagramloopError, match=told):
        check_tuning({**node, **change})


def test_a_tuned_checkpoint_reads_the_corpus_and_its_row_knows_that_it_has_seen_none_of_it(tmp_path: Path) -> None:
    pytest.importorskip("trl", reason="the tuning extra is not installed")
    from tiny_checkpoints import save_tiny_mask2former

    save_tiny_mask2former(tmp_path / "checkpoint")
    training = {**TRAINING, "checkpoint": str(tmp_path / "checkpoint")}
    node = {"flow_mask2former": {"folder": str(small_charts(tmp_path / "data")), "set": SET, "training": training}}
    overrides = ["experiment=train_flow_mask2former", "parser=[hmas_flow_mask2former]", "sources.corpus.limit=2"]
    overrides += ["render.styles=[mono]", "render.engine=graphviz", "render.scale=0.5"]
    overrides += ["parsers.hmas_flow_mask2former.options.agents.shape_hunter.options.device=cpu"]
    left_out = ("leaderboard", "report", "prompts", "questions", "documents", "dialogues")
    left_out += ("dialogue_scores", "attribution_scores", "generation_scores", "answer_scores", "extraction_scores")
    made = run_plan(overrides, tmp_path / "plan", left_out, {"tuning": node})
    out, report = made["tuned@flow_mask2former"]
    assert report.done == 4
    assert {"mean_iou", "found"} <= report.figures.keys()
    record = json.loads((out / "record.json").read_text())
    assert {"model.safetensors", "curves.jsonl", "lineage.json"} <= record["sha256"].keys()
    assert "flow_mask2former" in (out / "MODEL_CARD.md").read_text()
    rows = json.loads((made["parsing_scores@corpus-hmas_flow_mask2former"][0] / "scores.json").read_text())
    assert {row["seen"] for row in _cells(rows)} == {0}


def _cells(scores: Any) -> list[dict[str, Any]]:
    """The cells of a board, wherever they lie in its file."""
    if isinstance(scores, dict):
        return [scores] if "seen" in scores else [cell for value in scores.values() for cell in _cells(value)]
    return [cell for value in scores for cell in _cells(value)] if isinstance(scores, list) else []


@pytest.mark.parametrize("file", sorted((ROOT / "conf" / "tuning").glob("*.yaml")), ids=lambda file: file.stem)
def test_every_shipped_tuning_can_be_read(file: Path) -> None:
    node = yaml.safe_load(file.read_text())
    chosen, settings = check_tuning(node)
    assert settings.make.partition(":")[0].replace(".", "/") + ".py" in map(str, TRAINERS)
    assert chosen.train >= chosen.validation
    assert node["folder"]
