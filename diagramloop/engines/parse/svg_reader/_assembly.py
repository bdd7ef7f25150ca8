"""Nodes, frames, texts and lines put together: what each text is, and what each line connects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from diagramloop.engines.parse.svg_reader.attachment import Anchor, Attachment
from diagramloop.engines.parse.svg_reader.connectors import Connector
from diagramloop.engines.parse.svg_reader.edges import read_edges
from diagramloop.engines.parse.svg_reader.elements import (
    direction_of,
    edge_between,
    group_of,
    node_of_shape,
    node_of_text,
    rounded_box,
)
from diagramloop.engines.parse.svg_reader.labels import BESIDE, FARTHER, FARTHEST, labelled
from diagramloop.engines.parse.svg_reader.region import Region
from diagramloop.engines.parse.svg_reader.titles import FreeText, titles
from diagramloop.graph import Box, FlowGraph, Node

CAPTION = 1.2  # font sizes between a shape and the text below or above that names it, and
CENTRED = 0.15  # of the wider one's width between their middles


class Assembly:
    """Puts nodes, frames, texts and lines together.

    Args:
        nodes, frames: the regions that are these.
        texts: outside of all nodes.
        lines: that connect.
        unit: the drawing's usual font size.
        size: of the page.
    """

    def __init__(
        self,
        nodes: Sequence[Region],
        frames: Sequence[Region],
        texts: Sequence[FreeText],
        lines: Sequence[Connector],
        unit: float,
        size: tuple[int, int],
    ) -> None:
        self.nodes, self.frames, self.titles = nodes, frames, titles(frames, texts, unit)
        self.texts = [text for text in texts if text not in self.titles.values()]
        self.unit, self.size = unit, size
        anchors = [
            *(Anchor(r.area, "shape") for r in nodes),
            *(Anchor(r.area, "frame") for r in frames),
            *(Anchor(t.block.area, "text") for t in self.texts),
        ]
        self.edges = read_edges(lines, Attachment(anchors, unit))
        self.first_text = len(nodes) + len(frames)
        self.ended_at = {anchor for edge in self.edges for anchor in (edge.source, edge.target)}
        self.captions = self._captions()

    def graph(self) -> FlowGraph:
        """The graph itself; what is no node, title or label is a node of its own, for it is text (Section 4)."""
        captions = set(self.captions.values())
        loose = [i for i in range(len(self.texts)) if self.first_text + i not in self.ended_at and i not in captions]
        labels = self._labels(range(len(self.edges)), loose, (BESIDE, FARTHER))
        title = self._title(_without(loose, labels))
        rest = [i for i in _without(loose, labels) if i != title]
        if max(self.ended_at, default=0) < self.first_text:  # no line ends at a text: one without a shape is no node
            bare = [edge for edge in range(len(self.edges)) if edge not in labels]
            labels |= self._labels(bare, self._amid(rest), (FARTHEST,))
        nodes = [i for i, r in enumerate(self.nodes) if r.texts or i in self.ended_at]
        others = [i for i in range(len(self.texts)) if i not in captions and (i not in loose or i in rest)]
        nodes += [self.first_text + i for i in _without(others, labels)]
        nodes.sort(key=self._place)
        names = {anchor: f"N{number}" for number, anchor in enumerate(nodes, 1)}
        names |= {len(self.nodes) + i: f"G{i + 1}" for i in range(len(self.frames))}
        return self._named(nodes, names, labels, self.texts[title].block.text if title is not None else "")

    def _labels(self, edges: Sequence[int], texts: Sequence[int], reaches: Sequence[float]) -> dict[int, list[int]]:
        """Numbers of the texts that belong to each edge (number), each at most so many font sizes away."""
        found = labelled([self.edges[i] for i in edges], [self.texts[i].block for i in texts], reaches)
        return {edges[edge]: [texts[i] for i in each] for edge, each in found.items()}

    def _captions(self) -> dict[int, int]:
        """Texts (number) that stand just below or above a shape (number) that connects and says nothing."""
        silent = [i for i, r in enumerate(self.nodes) if i in self.ended_at and not r.texts]
        free = [i for i in range(len(self.texts)) if self.first_text + i not in self.ended_at]
        near = sorted(
            (gap, i, j) for i in silent for j in free if (gap := self._caption_gap(i, j)) <= CAPTION * self.unit
        )
        found: dict[int, int] = {}
        for _, i, j in near:
            if i not in found and j not in found.values():
                found[i] = j
        return found

    def _caption_gap(self, shape: int, text: int) -> float:
        """Height of the gap between them; infinite if they are not above each other."""
        x0, y0, x1, y1 = self.nodes[shape].area.bounds
        left, top, right, bottom = self.texts[text].block.box
        if abs(x0 + x1 - left - right) / 2 > CENTRED * max(x1 - x0, right - left):
            return float("inf")
        return max(top - y1, y0 - bottom, 0.0)

    def _title(self, loose: Sequence[int]) -> int | None:
        """The text above all else, if there is one and it is in no frame."""
        tops = [r.area.bounds[1] for r in (*self.nodes, *self.frames)]
        tops += [t.block.box[1] for i, t in enumerate(self.texts) if i not in loose]
        above = [i for i in loose if tops and self.texts[i].block.box[3] <= min(tops)]
        return min(above, key=lambda i: self.texts[i].block.box[1]) if above else None

    def _amid(self, texts: Sequence[int]) -> list[int]:
        """Those of the texts that stand between shapes and lines; what is above, below or beside all is no label."""
        boxes = np.array([r.area.bounds for r in (*self.nodes, *self.frames)]).reshape(-1, 2, 2)
        drawn = np.concatenate([boxes.reshape(-1, 2), *(edge.path for edge in self.edges)])
        low, high = drawn.min(axis=0, initial=np.inf), drawn.max(axis=0, initial=-np.inf)
        middles = {i: np.array(self.texts[i].block.box).reshape(2, 2).mean(axis=0) for i in texts}
        return [i for i in texts if ((low <= middles[i]) & (middles[i] <= high)).all()]

    def _place(self, anchor: int) -> tuple[float, float]:
        """Reading order."""
        x0, y0, _, y1 = self._box(anchor)
        return round((y0 + y1) / 2 / self.unit), x0

    def _box(self, anchor: int) -> Box:
        text = anchor >= self.first_text
        return rounded_box(self.texts[anchor - self.first_text].block.box if text else self.nodes[anchor].area.bounds)

    def _named(
        self, nodes: Sequence[int], names: Mapping[int, str], labels: Mapping[int, Sequence[int]], title: str
    ) -> FlowGraph:
        usual = float(np.median([edge.width for edge in self.edges])) if self.edges else 1.0
        said = [[self.texts[text].block for text in labels.get(i, ())] for i in range(len(self.edges))]
        edges = tuple(
            edge_between(names[edge.source], names[edge.target], edge, its, usual, self.unit)
            for edge, its in zip(self.edges, said, strict=True)
        )
        groups = tuple(
            group_of(
                names[len(self.nodes) + i],
                frame,
                self.titles[i].block.text if i in self.titles else "",
                self._frame_name(frame.parent, names),
            )
            for i, frame in enumerate(self.frames)
        )
        return FlowGraph(
            nodes=tuple(self._node(anchor, names) for anchor in nodes),
            edges=edges,
            groups=groups,
            direction=direction_of(edges),
            title=title,
            size=self.size,
        )

    def _node(self, anchor: int, names: Mapping[int, str]) -> Node:
        if anchor >= self.first_text:
            text = self.texts[anchor - self.first_text]
            group = self._frame_name(text.frame, names)
            return node_of_text(names[anchor], text.block, group, connected=anchor in self.ended_at)
        region = self.nodes[anchor]
        caption = self.texts[self.captions[anchor]].block.text if anchor in self.captions else ""
        return node_of_shape(names[anchor], region, caption, self._frame_name(region.parent, names))

    def _frame_name(self, region: Region | None, names: Mapping[int, str]) -> str | None:
        while region is not None and not region.outer:
            region = region.parent
        return None if region is None else names[len(self.nodes) + self.frames.index(region)]


def _without(texts: Iterable[int], labels: Mapping[int, Sequence[int]]) -> list[int]:
    """The texts that are no labels."""
    said = {text for each in labels.values() for text in each}
    return [text for text in texts if text not in said]
