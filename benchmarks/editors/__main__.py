"""Charts of the corpus opened in each editor: overlay of nodes, lines that join what they joined, screenshots."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import diagramloop
from benchmarks.editors.opened import (
    NoEditorError,
    Opened,
    chromium,
    in_bpmn_js,
    in_excalidraw,
    in_libreoffice,
    in_mxgraph,
)
from diagramloop.graph import Box, FlowGraph
from diagramloop.graph.formats import read, write
from diagramloop.graph.powerpoint._write import EMU_PER_PX, MOST_EMU
from diagramloop.render import Style, draw
from diagramloop.render.line_ends import touching

CORPUS = Path(diagramloop.__file__).parent / "corpus"
IN_BROWSER: dict[str, Callable[[Any, str], Opened]] = {
    "bpmn": in_bpmn_js,
    "drawio": in_mxgraph,
    "excalidraw": in_excalidraw,
}


def main() -> None:
    """Print, for each editor, the mean and the least overlay of a chart's nodes and the share of lines kept."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--limit", type=int, default=0, help="charts, 0 for all")
    options.add_argument("--parsed", action="store_true", help="read each chart from its picture first")
    options.add_argument("--scale", type=float, default=1.0, help="pixels of a picture per unit of its drawing")
    options.add_argument("--pictures", type=Path, help="folder for screenshots")
    options.add_argument("--formats", nargs="*", default=[*IN_BROWSER, "powerpoint"])
    asked = options.parse_args()
    if asked.pictures:
        asked.pictures.mkdir(parents=True, exist_ok=True)
    charts = sorted(CORPUS.glob("charts/*/*.mmd"))[: asked.limit or None]
    graphs = {path.stem: _graph(path.read_text("utf-8"), asked.parsed, asked.scale) for path in charts}
    for name in asked.formats:
        try:
            _report(name, graphs, asked.pictures)
        except NoEditorError as error:
            print(f"{name}: {error}")


def _graph(text: str, parsed: bool, scale: float = 1.0) -> FlowGraph:
    """The chart as drawn, with its true places, or as read from its picture."""
    figure = draw(text, styles=[Style.MULTI], engine="graphviz", scale=scale)[Style.MULTI]
    if not parsed:
        return _numbered(touching(figure.graph))
    from diagramloop.doors.python.reading import read

    return read(figure.png).editable()


def _numbered(graph: FlowGraph) -> FlowGraph:
    """``graph`` with ids that every file keeps, so that an editor's shapes can be told."""
    ids = {one.id: f"n{at}" for at, one in enumerate((*graph.nodes, *graph.groups))}
    under = {id: ids[id] for id in ids} | {None: None}
    return graph.replace(
        nodes=tuple(n.model_copy(update={"id": ids[n.id], "group": under[n.group]}) for n in graph.nodes),
        groups=tuple(g.model_copy(update={"id": ids[g.id], "parent": under[g.parent]}) for g in graph.groups),
        edges=tuple(e.model_copy(update={"source": ids[e.source], "target": ids[e.target]}) for e in graph.edges),
    )


def _report(name: str, graphs: dict[str, FlowGraph], pictures: Path | None) -> None:
    overlays, kept, lines, complaints = [], 0, 0, 0
    with chromium() as page:
        for stem, graph in graphs.items():
            written = write(graph, name)
            picture = pictures / f"{stem}.{name}.png" if pictures else None
            if name in IN_BROWSER:
                opened = IN_BROWSER[name](page, written.text)
                if picture:
                    page.screenshot(path=str(picture))
            else:
                opened = in_libreoffice(written.content, picture)
            enlarged = slide_scale(graph) if name == "powerpoint" else 1.0
            boxes = {id: tuple(value / enlarged for value in box) for id, box in opened.boxes.items()}
            overlays.append(overlay(graph, boxes))
            wanted = [(edge.source, edge.target) for edge in read(written.document, name).edges]
            lines, kept = lines + len(wanted), kept + sum(1 for pair in wanted if pair in opened.lines)
            complaints += len(opened.complaints)
    mean = sum(overlays) / len(overlays)
    print(
        f"{name}: {len(graphs)} charts, overlay of nodes mean {mean:.4f}, least {min(overlays):.4f}; "
        f"lines {kept} of {lines}; complaints {complaints}"
    )


def slide_scale(graph: FlowGraph) -> float:
    """Size at which a chart is drawn on a slide, which may have 56 inches; what is compared is drawn as large again."""
    return min(1.0, MOST_EMU / EMU_PER_PX / max(graph.size or (1, 1)))


def overlay(graph: FlowGraph, boxes: dict[str, Box] | Any) -> float:
    """Mean intersection over union of the nodes' boxes with those that an editor shows; 0 of one that is not there."""
    found = [_overlap(node.box, boxes.get(node.id)) for node in graph.nodes if node.box]
    return sum(found) / len(found) if found else 1.0


def _overlap(one: Box | None, other: Box | None) -> float:
    if one is None or other is None:
        return 0.0
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    shared = max(0.0, width) * max(0.0, height)
    return shared / (sum((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other)) - shared)


if __name__ == "__main__":
    main()
