"""Why elements of foreign diagrams were missed or invented: counts by cause and tool, and a marked picture of each.

    python -m diagnosis.parse_bpmn_causes BPMN_MIWG OUT [--split dev|held|all] [--only ID,ID]

Where a shape lies in the picture is not known, but shapes whose texts were read tell how the diagram's units map to
pixels (a scale and a shift per axis, medians over pairs of nodes), well enough to say what became of the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import shapely
import typer

from diagnosis._edge_crops import diagnose
from diagramloop.data.sources import BpmnMiwg, Chart
from diagramloop.engines.parse import ParsedFigure, parse
from diagramloop.errors import DiagramloopError
from diagramloop.graph import Box, FlowGraph
from diagramloop.graph.bpmn import read_bpmn
from diagramloop.scores.alignment import Alignment, align_by_text
from diagramloop.scores.regions import boxes_array, iou_matrix

SAME_PLACE = 0.5  # intersection over union
Fit = tuple[float, float]  # scale, shift


class Causes:
    """Files marked pictures under ``out`` and counts causes."""

    def __init__(self, data: Path, out: Path) -> None:
        self._data, self._out = data, out
        self._counts: Counter[tuple[str, str]] = Counter()

    def add(self, chart: Chart, parsed: ParsedFigure, alignment: Alignment) -> None:
        truth = _registered(read_bpmn((self._data / chart.origin).read_bytes()), parsed.graph, alignment)
        if truth is None:
            print(f"{chart.id}: too little was read to tell places")
            return
        causes = list(_node_causes(truth, parsed, alignment))
        for cause, box, text in causes:
            self._counts[cause, chart.domain] += 1
            print(f"  {cause:24} {chart.id} {tuple(round(v) for v in box)} {text!r}")
        self._mark(chart, parsed, causes)
        diagnose(chart.id, parsed, _at_found_places(truth, parsed.graph), self._out / "edges")

    def report(self) -> None:
        causes = Counter(cause for cause, _ in self._counts.elements())
        for cause, count in causes.most_common():
            tools = {tool: n for (c, tool), n in self._counts.most_common() if c == cause}
            print(f"{count:4} {cause:24}", ", ".join(f"{tool[:18]} {n}" for tool, n in tools.items()))

    def _mark(self, chart: Chart, parsed: ParsedFigure, causes: list[tuple[str, Box, str]]) -> None:
        """The picture with found nodes in green, groups in blue, misses in red and with their cause."""
        zoom = 2 if parsed.picture.shape[1] < 1200 else 1
        canvas = cv2.resize(parsed.picture, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_NEAREST) // 2 + 127
        for elements, colour in ((parsed.graph.groups, (0, 0, 255)), (parsed.graph.nodes, (0, 150, 0))):
            for element in elements:
                _rectangle(canvas, element.box, zoom, colour, 1)
        for edge in parsed.graph.edges:
            path = np.array(edge.path or ((0, 0),)) * zoom
            cv2.polylines(canvas, [path.astype(np.int32)], False, (200, 0, 200), 2)
            cv2.circle(canvas, path[-1].astype(int).tolist(), 4, (200, 0, 200), -1)
        for cause, box, _ in causes:
            _rectangle(canvas, box, zoom, (220, 0, 0), 2)
            corner = (int(box[0] * zoom), int(box[1] * zoom) - 3)
            cv2.putText(canvas, cause, corner, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (220, 0, 0))
        self._out.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(self._out / f"{chart.id}.png"), canvas[:, :, ::-1])


def _rectangle(canvas, box, zoom, colour, thickness) -> None:  # type: ignore[no-untyped-def]
    x0, y0, x1, y1 = (round(v * zoom) for v in box)
    cv2.rectangle(canvas, (x0, y0), (x1, y1), colour, thickness)


def _registered(drawn: FlowGraph, found: FlowGraph, alignment: Alignment) -> FlowGraph | None:
    """``drawn`` with its geometry in the picture's pixels."""
    pairs = [(found.nodes[p].box, drawn.nodes[g].box) for p, g in alignment.nodes.matched if drawn.nodes[g].text]
    if len(pairs) < 2:
        return None
    pixels, units = (np.array(side, dtype=np.float64) for side in zip(*pairs, strict=True))
    fits = [_fit(units[:, k] + units[:, k + 2], pixels[:, k] + pixels[:, k + 2]) for k in (0, 1)]
    known = [fit[0] for fit in fits if fit is not None]
    if not known:
        return None
    scale = known[0]
    (a, b), (c, d) = (
        fit or (scale, float(np.median(pixels[:, k] + pixels[:, k + 2] - scale * (units[:, k] + units[:, k + 2]))))
        for k, fit in enumerate(fits)
    )
    factor, shift = np.array([a, c, a, c]), np.array([b, d, b, d]) / 2

    def moved(element):  # type: ignore[no-untyped-def]
        new = {"box": tuple(np.array(element.box) * factor + shift)} if getattr(element, "box", None) else {}
        if getattr(element, "path", None):
            new["path"] = tuple(map(tuple, np.array(element.path) * factor[:2] + shift[:2]))
        return element.model_copy(update=new)

    return drawn.replace(**{name: tuple(map(moved, getattr(drawn, name))) for name in ("nodes", "groups", "edges")})


def _fit(units: np.ndarray, pixels: np.ndarray) -> Fit | None:
    """Scale and shift by Theil and Sen's medians; None where all lie on one line."""
    i, j = np.triu_indices(len(units), 1)
    apart = np.abs(units[i] - units[j]) > 0.1 * np.ptp(units)
    if not apart.any() or np.ptp(units) < 1:
        return None
    scale = float(np.median((pixels[i] - pixels[j])[apart] / (units[i] - units[j])[apart]))
    return scale, float(np.median(pixels - scale * units))


def _at_found_places(truth: FlowGraph, found: FlowGraph) -> FlowGraph:
    """``truth`` with the found boxes where they are the same, for tools draw shapes a little larger than they say."""
    boxes = [boxes_array([n.box for n in graph.nodes]) for graph in (truth, found)]
    overlap = iou_matrix(*boxes)
    nodes = [
        node.model_copy(update={"box": found.nodes[int(row.argmax())].box}) if row.max(initial=0) > 0.4 else node
        for node, row in zip(truth.nodes, overlap, strict=True)
    ]
    return truth.replace(nodes=tuple(nodes))


def _node_causes(truth: FlowGraph, parsed: ParsedFigure, alignment: Alignment) -> Iterator[tuple[str, Box, str]]:
    found, shapes = parsed.graph, parsed.board.shapes
    outlines = [tuple(shapely.Polygon(shape.polygon).bounds) for shape in shapes]
    for g in alignment.nodes.missing:
        node = truth.nodes[g]
        assert node.box is not None
        at = [n for n in found.nodes if _same(n.box, node.box)]
        if at:
            yield ("text missed" if not at[0].text else "text wrong"), node.box, f"{node.text} <> {at[0].text}"
        elif any(_same(group.box, node.box) for group in found.groups):
            yield "taken for a group", node.box, node.text
        elif any(_same(box, node.box) for box in outlines):
            yield "shape, no node", node.box, node.text
        else:
            yield "no outline", node.box, node.text
    for p in alignment.nodes.invented:
        node = found.nodes[p]
        if not any(_same(node.box, t.box) for t in truth.nodes):
            where = "frame as node" if any(_same(node.box, g.box) for g in truth.groups) else "invented"
            yield f"{where} ({node.shape})", node.box, node.text


def _same(a: Box | None, b: Box | None) -> bool:
    return bool(iou_matrix(boxes_array([a]), boxes_array([b]))[0, 0] >= SAME_PLACE)


def main(folder: Path, out: Path, split: str = "all", only: str = "") -> None:
    """Read the diagrams, print what became of their elements, and mark it in their pictures."""
    cv2.setNumThreads(1)
    causes, chosen = Causes(folder, out), set(filter(None, only.split(",")))
    for chart in BpmnMiwg(folder, split).charts():
        if not isinstance(chart, Chart) or (chosen and chart.id not in chosen):
            continue
        try:
            parsed = parse(chart.picture or b"")
        except DiagramloopError as error:
            print(f"{chart.id}: {error.reason}: {error}")
            continue
        causes.add(chart, parsed, align_by_text(parsed.graph, chart.graph))
    causes.report()


if __name__ == "__main__":
    typer.run(main)
