"""Graphviz's node shapes (https://graphviz.org/doc/info/shapes.html) and ours."""

from __future__ import annotations

_OURS_FOR = {
    "rect": ("box", "rect", "rectangle", "square", "record", "polygon", "signature", "component", "tab", "folder"),
    "rounded": ("Mrecord", "Msquare"),
    "ellipse": ("ellipse", "oval", "egg"),
    "circle": ("circle", "Mcircle"),
    "dbl-circ": ("doublecircle",),
    "diam": ("diamond", "Mdiamond"),
    "hex": ("hexagon", "octagon", "septagon", "doubleoctagon", "tripleoctagon"),
    "lean-r": ("parallelogram",),
    "trap-b": ("trapezium",),
    "trap-t": ("invtrapezium",),
    "cyl": ("cylinder",),
    "st-rect": ("box3d",),
    "tri": ("triangle", "house"),
    "flip-tri": ("invtriangle", "invhouse"),
    "notch-pent": ("pentagon",),
    "doc": ("note",),
    "odd": ("cds", "rarrow", "larrow"),
    "text": ("plaintext", "plain", "none", "underline"),
    "f-circ": ("point",),
    "bang": ("star",),
}

OURS = {theirs: ours for ours, names in _OURS_FOR.items() for theirs in names}
"""Graphviz shape name to :attr:`diagramloop.graph.Node.shape`."""

_NEAREST = {
    **{"stadium": "box", "fr-rect": "box", "lean-l": "parallelogram", "datastore": "box", "cloud": "ellipse"},
    **{"notch-rect": "box", "lin-rect": "box", "sm-circ": "circle", "fr-circ": "doublecircle", "fork": "box"},
    **{"hourglass": "box", "brace": "plaintext", "brace-r": "plaintext", "braces": "plaintext", "bolt": "cds"},
    **{"delay": "box", "h-cyl": "cylinder", "lin-cyl": "cylinder", "curv-trap": "box", "div-rect": "box"},
    **{"win-pane": "box", "lin-doc": "note", "sl-rect": "box", "docs": "note", "bow-rect": "cylinder"},
    **{"cross-circ": "circle", "tag-doc": "note", "tag-rect": "box", "flag": "note", "icon": "plaintext"},
    **{"choice": "diamond", "state": "box", "note": "note", "anchor": "point"},
}
_ROUNDED = {"rounded", "stadium", "state", "delay"}


def graphviz_shape(shape: str) -> tuple[str, bool]:
    """The nearest Graphviz shape, and whether its corners are rounded (``style=rounded``)."""
    if shape == "rounded":
        return "box", True
    exact = _OURS_FOR.get(shape)
    return (exact[0] if exact else _NEAREST.get(shape, "box")), shape in _ROUNDED


def our_shape(graphviz: str, style: str) -> str:
    """Our name for a Graphviz shape, or empty when there is none like it."""
    shape = OURS.get(graphviz, "")
    return "rounded" if shape == "rect" and "rounded" in style else shape
