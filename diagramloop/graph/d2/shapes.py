"""D2's shapes (https://d2lang.com/tour/shapes) and ours: a name, and the style that makes it another shape."""

from __future__ import annotations

from collections.abc import Callable

_STYLED = {
    "rounded": ("rectangle", "border-radius", "8"),
    "stadium": ("rectangle", "border-radius", "999"),
    "fr-rect": ("rectangle", "double-border", "true"),
    "dbl-circ": ("circle", "double-border", "true"),
    "st-rect": ("rectangle", "multiple", "true"),
    "docs": ("document", "multiple", "true"),
}
"""Our shape to D2's, with the style that tells it from the plain one."""

_OURS = {
    **{"rectangle": "rect", "square": "rect", "page": "notch-rect", "parallelogram": "lean-r", "document": "doc"},
    **{"cylinder": "cyl", "queue": "h-cyl", "package": "rect", "step": "notch-pent", "callout": "note"},
    **{"stored_data": "bow-rect", "person": "icon", "diamond": "diam", "oval": "ellipse", "circle": "circle"},
    **{"hexagon": "hex", "cloud": "cloud", "text": "text", "code": "text", "class": "win-pane"},
    **{"sql_table": "win-pane", "image": "icon", "c4-person": "icon"},
}
_THEIRS = {ours: theirs for theirs, ours in reversed(_OURS.items())}
_NEAREST = {
    **{"lean-l": "parallelogram", "sl-rect": "parallelogram", "curv-trap": "stored_data", "datastore": "stored_data"},
    **{"sm-circ": "circle", "f-circ": "circle", "fr-circ": "circle", "cross-circ": "circle", "choice": "diamond"},
    **{"lin-cyl": "cylinder", "lin-doc": "document", "tag-doc": "document", "flag": "document", "odd": "step"},
    **{"brace": "text", "brace-r": "text", "braces": "text", "icon": "rectangle", "win-pane": "rectangle"},
}
STADIUM_RADIUS_PX = 100  # from this radius on the short sides are half circles


def d2_shape(shape: str) -> tuple[str, str, str]:
    """The nearest shape of D2, and a style and its value, which are empty where it needs none."""
    if shape in _STYLED:
        return _STYLED[shape]
    return _NEAREST.get(shape) or _THEIRS.get(shape, "rectangle"), "", ""


def our_shape(name: str, style: Callable[[str], str]) -> str:
    """Our shape for one of D2 in a style; empty for a name that D2 has not.

    Args:
        name: as D2 writes it; a rectangle where nothing is said.
        style: gives the text of a style by its name, empty where it is not said.
    """
    plain = _OURS.get(name.lower() or "rectangle", "")
    for ours, (theirs, key, value) in _STYLED.items():
        if key != "border-radius" and _OURS[theirs] == plain and style(key).lower() == value:
            return ours
    radius = style("border-radius")
    if plain == "rect" and radius.isdecimal() and int(radius[:6]) > 0:
        return "stadium" if int(radius[:6]) >= STADIUM_RADIUS_PX else "rounded"
    return plain
