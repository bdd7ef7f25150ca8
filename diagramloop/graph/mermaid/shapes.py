"""Mermaid's node shapes: names, brackets, and what kind of node each one says it is."""

from __future__ import annotations

import re
from dataclasses import dataclass

from diagramloop.graph._elements import NodeKind

_K = NodeKind


@dataclass(frozen=True)
class Shape:
    """One node shape of Mermaid 11 (https://mermaid.js.org/syntax/flowchart.html).

    Attributes:
        name: Mermaid's short name, which :attr:`diagramloop.graph.Node.shape` uses.
        kind: what a node of this shape means.
        aliases: its other names in ``@{ shape: ... }``.
        brackets: the classic syntax around the text, or None when there is only ``@{ shape: ... }``.
    """

    name: str
    kind: NodeKind
    aliases: tuple[str, ...] = ()
    brackets: tuple[str, str] | None = None


SHAPES = (
    Shape("rect", _K.PROCESS, ("proc", "process", "rectangle"), ("[", "]")),
    Shape("rounded", _K.PROCESS, ("event",), ("(", ")")),
    Shape("stadium", _K.PROCESS, ("terminal", "pill"), ("([", "])")),
    Shape("fr-rect", _K.SUBROUTINE, ("subprocess", "subproc", "framed-rectangle", "subroutine"), ("[[", "]]")),
    Shape("cyl", _K.STORE, ("db", "database", "cylinder"), ("[(", ")]")),
    Shape("circle", _K.CONNECTOR, ("circ",), ("((", "))")),
    Shape("dbl-circ", _K.END, ("double-circle", "doublecircle"), ("(((", ")))")),
    Shape("diam", _K.DECISION, ("decision", "diamond", "question"), ("{", "}")),
    Shape("hex", _K.PROCESS, ("hexagon", "prepare"), ("{{", "}}")),
    Shape("lean-r", _K.IO, ("lean-right", "in-out"), ("[/", "/]")),
    Shape("lean-l", _K.IO, ("lean-left", "out-in"), ("[\\", "\\]")),
    Shape("trap-b", _K.PROCESS, ("priority", "trapezoid-bottom", "trapezoid"), ("[/", "\\]")),
    Shape("trap-t", _K.PROCESS, ("manual", "trapezoid-top", "inv-trapezoid"), ("[\\", "/]")),
    Shape("odd", _K.EVENT, (), (">", "]")),
    Shape("ellipse", _K.PROCESS, (), ("(-", "-)")),
    Shape("datastore", _K.STORE, ("data-store",)),
    Shape("bang", _K.EVENT),
    Shape("cloud", _K.PROCESS),
    Shape("text", _K.NOTE),
    Shape("notch-rect", _K.IO, ("card", "notched-rectangle")),
    Shape("lin-rect", _K.PROCESS, ("lined-rectangle", "lined-process", "lin-proc", "shaded-process")),
    Shape("sm-circ", _K.START, ("start", "small-circle")),
    Shape("fr-circ", _K.END, ("stop", "framed-circle")),
    Shape("fork", _K.AND, ("join",)),
    Shape("hourglass", _K.PROCESS, ("collate",)),
    Shape("brace", _K.NOTE, ("comment", "brace-l")),
    Shape("brace-r", _K.NOTE),
    Shape("braces", _K.NOTE),
    Shape("bolt", _K.EVENT, ("com-link", "lightning-bolt")),
    Shape("doc", _K.DOCUMENT, ("document",)),
    Shape("delay", _K.EVENT, ("half-rounded-rectangle",)),
    Shape("h-cyl", _K.STORE, ("das", "horizontal-cylinder")),
    Shape("lin-cyl", _K.STORE, ("disk", "lined-cylinder")),
    Shape("curv-trap", _K.IO, ("curved-trapezoid", "display")),
    Shape("div-rect", _K.PROCESS, ("div-proc", "divided-rectangle", "divided-process")),
    Shape("tri", _K.PROCESS, ("extract", "triangle")),
    Shape("win-pane", _K.STORE, ("internal-storage", "window-pane")),
    Shape("f-circ", _K.CONNECTOR, ("junction", "filled-circle")),
    Shape("lin-doc", _K.DOCUMENT, ("lined-document",)),
    Shape("notch-pent", _K.PROCESS, ("loop-limit", "notched-pentagon")),
    Shape("flip-tri", _K.STORE, ("manual-file", "flipped-triangle")),
    Shape("sl-rect", _K.IO, ("manual-input", "sloped-rectangle")),
    Shape("docs", _K.DOCUMENT, ("documents", "st-doc", "stacked-document")),
    Shape("st-rect", _K.PROCESS, ("procs", "processes", "stacked-rectangle")),
    Shape("bow-rect", _K.STORE, ("stored-data", "bow-tie-rectangle")),
    Shape("cross-circ", _K.CONNECTOR, ("summary", "crossed-circle")),
    Shape("tag-doc", _K.DOCUMENT, ("tagged-document",)),
    Shape("tag-rect", _K.PROCESS, ("tagged-rectangle", "tag-proc", "tagged-process")),
    Shape("flag", _K.IO, ("paper-tape",)),
    Shape("icon", _K.ICON),
    Shape("choice", _K.DECISION),
    Shape("state", _K.PROCESS),
    Shape("note", _K.NOTE),
    Shape("anchor", _K.CONNECTOR),
)

SHAPE_OF = {name: shape for shape in SHAPES for name in (shape.name, *shape.aliases)}
"""Every name Mermaid accepts, to its shape."""

SHAPE_FOR_KIND = {
    _K.START: "stadium",
    _K.END: "stadium",
    _K.PROCESS: "rect",
    _K.DECISION: "diam",
    _K.IO: "lean-r",
    _K.SUBROUTINE: "fr-rect",
    _K.STORE: "cyl",
    _K.DOCUMENT: "doc",
    _K.EVENT: "odd",
    _K.CONNECTOR: "circle",
    _K.NOTE: "braces",
    _K.XOR: "diam",
    _K.OR: "diam",
    _K.AND: "fork",
    _K.DATA_OBJECT: "doc",
    _K.TEXT_ANNOTATION: "brace",
    _K.MODULE: "rect",
    _K.ICON: "icon",
    _K.UNKNOWN: "rect",
}
"""The shape to draw when only a node's kind is known."""

_TERMINALS = {"stadium", "circle"}
_STARTS = re.compile(r"\W*(?:start|begin|entry)", re.IGNORECASE)
_ENDS = re.compile(r"\W*(?:end|stop|finish|exit|terminate|done|complete|conclude)", re.IGNORECASE)


def kind_of(shape: str, text: str) -> NodeKind:
    """Meaning of a node drawn as ``shape`` with ``text``.

    The shape decides; only stadiums and circles, which serve for both ends of a flow, are told apart by
    the word they begin with. Unknown shapes are UNKNOWN.
    """
    if shape in _TERMINALS and _STARTS.match(text):
        return NodeKind.START
    if shape in _TERMINALS and _ENDS.match(text):
        return NodeKind.END
    known = SHAPE_OF.get(shape)
    return known.kind if known else NodeKind.UNKNOWN
