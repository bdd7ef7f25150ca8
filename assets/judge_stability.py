"""Judge stability: does the judge give one mark to one graph, however often it is asked and however that is listed?

The model is asked anew each time, past the store of calls, so that no other run need have the same bytes: the artifact
is one of its own, which nothing but its figure reads.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

import pyarrow as pa

from assets._graphs import from_cell
from assets.generate import REFERENCES
from assets.machinery import Row, StageReport, StageRun, made_of, stage
from diagramloop.scores.judges import judge_named
from diagramloop.scores.judges.stability import Stability, over_order, over_repeats

MOST_ASKED = 20  # prompts with their graphs; each is marked three times for either figure
ROUNDS: Mapping[str, Callable[..., Stability]] = {"asked again": over_repeats, "listed in another order": over_order}
SELF_AGREEMENT = pa.schema(
    [("id", pa.string()), ("judge", pa.string())]
    + [(name, pa.float64()) for name in ("icc", "kappa", "identical")]
    + [(name, pa.int64()) for name in ("units", "unmarked")]
)


@stage(
    group="score",
    inputs=("charts", "canonical_graphs", "prompts"),
    matrix={"source": "judge_stability"},
    params=made_of("judge"),
)
def judge_stability(run: StageRun) -> StageReport:
    """The agreement of the judge with itself, on the gold graphs of a source's first prompts."""
    graphs = {row["id"]: row["graph"] for row in run.rows(REFERENCES, ["id", "graph"])}
    words = {row["id"]: row["text"] for row in run.rows("prompts", ["id", "text"])}
    asked = [[words[id], graphs[id]] for id in sorted(words.keys() & graphs.keys())[:MOST_ASKED]]
    items = [{"id": name, "asked": json.dumps(asked)} for name in ROUNDS]
    return StageReport.of(run.items.for_each(measure, items, run.system("judge"), SELF_AGREEMENT, run.out))


def measure(item: Row, make: str, options: dict[str, Any]) -> list[Row]:
    """One figure of the judge."""
    judge = judge_named(make, _anew(options))
    asked = [(prompt, from_cell(graph)) for prompt, graph in json.loads(item["asked"])]
    return [{"id": item["id"], "judge": judge.name, **asdict(ROUNDS[item["id"]](judge, asked))}]


def _anew(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with a model that keeps no answers."""
    model = options.get("model")
    return {**options, "model": {**model, "store": None}} if isinstance(model, Mapping) else dict(options)
