"""The graph that the annotation of a page of FC_B says, in the tablet's units.

Who joins what, the relations say: ``arrow_connection`` names an arrow, the symbol it leaves and the one it arrives at,
``text_inside`` a text and a symbol, ``arrow_label`` a text and an arrow. Where there is no such relation, the ends of
an arrow are at the symbols nearest to them, and a text is of the smallest symbol around its middle.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property

import numpy as np
import shapely

from diagramloop.data.sources._ink_places import box, course, outline, simplified
from diagramloop.data.sources._inkml import Ink, Stroke, Symbol
from diagramloop.errors import RejectionReason, SourceError
from diagramloop.graph import Edge, EdgeKind, FlowGraph, Node
from diagramloop.graph.mermaid.shapes import kind_of

SHAPES = {"connection": "circle", "data": "lean-r", "decision": "diam", "process": "rect", "terminator": "stadium"}
"""How Mermaid calls the symbols of FC_B."""
ARROW, TEXT = "arrow", "text"
JOINED_BY_PLACE = "end_joined_by_place"
TEXT_BY_PLACE = "text_joined_by_place"
TEXT_OF_NOTHING = "text_of_nothing"
_FORMULA = re.compile(r"\$([^$]*)\$")  # as in TeX
_LINE_BREAK = re.compile(r"(?:(?<!\s)\s++)?\\\\\s*+")  # two backslashes, as in TeX


class AnnotatedGraph:
    """The statements of a page's annotation.

    Args:
        ink: the page.
        tolerance: of the course of edges, in its units.

    Raises:
        SourceError: a symbol that is none of FC_B's (UNSUPPORTED), no symbol but arrows and texts (EMPTY).

    Attributes:
        found: how often something was joined by its place, or a text by nothing.
    """

    def __init__(self, ink: Ink, tolerance: float) -> None:
        self._tolerance = tolerance
        self.found: Counter[str] = Counter()
        kinds = {symbol.kind for symbol in ink.symbols.values()}
        if other := sorted(kinds - {*SHAPES, ARROW, TEXT}):
            raise SourceError(f"a symbol {other[0][:40]!r} is none of FC_B's", reason=RejectionReason.UNSUPPORTED)
        self._symbols = {id: symbol for id, symbol in ink.symbols.items() if symbol.kind in SHAPES}
        if not self._symbols:
            raise SourceError("no symbol is annotated", reason=RejectionReason.EMPTY)
        self._arrows = {id: symbol for id, symbol in ink.symbols.items() if symbol.kind == ARROW}
        self._texts = {id: symbol for id, symbol in ink.symbols.items() if symbol.kind == TEXT}
        self._relations = ink.relations

    @cached_property
    def graph(self) -> FlowGraph:
        """Its nodes are in the order of the annotation."""
        nodes = tuple(self._node(id, symbol) for id, symbol in self._symbols.items())
        return FlowGraph(nodes=nodes, edges=tuple(self._edge(id, arrow) for id, arrow in self._arrows.items()))

    def _node(self, id: str, symbol: Symbol) -> Node:
        text, shape = _said(self._written[id]), SHAPES[symbol.kind]
        return Node(
            id=self._names[id],
            text=text,
            shape=shape,
            kind=kind_of(shape, text),
            box=box(symbol.points),
            polygon=outline(symbol.points),
        )

    def _edge(self, id: str, arrow: Symbol) -> Edge:
        way = course(arrow)
        source, target = self._joined.get(id, ("", ""))
        source, target = self._or_nearest(source, way[0]), self._or_nearest(target, way[-1])
        label = self._written[id]
        conditional = label and self._symbols[source].kind == "decision"
        return Edge(
            source=self._names[source],
            target=self._names[target],
            label=_said(label),
            kind=EdgeKind.CONDITION if conditional else EdgeKind.SEQUENCE,
            path=simplified(way, self._tolerance),
            label_box=box(np.concatenate([text.points for text in label])) if label else None,
        )

    def _or_nearest(self, symbol: str, end: Stroke) -> str:
        """The symbol if it is one, else that whose outline is nearest to the end of an arrow."""
        if symbol in self._symbols:
            return symbol
        self.found[JOINED_BY_PLACE] += 1
        distances = shapely.distance(self._hulls, shapely.Point(end))
        return list(self._symbols)[int(np.argmin(distances))]

    @cached_property
    def _names(self) -> dict[str, str]:
        return {id: f"n{number}" for number, id in enumerate(self._symbols)}

    @cached_property
    def _hulls(self) -> list[shapely.Geometry]:
        return [shapely.MultiPoint(symbol.points).convex_hull for symbol in self._symbols.values()]

    @cached_property
    def _joined(self) -> dict[str, tuple[str, str]]:
        """By arrow, the symbols that it leaves and arrives at."""
        ternary = (ids for name, ids in self._relations if name == "arrow_connection" and len(ids) == 3)
        return {arrow: (source, target) for arrow, source, target in ternary}

    @cached_property
    def _written(self) -> Mapping[str, list[Symbol]]:
        """By symbol or arrow the texts on it, from the top."""
        written: dict[str, list[Symbol]] = defaultdict(list)
        for text, on in self._places():
            written[on].append(text)
        for texts in written.values():
            texts.sort(key=lambda text: box(text.points)[1::-1])
        return written

    def _places(self) -> Iterator[tuple[Symbol, str]]:
        kinds = {"text_inside": self._symbols, "arrow_label": self._arrows}
        related = [(name, ids) for name, ids in self._relations if name in kinds and len(ids) == 2]
        told = {ids[0]: ids[1] for name, ids in related if ids[1] in kinds[name]}
        for id, text in self._texts.items():
            on = told.get(id) or self._around(text)
            if on is not None:
                yield text, on
            else:
                self.found[TEXT_OF_NOTHING] += 1

    def _around(self, text: Symbol) -> str | None:
        """The smallest symbol around the middle of a text."""
        x0, y0, x1, y1 = box(text.points)
        middle = shapely.Point((x0 + x1) / 2, (y0 + y1) / 2)
        around = [(hull.area, id) for hull, id in zip(self._hulls, self._symbols, strict=True) if hull.contains(middle)]
        if around:
            self.found[TEXT_BY_PLACE] += 1
        return min(around)[1] if around else None


def _said(texts: list[Symbol]) -> str:
    """Lines; formulas are as written, without the signs around them."""
    plain = (_FORMULA.sub(r"\1", _LINE_BREAK.sub("\n", text.text)) for text in texts)
    return "\n".join(filter(None, plain))
