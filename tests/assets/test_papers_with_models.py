"""The trunk with a model in every role, all of them on one local server that speaks the real protocols."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw
from scripted_endpoint import ScriptedEndpoint, Status
from whole_plan import run_plan

from assets.machinery import Rows

pytest.importorskip("pypdfium2", reason="papers are read with diagramloop[papers]")
pytest.importorskip("openai", reason="models are asked with diagramloop[chat]")

FIGURE = {
    "direction": "LR",
    "modules": [],
    "components": [{"id": "1", "text": "Sensor", "inside": None}, {"id": "2", "text": "Filter", "inside": None}],
    "relations": [{"source": "1", "target": "2", "text": "", "both_ways": False}],
}
DOT = 'digraph { rankdir=LR a [label="Sensor"] b [label="Filter"] a -> b }'
SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 80">
<rect x="10" y="20" width="90" height="40" fill="none" stroke="black"/>
<text x="30" y="45" font-size="14">Sensor</text>
<rect x="200" y="20" width="90" height="40" fill="none" stroke="black"/>
<text x="228" y="45" font-size="14">Filter</text>
<path d="M100 40 L190 40" stroke="black"/><path d="M200 40 l-10 -5 l0 10 z"/></svg>"""
ANSWERS = {
    "You find what a scientific paper": '{"paragraphs": [1]}',
    "You turn the description of a method": json.dumps(FIGURE),
    "You turn the description of a diagram": DOT,
    "You draw diagrams as SVG": SVG,
    "You describe the layout": "Sensor is left of Filter.",
    "You read scientific diagrams": 'flowchart LR\nN1["Sensor"] --> N2["Filter"]',
    "You mark how": "4",
}
MODELS = ("graphviz_model", "svg_model", "svg_model_from_paper", "openai_image", "gemini_image")
ROWS = (*(f"{name}@local" for name in MODELS[:3]), "openai_image@gpt-image-1", "gemini_image@gemini-2-5-flash-image")


def picture() -> str:
    image = Image.new("RGB", (320, 120), "white")
    ImageDraw.Draw(image).rectangle((20, 20, 120, 100), outline="black", width=2)
    file = io.BytesIO()
    image.save(file, "PNG")
    return base64.b64encode(file.getvalue()).decode()


def answer(body: dict[str, Any]) -> Any:
    if "messages" in body:
        return next(said for begin, said in ANSWERS.items() if str(body["messages"][0]["content"]).startswith(begin))
    if "contents" in body:
        part = {"inlineData": {"mimeType": "image/png", "data": picture()}}
        return Status(200, {"candidates": [{"content": {"parts": [part]}, "finishReason": "STOP"}]})
    return Status(200, {"created": 0, "data": [{"b64_json": picture()}]})


@pytest.fixture
def overrides(scripted_endpoint: ScriptedEndpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    scripted_endpoint.script = answer
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    monkeypatch.setenv("GEMINI_API_KEY", "secret")
    address = scripted_endpoint.base_url
    chat = {"base_url": address, "store": tmp_path / "calls.sqlite", "model": "local"}
    return [
        "experiment=sciflow",
        f"generator=[{','.join(MODELS)}]",
        "parser=[vision_parser]",
        "judge=model",
        "planner=model",
        "layout=model",
        "sources.papers.limit=2",
        "score.similarity=lexical",
        f"generators.openai_image.options.base_url={address}",
        f"generators.gemini_image.options.base_url={address}",
        *(f"models.chat.{name}={value}" for name, value in chat.items()),
    ]


@pytest.mark.long
def test_models_plan_draw_read_and_judge_and_are_asked_once(
    scripted_endpoint: ScriptedEndpoint, overrides: list[str], tmp_path: Path
) -> None:
    made = run_plan(overrides, tmp_path / "first")
    prompts = list(Rows(made["prompts@papers"][0]))
    assert len(prompts) == 2
    assert all("Sensor" in row["text"] for row in prompts)
    for generator in ROWS:
        assert made[f"images@papers-{generator}"][1].done == 2
        assert made[f"parsed_images@papers-{generator}-vision_parser@local"][1].done == 2
    judged = values(made["leaderboard"][0])
    assert judged["sciflow/alignment"] == dict.fromkeys(ROWS, 0.75) | {"gold": None}
    assert judged["sciflow/visual_flow"] == dict.fromkeys(ROWS, 0.75) | {"gold": None}
    assert all(value for value in judged["sciflow/text"].values() if value is not None)

    asked = len(scripted_endpoint.requests)
    run_plan(overrides, tmp_path / "second")
    assert len(scripted_endpoint.requests) == asked
    for name in ("prompts@papers", "generation_scores@papers-svg_model@local-vision_parser@local"):
        again = tmp_path / "second" / made[name][0].relative_to(tmp_path / "first")
        assert (again / "part-00000.parquet").read_bytes() == (made[name][0] / "part-00000.parquet").read_bytes()


def values(board: Path) -> dict[str, dict[str, float | None]]:
    found: dict[str, dict[str, float | None]] = {}
    for row in json.loads((board / "leaderboard.json").read_text()):
        if row["task"] == "generation":
            found.setdefault(row["metric"], {})[row["system"]] = row["value"]
    return found
