"""Why edges were missed or invented: one crop per wrong edge, filed by cause."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from diagramloop.engines.parse import ParsedFigure
from diagramloop.engines.parse.blackboard import RGB
from diagramloop.engines.parse.lines.drawn_edges import Evidence, gather
from diagramloop.engines.parse.lines.settings import TopologyCoderSettings
from diagramloop.graph import Edge, FlowGraph
from diagramloop.graph.geometry import seen_through
from diagramloop.scores.alignment import Alignment, align

NEAR = 2.5  # text heights between the true end of an edge and a port that is meant to be it
LARGEST = 1400  # pixels of a crop's longer side


def diagnose(name: str, parsed: ParsedFigure, truth: FlowGraph, folder: Path) -> None:
    """Files a crop of every wrong edge under ``folder/CAUSE``."""
    if parsed.board.to_given is not None:  # ports and paths are compared on the page that was looked at
        height, width = parsed.board.picture.shape[:2]
        truth = seen_through(truth, np.linalg.inv(parsed.board.to_given), (width, height))
    assert parsed.board.graph is not None
    alignment = align(parsed.board.graph, truth)
    if not (alignment.edges.missing or alignment.edges.invented or alignment.edges.reversed):
        return
    assert parsed.board.environment is not None
    evidence = gather(parsed.board, parsed.board.environment, TopologyCoderSettings())
    drawn = _drawn(parsed.board.picture, evidence)
    for cause, edge, label in _wrong(parsed, truth, alignment, evidence):
        place = folder / cause
        place.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(place / f"{name}_{label}.png"), _crop(drawn, edge, evidence.ink.zoom)[:, :, ::-1])
        print(f"{cause:22} {name} {label}")


def _wrong(
    parsed: ParsedFigure, truth: FlowGraph, alignment: Alignment, evidence: Evidence
) -> Iterator[tuple[str, Edge, str]]:
    node_of = {g: p for p, g in alignment.nodes.matched}
    position = {node.id: node_of.get(g) for g, node in enumerate(truth.nodes)}
    for g in alignment.edges.missing:
        edge = truth.edges[g]
        yield _cause(edge, position, evidence), edge, f"{edge.source}-{edge.target}"
    for _, g in alignment.edges.reversed:
        yield "reversed", truth.edges[g], f"{truth.edges[g].source}-{truth.edges[g].target}"
    for p in alignment.edges.invented:
        edge = parsed.board.graph.edges[p]
        yield "invented", edge, f"{edge.source}-{edge.target}"


def _cause(edge: Edge, position: dict[str, int | None], evidence: Evidence) -> str:
    source, target = position.get(edge.source), position.get(edge.target)
    if source is None or target is None:
        return "node missed"
    tails = [i for i, p in enumerate(evidence.ports) if p.anchor == source and _near(evidence, i, edge, 0)]
    heads = [i for i, p in enumerate(evidence.ports) if p.anchor == target and _near(evidence, i, edge, -1)]
    if not heads:
        return "no head port"
    if not tails:
        return "no tail port"
    if all(evidence.ports[i].head == "none" for i in heads):
        return "head taken as tail"
    if all(evidence.ports[i].head != "none" for i in tails):
        return "tail taken as head"
    ends = np.array([p.end for p in evidence.ports])
    dearest = np.full(len(ends), evidence.trails.dearest)
    cost = evidence.trails.costs(ends, dearest)[0][np.ix_(tails, heads)].min()
    return "trace interrupted" if np.isinf(cost) else "joined otherwise"


def _near(evidence: Evidence, port: int, edge: Edge, end: int) -> bool:
    tip = evidence.trails.strokes.tips[evidence.ports[port].end]
    wanted = np.array((edge.path or ((0.0, 0.0),))[end]) * evidence.ink.zoom
    return bool(np.hypot(*(tip - wanted)) < NEAR * evidence.ink.unit)


def _drawn(picture: RGB, evidence: Evidence) -> RGB:
    """The enlarged picture with strokes in many colours, blobs, and ports as circles (red: head)."""
    zoom = evidence.ink.zoom
    canvas = cv2.resize(picture, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_NEAREST) // 2 + 127
    for blob in evidence.arrowheads.blobs:
        cv2.fillPoly(canvas, [blob.contour.astype(np.int32)], (255, 200, 0))
    strokes = evidence.trails.strokes
    for number, points in enumerate(strokes.points):
        colour = (number * 97 % 200, number * 57 % 200, number * 31 % 200)
        cv2.polylines(canvas, [points.astype(np.int32)], False, colour, 2)
    for end, tip in enumerate(strokes.tips.astype(int).tolist()):
        cv2.circle(canvas, tip, 3, (0, 0, 0) if strokes.junction[end] < 0 else (255, 0, 255), -1)
    for port in evidence.ports:
        colour = (0, 150, 0) if port.head == "none" else (255, 0, 0)
        cv2.circle(canvas, strokes.tips[port.end].astype(int).tolist(), 9, colour, 2)
    return canvas


def _crop(canvas: RGB, edge: Edge, zoom: int) -> RGB:
    points = np.array(edge.path or ((0.0, 0.0),)) * zoom
    (x0, y0), (x1, y1) = points.min(axis=0).astype(int) - 60, points.max(axis=0).astype(int) + 60
    crop = canvas[max(0, y0) : y1, max(0, x0) : x1]
    shrink = min(1.0, LARGEST / max(crop.shape[:2]))
    return cv2.resize(crop, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
