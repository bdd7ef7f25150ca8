"""Count of an Excalidraw scene that shares nothing with its reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from diagramloop.graph.account import Census
from diagramloop.graph.json_form import parse_json

_LETTERED = ("rectangle", "diamond", "ellipse")


def excalidraw_census(text: str) -> list[Census]:
    """Elements of the scene but for deleted ones; texts that are bound to others or stand in them are labels."""
    scene = parse_json(text)
    elements = [part for part in (scene if isinstance(scene, list) else scene["elements"]) if not part.get("isDeleted")]
    lines = [part for part in elements if part["type"] in ("arrow", "line")]
    names = {part.get("id") for part in elements}
    texts = [part for part in elements if part["type"] == "text"]
    free = [part for part in texts if not part.get("containerId") or part["containerId"] not in names]
    on_shapes = _standing_in(
        [part for part in free if not (part.get("customData") or {}).get("diagramloop")],
        [part for part in elements if part["type"] in _LETTERED],
    )
    labels = len(texts) - len(free) + on_shapes
    return [Census(len(elements) - len(lines) - labels, len(lines))]


def _standing_in(texts: Sequence[Mapping[str, Any]], shapes: Sequence[Mapping[str, Any]]) -> int:
    """Number of texts whose inner half lies in a shape that is larger."""
    if not texts or not shapes:
        return 0
    from shapely import STRtree, box

    sides = np.array([_numbers(part) for part in (*texts, *shapes)])
    area = sides[:, 2] * sides[:, 3]
    margin = sides[:, 2:].min(axis=1) / 4
    middle = sides[:, :2] + sides[:, 2:] / 2
    number = len(texts)
    inner = box(*(middle[:number] - margin[:number, None]).T, *(middle[:number] + margin[:number, None]).T)
    outer = box(*sides[number:, :2].T, *(sides[number:, :2] + sides[number:, 2:]).T)
    text, shape = STRtree(outer).query(inner, predicate="within")
    return len(set(text[area[:number][text] < area[number:][shape]].tolist()))


def _numbers(part: Mapping[str, Any]) -> list[float]:
    return [float(part.get(name) or 0) for name in ("x", "y", "width", "height")]
