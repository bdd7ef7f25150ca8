"""The same items of every system, worst of all systems together first."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pytest

from assets._scores import SCORE_ROWS
from assets._shown_samples import shown_samples
from assets.machinery import Input, StageRun
from assets.machinery.tables import ShardWriter, write_rejected
from diagramloop.report import Sample

SCORES = {"a": {"x": 1.0, "y": 0.5, "z": 0.0}, "b": {"x": 0.0, "y": 0.1, "z": None}}


def made(folder: Path, stage: str, parser: str) -> Input:
    place = folder / stage / parser
    place.mkdir(parents=True)
    write_rejected(place, [{"id": "z", "reason": "timeout", "detail": "60 s"}] if parser == "b" else [])
    return Input({"source": "s", "parser": parser}, place)


def scored(folder: Path, parser: str) -> Input:
    artifact = made(folder, "parsing_scores", parser)
    rows = [
        {
            **{"id": id, "data": "s", "chart": id, "metric": "edge_f1", "similarity": ""},
            **dict.fromkeys(("correct", "found"), value or 0.0),
            **dict.fromkeys(("predicted", "gold"), 1.0),
            **{"missing": "" if value is not None else "no", "strata": json.dumps({"difficulty": "easy"})},
        }
        for id, value in SCORES[parser].items()
    ]
    with ShardWriter(artifact.folder, SCORE_ROWS) as writer:
        writer.write(pa.RecordBatch.from_pylist(rows, SCORE_ROWS))
    return artifact


def test_all_systems_show_the_items_that_all_together_do_worst(tmp_path: Path) -> None:
    parsed = tuple(made(tmp_path, "parsed_figures", parser) for parser in SCORES)
    inputs = {"parsed_figures": parsed, "parsing_scores": tuple(scored(tmp_path, parser) for parser in SCORES)}
    run = StageRun({}, {}, inputs, None, tmp_path, None)  # type: ignore[arg-type]
    one, other = shown_samples(run, parsed, "parsing_scores", "edge_f1", "parser", 2)
    assert one.scores == {"z": 0.0, "y": 0.5}
    assert list(other.scores) == ["z", "y"]
    assert other.scores["z"] is None
    assert other.refused == {"z": "timeout: 60 s"}
    assert one.facets["y"] == {"difficulty": "easy"}
    assert other.every == {"z": {"edge_f1": None}, "y": {"edge_f1": pytest.approx(0.1)}}
    plain = Sample("parsing", "s", "b", "y", "edge_f1", 0.1)
    assert other.scored("y", plain).scores == other.every["y"]


def test_controls_show_the_same_items_and_decide_on_none(tmp_path: Path) -> None:
    parsed = tuple(made(tmp_path, "parsed_figures", parser) for parser in SCORES)
    inputs = {"parsed_figures": parsed, "parsing_scores": tuple(scored(tmp_path, parser) for parser in SCORES)}
    run = StageRun({}, {}, inputs, None, tmp_path, None)  # type: ignore[arg-type]
    for controls, worst in (({"a"}, ["z", "x"]), ({"b"}, ["z", "y"]), ({"a", "b"}, ["z", "y"])):
        for shown in shown_samples(run, parsed, "parsing_scores", "edge_f1", "parser", 2, controls):
            assert list(shown.scores) == worst
