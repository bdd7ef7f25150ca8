"""A language model judges the simulated user, where one is configured; without it the metric says so."""

from __future__ import annotations

import json
from typing import Any

import pytest
from scripted_endpoint import ScriptedEndpoint, Status

from assets._dialogues import dialogue_form
from assets._graphs import to_cell
from assets.dialogue_scores import score
from diagramloop.data.sources import Chart, Dialogue, open_dialogues
from diagramloop.evaluation.data_sets import shipped_corpus

pytest.importorskip("openai", reason="models are asked with diagramloop[chat]")

CORPUS = shipped_corpus()


WRONG = {"answer": None, "standing": "wrong", "reason": "refused", "detail": ""}


def judge(endpoint: ScriptedEndpoint) -> dict[str, Any]:
    return {"model": "j", "base_url": endpoint.base_url, "key_env": "", "attempts": 1}


@pytest.fixture
def item() -> dict[str, Any]:
    source = open_dialogues("corpus", CORPUS)
    dialogue = next(found for found in source.dialogues() if isinstance(found, Dialogue))
    charts = {chart.id: chart for chart in source.charts() if isinstance(chart, Chart)}
    graph = to_cell(charts[dialogue.chart].graph)
    reference = dialogue_form.dump_json(dialogue).decode()
    return {"id": "d", "chart": "d", "data": "x", "voice": "", "graph": graph, "dialogue": reference}


def faithfulness(item: dict[str, Any], judge: dict[str, Any] | None) -> tuple[float, str, str]:
    rows = score({**item, **WRONG}, judge)
    (row,) = (row for row in rows if row["metric"] == "dialogue/faithfulness")
    return row["correct"], row["similarity"], row["missing"]


def test_the_judge_is_asked_about_what_the_users_said(
    item: dict[str, Any], scripted_endpoint: ScriptedEndpoint
) -> None:
    scripted_endpoint.script = ["It contradicts. [1]"]
    assert faithfulness(item, judge(scripted_endpoint)) == (0, "j", "")
    opening = dialogue_form.validate_json(item["dialogue"]).opening
    said = json.loads(scripted_endpoint.requests[0]["messages"][1]["content"])
    assert said["facts"][0] == said["statements"]["1"] == opening
    scripted_endpoint.script = ["[]"]
    assert faithfulness(item, judge(scripted_endpoint)) == (1, "j", "")


def test_what_the_judge_cannot_say_is_missing_and_all_else_is_scored(
    item: dict[str, Any], scripted_endpoint: ScriptedEndpoint
) -> None:
    scripted_endpoint.script = [Status(400, {"error": {"message": "no such model"}})]
    assert "no such model" in faithfulness(item, judge(scripted_endpoint))[2]
    assert "not judged" in faithfulness(item, None)[2]
    rows = score({**item, **WRONG}, judge(scripted_endpoint))
    assert [row["metric"] for row in rows if "no such model" in row["missing"]] == ["dialogue/faithfulness"]
