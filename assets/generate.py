"""Generate: one shared prompt for each chart, and the picture each generator makes of it."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import pyarrow as pa

from assets._graphs import from_cell
from assets._stage import MACHINERY, StageReport, StageRun, stage
from assets._tables import PICTURE, Row, picture
from assets._thumbnail import thumbnail_of
from flowbench.errors import FlowbenchError
from flowbench.generate import Control, Generator, Gold, Prompt, Rejected, generator, prompt_of
from flowbench.render import Style

CODE = (
    *MACHINERY,
    "assets/_graphs.py",
    "assets/_thumbnail.py",
    "flowbench/errors.py",
    "flowbench/generate",
    "flowbench/graph",
    "flowbench/render",
)

PROMPTS = pa.schema([(name, pa.string()) for name in ("id", "text", "prompt")])
IMAGES = pa.schema(
    [
        ("id", pa.string()),
        ("chart", pa.string()),
        ("picture", PICTURE),
        ("engine", pa.string()),
        ("seed", pa.int64()),
        ("drawn_from", pa.string()),
    ]
)


@stage(
    group="generate",
    inputs=("charts",),
    matrix={"source": "sources[figures]"},
    params=("generate.style",),
    code=CODE,
)
def prompts(run: StageRun) -> StageReport:
    """What every generator is asked for: each chart as structure and in words, without its author's ids."""
    charts = run.rows("charts", ["id", "graph"])
    options = {"style": run.param("generate.style")}
    return StageReport.of(run.items.for_each(ask, charts, options, PROMPTS, run.out))


@stage(
    group="generate",
    inputs=("prompts", "charts"),
    matrix={"source": "sources[figures]", "generator": "generators"},
    params=("generators.{generator}", "generate.seed"),
    code=CODE,
)
def images(run: StageRun) -> StageReport:
    """The picture that one generator makes of each prompt; controls draw the gold instead."""
    golds = {chart["id"]: chart["graph"] for chart in run.rows("charts", ["id", "graph"])}
    items = [{**asked, "gold": golds[asked["id"]]} for asked in run.rows("prompts", ["id", "prompt"])]
    options = {**run.param("generators.{generator}"), "seed": run.param("generate.seed")}
    return StageReport.of(run.items.for_each(paint, items, options, IMAGES, run.out), thumbnail=thumbnail_of(run.out))


def ask(chart: Row, style: str) -> list[Row]:
    """The prompt for one chart."""
    prompt = prompt_of(from_cell(chart["graph"]), chart["id"], Style(style))
    return [{"id": chart["id"], "text": prompt.text, "prompt": prompt.model_dump_json()}]


def paint(item: Row, make: str, options: dict[str, Any], seed: int) -> list[Row]:
    """The picture of one prompt by the generator ``make``, which gets the prompt and nothing else.

    Raises:
        FlowbenchError: why there is none.
    """
    system = _generator(make, json.dumps(options))
    prompt = Prompt.model_validate_json(item["prompt"])
    (outcome,) = (
        system.draw_gold([Gold(prompt, from_cell(item["gold"]))], seed)
        if isinstance(system, Control)
        else system.generate([prompt], seed)
    )
    if isinstance(outcome, Rejected):
        raise FlowbenchError(outcome.message, reason=outcome.reason)
    origin = outcome.provenance
    drawn = {"picture": picture(outcome.png, f"{item['id']}.png"), "engine": origin.engine}
    return [{"id": item["id"], "chart": item["id"], **drawn, "seed": origin.seed, "drawn_from": origin.source}]


@lru_cache(maxsize=1)
def _generator(make: str, options: str) -> Generator | Control:
    """Made once in each process: a model's weights are loaded once."""
    return generator(make, **json.loads(options))
