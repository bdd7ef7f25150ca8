"""Masks of nodes in the notation of COCO: polygons, boxes and areas, in pixels of their picture."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pyarrow as pa
import shapely
from numpy.typing import NDArray

from diagramloop.graph import FlowGraph
from diagramloop.whole_files import write_whole

NODE = 1  # COCO's categories count from 1
CATEGORIES = ({"id": NODE, "name": "node", "supercategory": "diagram"},)
ANNOTATION = pa.struct(
    [
        ("bbox", pa.list_(pa.float64())),
        ("segmentation", pa.list_(pa.list_(pa.float64()))),
        ("area", pa.float64()),
        ("category_id", pa.int64()),
    ]
)
"""``bbox`` is left, top, width, height; ``segmentation`` polygons as x, y, x, y, ..."""
_SUB_PIXEL_BITS = 4

Masks = NDArray[np.bool_]  # shape (instances, height, width)


def annotations_of(graph: FlowGraph) -> list[dict[str, Any]]:
    """One annotation for each node that has an outline or a box."""
    outlines = [node.polygon or _corners(node.box) for node in graph.nodes if node.polygon or node.box]
    return [_annotation(outline) for outline in outlines if shapely.Polygon(outline).area > 0]


def masks_of(
    annotations: Sequence[Mapping[str, Any]], width: int, height: int, scale: tuple[float, float] = (1.0, 1.0)
) -> Masks:
    """The pixels of each annotation.

    Args:
        width, height: of the masks.
        scale: pixels of the masks for one of the annotations' pixels, along x and y.
    """
    masks = np.zeros((len(annotations), height, width), dtype=np.uint8)
    for mask, annotation in zip(masks, annotations, strict=True):
        for polygon in annotation["segmentation"]:
            points = (np.array(polygon).reshape(-1, 2) * scale * (1 << _SUB_PIXEL_BITS)).round().astype(np.int32)
            cv2.fillPoly(mask, [points], (1,), shift=_SUB_PIXEL_BITS)
    return masks.astype(np.bool_)


def write_coco(path: Path, pictures: Iterable[tuple[str, int, int, Sequence[Mapping[str, Any]]]]) -> None:
    """Writes a file of instances as COCO's tools read it.

    Args:
        pictures: file name, width, height and annotations of each.
    """
    images: list[dict[str, Any]] = []
    annotations: list[dict[str, Any]] = []
    for number, (name, width, height, found) in enumerate(pictures, start=1):
        images.append({"id": number, "file_name": name, "width": width, "height": height})
        for annotation in found:
            place = {"id": len(annotations) + 1, "image_id": number, "iscrowd": 0}
            annotations.append({**place, **annotation})
    content = {"images": images, "annotations": annotations, "categories": list(CATEGORIES)}
    write_whole(path, json.dumps(content) + "\n")


def _annotation(outline: Sequence[tuple[float, float]]) -> dict[str, Any]:
    points = np.array(outline, dtype=np.float64)
    (x0, y0), (x1, y1) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    flat = [round(value, 2) for value in points.ravel().tolist()]
    return {
        "bbox": [round(value, 2) for value in (x0, y0, x1 - x0, y1 - y0)],
        "segmentation": [flat],
        "area": round(float(shapely.Polygon(points).area), 2),
        "category_id": NODE,
    }


def _corners(box: tuple[float, float, float, float] | None) -> tuple[tuple[float, float], ...]:
    assert box is not None
    x0, y0, x1, y1 = box
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
