"""Canaries: in every set of items one more, of which the gold that is stored is false. Nobody is scored on it.

A system that is asked about it can know the false gold from the files alone: its words are made up, and neither the
picture nor the text has them. Who answers with them has read the gold, and its row says so and has no rank. The item
lies where the others lie; whoever reads the table by :class:`~assets.machinery.Rows` passes it over.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from assets._graphs import from_cell
from assets.machinery import Batch, Row, StageRun, read_canary
from diagramloop.asking import GOLD_READ
from diagramloop.graph import Edge, FlowGraph, Node

SHOWN = FlowGraph(
    nodes=(Node(id="n0", text="Open the gate"), Node(id="n1", text="Count the sheep"), Node(id="n2", text="Lock up")),
    edges=(Edge(source="n0", target="n1"), Edge(source="n1", target="n2")),
)
"""The item as it really is."""
TEXT = "The shepherd opens the gate. Then she counts the sheep. At last she locks up."
QUESTION = "What is done first?"
TOLD = "canary.txt"  # in the artifact of a system that answered with the false gold
_SYLLABLES = ("ba", "do", "fi", "gu", "ke", "lo", "mi", "nu", "pe", "ra", "si", "to", "vu", "xe", "zo", "qua")
_HALF = 0.5  # of the made-up words; a reader makes up none


def made_up(source: str, count: int) -> list[str]:
    """So many words that no text has, the same ones for each source at every run."""
    digests = (hashlib.sha256(f"{source} {number}".encode()).digest() for number in range(count))
    return ["".join(_SYLLABLES[byte % len(_SYLLABLES)] for byte in digest[:5]) for digest in digests]


def with_false_texts(graph: FlowGraph, source: str) -> FlowGraph:
    """The graph with made-up words for texts, everything else as it is."""
    words = made_up(source, len(graph.nodes))
    nodes = [node.model_copy(update={"text": word}) for node, word in zip(graph.nodes, words, strict=True)]
    return graph.replace(nodes=tuple(nodes))


def tells(said: Iterable[str], false: Iterable[str]) -> bool:
    """True if half of the false words, or more, are among what was said."""
    heard, wanted = " ".join(said).casefold(), list(false)
    return sum(word.casefold() in heard for word in wanted) >= _HALF * len(wanted) > 0


def texts(cell: str) -> list[str]:
    """Texts of the nodes of a graph's cell."""
    return [node.text for node in from_cell(cell).nodes]


def put_canary(
    run: StageRun,
    batch: Batch,
    stage: str,
    function: Callable[..., list[Row]],
    options: Mapping[str, Any],
    schema: pa.Schema,
    item: Callable[[Row], Row | None],
    told: Callable[[Row, Row], bool],
) -> None:
    """Put the canary of an input stage to a system, like any item but apart from the others.

    Args:
        batch: the others; where nothing came of any, it is not asked at all.
        function, options, schema: as items are put.
        item: makes the item of the canary's row; None where there is nothing to be asked.
        told: whether an answer, the first argument, has the false gold of the canary's row.
    """
    canary = read_canary(run.folder(stage))
    asked = None if canary is None else item(canary)
    if canary is None or asked is None or not batch.done:
        return
    if any(told(answer, canary) for answer in run.items.alone(function, asked, options, schema)):
        (run.out / TOLD).write_text(f"{GOLD_READ}\n", encoding="utf-8")


def put_like(canary: Row, items: Iterable[Row], make: str) -> Row | None:
    """A question as it is put on the chart of the first of these items; None where nothing is put."""
    del make
    changed = {"id": canary["id"], "question": canary["id"], "asked": canary["question"]}
    return next(({**item, **changed} for item in items), None)


def canary_note(answers: Path) -> str:
    """The note on the row of a system whose answers these are; empty where it did not tell the false gold."""
    return GOLD_READ if (answers / TOLD).is_file() else ""
