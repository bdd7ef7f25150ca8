"""Mermaid's node shapes: names, brackets, and what kind of node each one says it is."""

from __future__ import annotations

import re
from dataclasses import dataclass

from diagramloop.graph._elements import NodeKind

_K = NodeKind


@dataclass(frozen=True)
class MermaidShape:
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
    MermaidShape("rect", _K.PROCESS, ("proc", "process", "rectangle"), ("[", "]")),
    MermaidShape("rounded", _K.PROCESS, ("event",), ("(", ")")),
    MermaidShape("stadium", _K.PROCESS, ("terminal", "pill"), ("([", "])")),
    MermaidShape("fr-rect", _K.SUBROUTINE, ("subprocess", "subproc", "framed-rectangle", "subroutine"), ("[[", "]]")),
    MermaidShape("cyl", _K.STORE, ("db", "database", "cylinder"), ("[(", ")]")),
    MermaidShape("circle", _K.CONNECTOR, ("circ",), ("((", "))")),
    MermaidShape("dbl-circ", _K.END, ("double-circle", "doublecircle"), ("(((", ")))")),
    MermaidShape("diam", _K.DECISION, ("decision", "diamond", "question"), ("{", "}")),
    MermaidShape("hex", _K.PROCESS, ("hexagon", "prepare"), ("{{", "}}")),
    MermaidShape("lean-r", _K.IO, ("lean-right", "in-out"), ("[/", "/]")),
    MermaidShape("lean-l", _K.IO, ("lean-left", "out-in"), ("[\\", "\\]")),
    MermaidShape("trap-b", _K.PROCESS, ("priority", "trapezoid-bottom", "trapezoid"), ("[/", "\\]")),
    MermaidShape("trap-t", _K.PROCESS, ("manual", "trapezoid-top", "inv-trapezoid"), ("[\\", "/]")),
    MermaidShape("odd", _K.EVENT, (), (">", "]")),
    MermaidShape("ellipse", _K.PROCESS, (), ("(-", "-)")),
    MermaidShape("datastore", _K.STORE, ("data-store",)),
    MermaidShape("bang", _K.EVENT),
    MermaidShape("cloud", _K.PROCESS),
    MermaidShape("text", _K.NOTE),
    MermaidShape("notch-rect", _K.IO, ("card", "notched-rectangle")),
    MermaidShape("lin-rect", _K.PROCESS, ("lined-rectangle", "lined-process", "lin-proc", "shaded-process")),
    MermaidShape("sm-circ", _K.START, ("start", "small-circle")),
    MermaidShape("fr-circ", _K.END, ("stop", "framed-circle")),
    MermaidShape("fork", _K.AND, ("join",)),
    MermaidShape("hourglass", _K.PROCESS, ("collate",)),
    MermaidShape("brace", _K.NOTE, ("comment", "brace-l")),
    MermaidShape("brace-r", _K.NOTE),
    MermaidShape("braces", _K.NOTE),
    MermaidShape("bolt", _K.EVENT, ("com-link", "lightning-bolt")),
    MermaidShape("doc", _K.DOCUMENT, ("document",)),
    MermaidShape("delay", _K.EVENT, ("half-rounded-rectangle",)),
    MermaidShape("h-cyl", _K.STORE, ("das", "horizontal-cylinder")),
    MermaidShape("lin-cyl", _K.STORE, ("disk", "lined-cylinder")),
    MermaidShape("curv-trap", _K.IO, ("curved-trapezoid", "display")),
    MermaidShape("div-rect", _K.PROCESS, ("div-proc", "divided-rectangle", "divided-process")),
    MermaidShape("tri", _K.PROCESS, ("extract", "triangle")),
    MermaidShape("win-pane", _K.STORE, ("internal-storage", "window-pane")),
    MermaidShape("f-circ", _K.CONNECTOR, ("junction", "filled-circle")),
    MermaidShape("lin-doc", _K.DOCUMENT, ("lined-document",)),
    MermaidShape("notch-pent", _K.PROCESS, ("loop-limit", "notched-pentagon")),
    MermaidShape("flip-tri", _K.STORE, ("manual-file", "flipped-triangle")),
    MermaidShape("sl-rect", _K.IO, ("manual-input", "sloped-rectangle")),
    MermaidShape("docs", _K.DOCUMENT, ("documents", "st-doc", "stacked-document")),
    MermaidShape("st-rect", _K.PROCESS, ("procs", "processes", "stacked-rectangle")),
    MermaidShape("bow-rect", _K.STORE, ("stored-data", "bow-tie-rectangle")),
    MermaidShape("cross-circ", _K.CONNECTOR, ("summary", "crossed-circle")),
    MermaidShape("tag-doc", _K.DOCUMENT, ("tagged-document",)),
    MermaidShape("tag-rect", _K.PROCESS, ("tagged-rectangle", "tag-proc", "tagged-process")),
    MermaidShape("flag", _K.IO, ("paper-tape",)),
    MermaidShape("icon", _K.ICON),
    MermaidShape("choice", _K.DECISION),
    MermaidShape("state", _K.PROCESS),
    MermaidShape("note", _K.NOTE),
    MermaidShape("anchor", _K.CONNECTOR),
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
