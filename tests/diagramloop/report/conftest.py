"""A reading with one of every verdict, made without drawing anything."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.report import Drawing, Reading, write_site
from diagramloop.scores.alignment import align
from tests.diagramloop.report.site_rows import (
    DIFFERENCES,
    ROWS,
    STRATA,
    samples,
)

HOSTILE = "<script>alert(1)</script>\"'&"


def picture(colour: str = "white") -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (200, 100), colour).save(buffer, "PNG")
    return buffer.getvalue()


def node(name: str, x: float, text: str = "") -> Node:
    return Node(id=name, text=text or name, box=(x, 10, x + 30, 40))


@pytest.fixture
def reading() -> Reading:
    gold = FlowGraph(
        nodes=(node("A", 0), node("B", 50, HOSTILE), node("C", 100)),
        edges=(
            Edge(source="A", target="B", label=HOSTILE, path=((30, 25), (50, 25))),
            Edge(source="B", target="C", path=((80, 25), (100, 25))),
        ),
        size=(200, 100),
    )
    pred = gold.replace(
        nodes=(*gold.nodes[:2], node("X", 160)),
        edges=(Edge(source="B", target="A", path=((30, 25), (50, 25))),),
    )
    return Reading(
        "parsing", "corpus/mono", "embedded", "chart<1>", "edge_f1", 0.0,
        Drawing(gold, picture()), Drawing(pred, picture()), align(pred, gold),
    )  # fmt: skip


@pytest.fixture
def site(tmp_path: Path, reading: Reading) -> str:
    made = write_site(tmp_path, ROWS, samples(reading), {"data": "md5:1"}, strata=STRATA, differences=DIFFERENCES)
    return made.as_uri()
