"""Sets of pages on disk: pages that are costly to make are made once, and each has a fingerprint.

A set is a folder of Parquet shards. Truth is a picture of four channels: class, inside, and the course's x and y.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from diagramloop.data.synth.drawing import random_numbers
from diagramloop.data.synth.ink_page import InkPage
from diagramloop.engines.training.variation import Variation, varied
from diagramloop.errors import RejectionReason, SourceError

TRAIN, VALIDATION = "train", "validation"
THINGS = "things.json"
_DIGITS = 16  # of a fingerprint, as those of charts have
_PICTURE = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
PAGES = pa.schema(
    [(name, pa.string()) for name in ("id", "source", "split", "fingerprint")]
    + [("picture", _PICTURE), ("truth", _PICTURE), ("nodes", pa.list_(pa.list_(pa.float64())))]
)
"""The columns of a set: ``nodes`` are x0, y0, x1, y1 in pixels, and kind."""


def page_row(page: InkPage, id_: str, source: str, split: str) -> dict[str, Any]:
    """The row of a page in a set."""
    truth = np.dstack([page.classes, page.inside, page.course.view(np.uint8)])
    return {
        "id": id_,
        "source": source,
        "split": split,
        "fingerprint": hashlib.sha256(np.ascontiguousarray(page.pixels).tobytes()).hexdigest()[:_DIGITS],
        "picture": {"bytes": _png(page.pixels[..., ::-1]), "path": f"{id_}.png"},
        "truth": {"bytes": _png(truth), "path": f"{id_}.truth.png"},
        "nodes": page.nodes.tolist(),
    }


def page_of_row(row: Mapping[str, Any]) -> InkPage:
    """The page that :func:`page_row` wrote.

    Raises:
        SourceError: a picture is damaged (UNREADABLE).
    """
    pixels, truth = _decoded(row["picture"]["bytes"], row["id"]), _decoded(row["truth"]["bytes"], row["id"])
    classes, inside = (np.ascontiguousarray(truth[..., channel]) for channel in (0, 1))
    course = np.ascontiguousarray(truth[..., 2:]).view(np.int8)
    nodes = np.array(row["nodes"], dtype=np.float32).reshape(-1, 5)
    return InkPage(np.ascontiguousarray(pixels[..., ::-1]), classes, inside, course, nodes)


def page_of_set(
    seed: str, folder: str, split: str = TRAIN, varied_px: int = 0, variation: Mapping[str, Any] | None = None
) -> InkPage:
    """A page of a set, chosen by the seed: a source of training pages.

    Args:
        folder: of the set.
        split: train or validation.
        varied_px: side of a crop that is varied (:mod:`diagramloop.engines.training.variation`); the page as it is
            if 0.
        variation: ranges of :class:`~diagramloop.engines.training.variation.Variation` that are not the usual ones.

    Raises:
        SourceError: there is no such set, or it has no page of the split (MISSING).
    """
    rows = _rows(folder, split)
    chosen = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "little") % len(rows)
    (row,) = rows.slice(chosen, 1).to_pylist()
    page = page_of_row(row)
    if not varied_px:
        return page
    return varied(page, varied_px, random_numbers(seed), Variation(**(variation or {})))


def things_of_set(folder: str, split: str = TRAIN, **_: object) -> list[str]:
    """Fingerprints of the pages of a set, and of the real things that its sources say they show."""
    pages = _rows(folder, split, ("fingerprint", "split"))["fingerprint"].to_pylist()
    shown: dict[str, list[str]] = json.loads((Path(folder) / THINGS).read_text(encoding="utf-8"))
    return sorted({*pages, *(thing for things in shown.values() for thing in things)})


page_of_set.things = things_of_set  # type: ignore[attr-defined]  # as pages.things_of asks of a source


@lru_cache(maxsize=8)
def _rows(folder: str, split: str, columns: Iterable[str] | None = None) -> pa.Table:
    shards = sorted(Path(folder).glob("part-*.parquet"))
    if not shards:
        raise SourceError(f"no set of pages in {folder}")
    names = None if columns is None else list(columns)
    tables = [pq.read_table(shard, columns=names, memory_map=True) for shard in shards]
    rows = pa.concat_tables(tables).filter(pc.field("split") == split)
    if not rows.num_rows:
        raise SourceError(f"the set of pages in {folder} has none to be used for {split}", reason=RejectionReason.EMPTY)
    return rows


def _png(pixels: Any) -> bytes:
    _, written = cv2.imencode(".png", np.ascontiguousarray(pixels))
    return bytes(written)


def _decoded(png: bytes, id_: str) -> Any:
    pixels = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    if pixels is None:
        raise SourceError(f"page {id_!r} of a set is damaged", reason=RejectionReason.UNREADABLE)
    return pixels
