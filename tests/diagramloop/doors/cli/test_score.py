"""``diagramloop score``: a chart or a folder of them against the gold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.diagramloop.doors.cli.command import CHART, run


def test_score_of_a_chart_against_itself_is_one(chart: Path) -> None:
    result = run("score", "--pred", chart, "--gold", chart, "--format", "json", "-m", "sciflow/graph", "-m", "edge_f1")
    assert result.exit_code == 0, result.stderr
    scored = {row["metric"]: row for row in json.loads(result.stdout)}
    assert scored["sciflow/graph"]["value"] == 1.0
    assert scored["edge_f1"]["value"] == 1.0
    assert scored["edge_f1"]["similarity"] == "lexical"  # no boxes: met by text
    assert scored["sciflow/graph"]["similarity"].startswith("sentence:")  # each metric has its own


def test_score_pairs_folders_by_stem_and_counts_what_is_not_predicted(chart: Path, tmp_path: Path) -> None:
    gold, pred, out = tmp_path / "gold", tmp_path / "pred", tmp_path / "out"
    gold.mkdir()
    pred.mkdir()
    for name in ("one", "two"):
        (gold / f"{name}.mmd").write_text(CHART)
    (pred / "one.mmd").write_text(CHART)
    (gold / "notes.txt").write_text("not a graph")
    result = run("score", "-p", pred, "-g", gold, "-f", "json", "-m", "sciflow/graph", "-o", out)
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)[0]["value"] == 0.5
    assert sorted(f.name for f in out.iterdir()) == ["one.json", "two.json"]


def test_score_names_the_prediction_that_is_broken_and_counts_it_as_nothing(tmp_path: Path) -> None:
    gold, pred = tmp_path / "gold", tmp_path / "pred"
    for folder in (gold, pred):
        folder.mkdir()
        (folder / "good.mmd").write_text(CHART)
        (folder / "bad.mmd").write_text(CHART)
    (pred / "bad.mmd").write_text("")
    result = run("score", "-p", pred, "-g", gold, "-f", "json", "-m", "edge_f1")
    assert result.exit_code == 0
    assert f"1 of 2: {pred / 'bad.mmd'} (the document is empty)" in result.stderr
    assert json.loads(result.stdout)[0]["n"] == 2


def test_score_loses_no_prediction_of_a_name_that_another_has(chart: Path, tmp_path: Path) -> None:
    for name in ("pred/a/chart.mmd", "pred/b/chart.mmd", "gold/chart.mmd", "gold/other.mmd"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(CHART)
    result = run("score", "-p", tmp_path / "pred/a", "-p", tmp_path / "pred/b", "-g", tmp_path / "gold")
    assert result.exit_code == 2
    assert "two predictions are named" in result.stderr
    result = run("score", "-p", tmp_path / "pred", "-g", chart)
    assert result.exit_code == 2  # graphs only in folders of the folder: not zero for all


def test_a_score_of_nothing_is_no_table(tmp_path: Path) -> None:
    (tmp_path / "empty.mmd").write_text("")
    result = run("score", "--pred", tmp_path / "empty.mmd", "--gold", tmp_path / "empty.mmd")
    assert (result.exit_code, result.stdout) == (1, "")


def test_score_by_a_model_that_is_none_is_an_error_in_one_line(chart: Path, tmp_path: Path) -> None:
    pytest.importorskip("sentence_transformers", reason="needs the extra 'models'")
    result = run("score", "-p", chart, "-g", chart, "--similarity", tmp_path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("diagramloop score: missing: sentence model")
    assert len(result.stderr.splitlines()) == 1


def test_score_names_the_metrics_when_asked_for_another(chart: Path) -> None:
    result = run("score", "-p", chart, "-g", chart, "-m", "beauty")
    assert result.exit_code == 2
    assert "edge_f1" in result.stderr


def test_procedural_graphs_are_scored_and_triples_as_they_are_written(tmp_path: Path) -> None:
    pytest.importorskip("spacy")
    gold, pred = tmp_path / "gold.triples", tmp_path / "pred.triples"
    gold.write_text("Start -> pay\npay -> DataObject(the list)\npay -> End")
    pred.write_text(gold.read_text().replace("list)", "list"))  # an action to the reader of graphs
    asked = ("-m", "paged_official/data_f1", "-m", "paged_official/macro_f1", "-m", "strict/data_f1", "-m", "edge_f1")
    for answer, data in ((gold, 1.0), (pred, 0.0)):
        result = run("score", "-p", answer, "-g", gold, "-f", "json", *asked)
        assert result.exit_code == 0, result.stderr
        found = {row["metric"]: row["value"] for row in json.loads(result.stdout)}
        assert found.keys() == set(asked[1::2])
        assert found["paged_official/data_f1"] == data


def test_metrics_of_more_than_two_graphs_are_a_usage_error(chart: Path) -> None:
    result = run("score", "-p", chart, "-g", chart, "-m", "dialogue/tnga")
    assert result.exit_code == 2
    assert "diagramloop evaluate" in " ".join(result.stderr.replace("│", " ").split())  # in a box, which breaks lines
