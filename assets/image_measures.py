"""Image measures: what vision models and the judge make of each generated picture (SciFlow-Bench, Appendix A.3)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from functools import lru_cache
from itertools import islice
from typing import Any

import pyarrow as pa

from assets._graphs import from_cell
from assets.generate import REFERENCES
from assets.machinery import Input, Row, Rows, StageReport, StageRun, made_of, stage
from diagramloop.errors import DiagramloopError
from diagramloop.scores.clipscore import ClipScore
from diagramloop.scores.image_level import Drawing, ImageLevel
from diagramloop.scores.judges import judge_named

MEASURES = pa.schema([(name, pa.string()) for name in ("id", "chart", "parser", "parts")])
AT_ONCE = 32  # pictures that are held; one where a judge is asked, whose answers are counted by item


@stage(
    group="score",
    inputs=("charts", "canonical_graphs", "papers", "prompts", "images", "parsed_images"),
    matrix={"source": "sources[figures|papers]", "generator": "generators"},
    params=("image_level", *made_of("judge")),
)
def image_measures(run: StageRun) -> StageReport:
    """The parts of the text and image level that no graph gives, of each picture as each parser read it.

    A part that cannot be had says why.
    """
    pictures = {row["chart"]: row["picture"] for row in run.rows("images", ["chart", "picture"])}
    words = {row["id"]: row["text"] for row in run.rows("prompts", ["id", "text"])}
    captions = {row["id"]: row["caption"] for row in _papers(run)}
    items = [
        {
            "id": f"{gold['id']}/{made.key['parser']}",
            "chart": gold["id"],
            "parser": made.key["parser"],
            "picture": pictures.get(gold["id"]),
            "source": gold["picture"],
            "graph": read.get(gold["id"]),
            "prompt": words.get(gold["id"], ""),
            "caption": captions.get(gold["id"], ""),
        }
        for made, read in _readings(run)
        for gold in run.rows(REFERENCES, ["id", "picture"])
    ]
    options = {**run.param("image_level"), "judge": run.system("judge")}
    return StageReport.of(run.items.stream(measure, items, options, MEASURES, run.out))


def measure(
    items: Iterator[Row],
    clip: Mapping[str, Any] | None,
    lpips: Mapping[str, Any] | None,
    siglip: Mapping[str, Any] | None,
    judge: Mapping[str, Any],
) -> Iterator[list[Row] | DiagramloopError]:
    """The parts of each item, as many at once as a device is given."""
    image_level, clipscore = _instruments(json.dumps([clip, lpips, siglip, judge]))
    at_once = AT_ONCE if judge["make"] == "none" else 1
    while some := list(islice(items, at_once)):
        drawings = [_drawing(item) for item in some]
        measured = zip(image_level.measures(drawings), clipscore.measures(drawings), strict=True)
        for item, (first, second) in zip(some, measured, strict=True):
            parts = {name: asdict(part) for name, part in {**first, **second}.items()}
            yield [{**{name: item[name] for name in ("id", "chart", "parser")}, "parts": json.dumps(parts)}]


def _readings(run: StageRun) -> Iterator[tuple[Input, dict[str, str]]]:
    """Readings of each parser, by chart."""
    for made in run.inputs["parsed_images"]:
        yield made, {row["chart"]: row["graph"] for row in Rows(made.folder, ["chart", "graph"])}


def _papers(run: StageRun) -> Iterator[Row]:
    for made in run.inputs.get("papers", ()):
        yield from Rows(made.folder, ["id", "caption"])


def _drawing(item: Row) -> Drawing:
    picture, source = (item[name] and item[name]["bytes"] for name in ("picture", "source"))
    graph = None if item["graph"] is None else from_cell(item["graph"])
    return Drawing(picture, item["prompt"], graph, source, item["caption"])


@lru_cache(maxsize=1)
def _instruments(options: str) -> tuple[ImageLevel, ClipScore]:
    """Made once: their weights are loaded once."""
    clip, lpips, siglip, judge = json.loads(options)
    return ImageLevel(clip, lpips, judge_named(judge["make"], judge["options"])), ClipScore(siglip)
