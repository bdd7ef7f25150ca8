"""Count of an Excalidraw scene that shares nothing with its reader."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diagramloop.graph.account import Census

_LETTERED = ("rectangle", "diamond", "ellipse")
_PARTS = {"arrow": "lines", "line": "lines", "text": "texts"}


def excalidraw_census(text: str) -> list[Census]:
    """Elements of the scene but for deleted ones; texts that are bound to others or stand in them are labels."""
    scene = json.loads(text)  # which the reader has looked at
    parts: dict[str, list[Mapping[str, Any]]] = {"lines": [], "texts": [], "shapes": []}
    for element in scene if isinstance(scene, list) else scene["elements"]:
        if not element.get("isDeleted"):
            parts[_PARTS.get(element["type"], "shapes")].append(element)
    names = {element.get("id") for elements in parts.values() for element in elements}
    free = [label for label in parts["texts"] if not label.get("containerId") or label["containerId"] not in names]
    return [Census(len(parts["shapes"]) + len(free) - _labels(free, parts["shapes"]), len(parts["lines"]))]


def _labels(texts: Sequence[Mapping[str, Any]], shapes: Sequence[Mapping[str, Any]]) -> int:
    """Number of texts that are bound to nothing and stand in shapes, but for those that a note says are nodes."""
    loose = [text for text in texts if not (text.get("customData") or {}).get("diagramloop")]
    lettered = [shape for shape in shapes if shape["type"] in _LETTERED]
    return _standing_in(_sides(loose), _sides(lettered))


def _sides(elements: Sequence[Mapping[str, Any]]) -> NDArray[np.float64]:
    """Corner, width and height of each, shape (n, 4)."""
    rows = [[float(element.get(name) or 0) for name in ("x", "y", "width", "height")] for element in elements]
    return np.array(rows, np.float64).reshape(-1, 4)


def _standing_in(texts: NDArray[np.float64], shapes: NDArray[np.float64]) -> int:
    """Number of texts whose inner half lies in a shape that is larger."""
    from shapely import STRtree, box

    middles, margins = texts[:, :2] + texts[:, 2:] / 2, texts[:, 2:].min(axis=1, keepdims=True) / 4
    halves = box(*(middles - margins).T, *(middles + margins).T)
    outlines = box(*shapes[:, :2].T, *(shapes[:, :2] + shapes[:, 2:]).T)
    text, shape = STRtree(outlines).query(halves, predicate="within")
    larger = texts[text, 2:].prod(axis=1) < shapes[shape, 2:].prod(axis=1)
    return len(np.unique(text[larger]))
