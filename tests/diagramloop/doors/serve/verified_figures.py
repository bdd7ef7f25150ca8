"""A folder of two figures with the graphs that a parser made of them: one has an invented node and a missed edge."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw

from diagramloop.doors.serve import VerificationPage
from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.graph.json_form import read_json, write_json

EVIL = "<img src=x onerror=document.title='owned'>"
GRAPH = FlowGraph(
    nodes=(
        Node(id="in", text="Input", box=(40, 20, 180, 80)),
        Node(id="enc", text="Encoder", box=(240, 20, 380, 80)),
        Node(id="dec", text="Decoder", box=(240, 160, 380, 220)),
        Node(id="ghost", text=EVIL, box=(40, 160, 180, 220)),
    ),
    edges=(
        Edge(source="in", target="enc", path=((180, 50), (240, 50))),
        Edge(source="ghost", target="dec", path=((180, 190), (240, 190))),
    ),
    size=(420, 240),
)


def figures(root: Path) -> Path:
    """``vision/net`` and ``robots/arm``."""
    for name in ("vision/net", "robots/arm"):
        path = root / f"{name}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        picture = Image.new("RGB", (420, 240), "white")
        for node in GRAPH.nodes[:3]:
            ImageDraw.Draw(picture).rectangle(node.box, outline="black", width=2)
        picture.save(path)
        path.with_suffix(".json").write_text(write_json(GRAPH).text)
    return root


def verifying(root: Path) -> VerificationPage:
    return VerificationPage(root, root / "log.jsonl")


def verified(root: Path, figure: str) -> FlowGraph:
    """Return the graph that finishing wrote."""
    return read_json((root / figure / "graph.json").read_text())
