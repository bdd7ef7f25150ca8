"""Generate: one shared prompt for each chart, and the picture each generator makes of it."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pyarrow as pa

from assets._graphs import from_cell
from assets._thumbnail import thumbnail_of
from assets.machinery import ANSWERS_REJECTED, PICTURE, Row, StageReport, StageRun, made_of, picture, stage
from assets.papers import paper_of
from diagramloop.asking import answering, lacks
from diagramloop.engines.generate import (
    Control,
    GeneratedImage,
    Generator,
    Gold,
    Prompt,
    Rejected,
    generator,
    is_control,
    prompt_of,
)
from diagramloop.engines.generate.planning import layout_captioner, methodologist, planned, visual_translator
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.render import Style

PLANNERS = {
    "methodologist": methodologist,
    "visual_translator": visual_translator,
    "layout_captioner": layout_captioner,
}
_Made = GeneratedImage | Rejected
REFERENCES = "charts|canonical_graphs"  # whose graphs are asked for, as far as generators may know them

PROMPTS = pa.schema([(name, pa.string()) for name in ("id", "text", "prompt", "method")])
IMAGES = pa.schema(
    [
        ("id", pa.string()),
        ("chart", pa.string()),
        ("picture", PICTURE),
        ("svg", pa.string()),
        ("engine", pa.string()),
        ("seed", pa.int64()),
        ("drawn_from", pa.string()),
        ("tokens_read", pa.int64()),
        ("tokens_cut", pa.int64()),
    ]
)


@stage(
    group="generate",
    inputs=("charts", "papers"),
    matrix={"source": "sources[figures|papers]"},
    params=("generate.style", "planning"),
    may_reject=ANSWERS_REJECTED,
)
def prompts(run: StageRun) -> StageReport:
    """Prompts for every generator, as structure and in words.

    A chart asks for itself, without its author's ids; of a paper the planning agents make what its text describes.
    """
    style = run.param("generate.style")
    if run.inputs.get("papers"):
        options = {**run.param("planning"), "style": style}
        return StageReport.of(run.items.for_each(plan, run.rows("papers"), options, PROMPTS, run.out))
    charts = run.rows("charts", ["id", "graph"])
    return StageReport.of(run.items.for_each(ask, charts, {"style": style}, PROMPTS, run.out))


@stage(
    group="generate",
    inputs=("prompts", "charts", "canonical_graphs"),
    matrix={"source": "sources[figures|papers]", "generator": "generators"},
    params=(*made_of("generators.{generator}"), "generators.{generator}.stream", "generate.style", "generate.seed"),
    may_reject=ANSWERS_REJECTED,
)
def images(run: StageRun) -> StageReport:
    """The picture that one generator makes of each prompt; controls draw the gold instead, with a prompt or without."""
    system = run.system("generators.{generator}")
    options = {**system, **{name: run.param(f"generate.{name}") for name in ("style", "seed")}}
    items = list(_golds(run) if is_control(system["make"]) else _prompted(run))
    if run.param("generators.{generator}.stream"):
        batch = run.items.stream(paint_all, items, options, IMAGES, run.out)
    else:
        batch = run.items.for_each(paint, items, options, IMAGES, run.out)
    return StageReport.of(batch, thumbnail=thumbnail_of(run.out))


def _prompted(run: StageRun) -> Iterator[Row]:
    """Rows that a generator gets: those of each item that a prompt was made for."""
    asked = {row["id"]: row["prompt"] for row in run.rows("prompts", ["id", "prompt"])}
    for gold in run.rows(REFERENCES, ["id"]):
        if gold["id"] in asked:
            yield {"id": gold["id"], "prompt": asked[gold["id"]], "gold": None, "figure": None, "svg": ""}


def _golds(run: StageRun) -> Iterator[Row]:
    """Rows that a control gets of each item."""
    for gold in run.rows(REFERENCES, ["id", "graph", "picture", "svg"]):
        same = {name: gold[name] for name in ("id", "svg")}
        yield {**same, "prompt": None, "gold": gold["graph"], "figure": gold["picture"]}


def ask(chart: Row, style: str) -> list[Row]:
    """The prompt for one chart."""
    return [_prompt_row(prompt_of(from_cell(chart["graph"]), chart["id"], Style(style)), "")]


def plan(paper: Row, style: str, **agents: dict[str, Any]) -> list[Row]:
    """The prompt for the framework figure of one paper, by the planning ``agents``, each with its name and options."""
    planned_figure = planned(paper_of(paper), **_planners(json.dumps(agents)), style=Style(style))
    return [_prompt_row(planned_figure.prompt, planned_figure.method)]


def paint(item: Row, make: str, options: dict[str, Any], style: str, seed: int) -> list[Row]:
    """The picture of one item by the generator ``make``, which gets the prompt and nothing else; a control, the gold.

    Raises:
        DiagramloopError: why there is none.
    """
    outcome = next(paint_all(iter([item]), make, options, style, seed))
    if isinstance(outcome, DiagramloopError):
        raise outcome
    return outcome


def paint_all(
    items: Iterator[Row], make: str, options: dict[str, Any], style: str, seed: int
) -> Iterator[list[Row] | DiagramloopError]:
    """Paint like :func:`paint`, but a stream of items, of which the generator takes as many at once as it likes."""
    with answering():
        system = _generator(make, json.dumps(options))
    asked: deque[str] = deque()  # of each item that was taken from the stream, what it lacks

    def put() -> Iterator[Any]:
        for item in items:
            request = _request(item, Style(style), control=isinstance(system, Control))
            asked.append(lacks(system, request, request.offers))
            if not asked[-1]:
                yield request

    def left_out() -> Iterator[DiagramloopError]:
        while asked and asked[0]:
            yield DiagramloopError(asked.popleft(), reason=RejectionReason.NOT_ASKED)

    draw = system.draw_gold if isinstance(system, Control) else system.generate
    for made in _raising_as_scored(iter(draw(put(), seed))):
        yield from left_out()
        asked.popleft()
        yield _outcome(made)
    yield from left_out()


def _raising_as_scored(outcomes: Iterator[_Made]) -> Iterator[_Made]:
    """The outcomes of a generator, which may raise between two."""
    while True:
        with answering():
            made = next(outcomes, None)
        if made is None:
            return
        yield made


def _request(item: Row, style: Style, *, control: bool) -> Gold | Prompt:
    return _gold(item, style) if control else Prompt.model_validate_json(item["prompt"])


def _gold(item: Row, style: Style) -> Gold:
    figure = item["figure"] and item["figure"]["bytes"]
    return Gold(item["id"], style, from_cell(item["gold"]), figure, item["svg"])


def _outcome(made: GeneratedImage | Rejected) -> list[Row] | DiagramloopError:
    if isinstance(made, Rejected):
        return made.filed()
    origin = made.provenance
    drawn = {"picture": picture(made.png, f"{made.id}.png"), "svg": origin.svg, "engine": origin.engine}
    tokens = {"tokens_read": origin.tokens_read, "tokens_cut": origin.tokens_cut}
    return [{"id": made.id, "chart": made.id, **drawn, "seed": origin.seed, "drawn_from": origin.source, **tokens}]


def _prompt_row(prompt: Prompt, method: str) -> Row:
    return {"id": prompt.id, "text": prompt.text, "prompt": prompt.model_dump_json(), "method": method}


@lru_cache(maxsize=1)
def _generator(make: str, options: str) -> Generator | Control:
    """Made once in each process: a model's weights are loaded once."""
    return generator(make, **json.loads(options))


@lru_cache(maxsize=1)
def _planners(agents: str) -> dict[str, Any]:
    """Made once in each process."""
    chosen = json.loads(agents)
    return {role: make(chosen[role]["make"], **chosen[role]["options"]) for role, make in PLANNERS.items()}
