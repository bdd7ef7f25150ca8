"""Which files make up a page of hdBPMN, and the scales between them, in either of two forms.

*As released* (v1.0.0, the folder ``data`` of the repository): ``writer_split.csv`` with the columns ``writer`` and
``split``, and in a folder for each exercise ``annotations/ex00/ID.bpmn``, ``images/ex00/ID.jpg`` or ``.png``,
``words/ex00/ID.xml``. *Listed*: ``index.json`` with ``id``, ``split``, ``picture``, ``model_scale``, ``picture_scale``,
and ``models/ID.bpmn``, ``words/ID.xml``, so that pictures may have been made smaller.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from diagramloop.data.sources._files import (
    MAX_PICTURE_BYTES,
    MAX_TEXT_BYTES,
    check_id,
    read_bytes,
    read_json,
    read_text,
)
from diagramloop.data.sources._model import Rejected
from diagramloop.data.sources._rows import Ids, Row, validate
from diagramloop.data.sources._writer_splits import WriterSplit
from diagramloop.errors import DiagramloopError, RejectionReason, SourceError
from diagramloop.models.pixels import MAX_PIXELS, opened

SOURCE = "hdbpmn"

_INDEX, _WRITERS = "index.json", "writer_split.csv"
_SPLITS: dict[str, WriterSplit] = {"train": "train", "val": "validation", "test": "test"}
_ID = re.compile(r"(?P<exercise>ex\d+)_(?P<writer>writer\d+)")
_HEAD_CHARACTERS = 2_000  # of a model, in which the comment with the annotators' width lies
_PICTURES = (".jpg", ".jpeg", ".png")


@dataclass(frozen=True)
class PageFiles:
    """Paths relative to the data set's folder; scales to the pixels of the picture.

    Attributes:
        model_scale: from the model's units.
        picture_scale: from the pixels in which words are marked.
    """

    id: str
    split: WriterSplit
    writer: str
    picture: str
    model: str
    words: str
    model_scale: float
    picture_scale: float


_Scale = Annotated[float, Field(gt=0, allow_inf_nan=False, strict=False)]


class _Listed(Row):
    id: Ids
    split: Literal["train", "val", "test"]
    picture: Ids
    model_scale: _Scale
    picture_scale: _Scale


def page_files(root: Path) -> Iterator[PageFiles | Rejected]:
    """The files of every page, in the order of the list or by id.

    Raises:
        SourceError: the folder has neither form.
    """
    if (root / _INDEX).exists():
        return _listed(root)
    if (root / _WRITERS).exists():
        return _released(root)
    raise SourceError(f"neither {_INDEX} nor {_WRITERS} in {root.name}")


def _listed(root: Path) -> Iterator[PageFiles | Rejected]:
    rows = read_json(root, _INDEX)
    if not isinstance(rows, list):
        raise SourceError(f"{_INDEX} is not a list", reason=RejectionReason.INVALID)
    for number, raw in enumerate(rows):
        try:
            row = validate(_Listed, raw)
            folder, _, picture = row.picture.partition("/")
            yield PageFiles(
                id=check_id(row.id),
                split=_SPLITS[row.split],
                writer=_writer(row.id),
                picture=f"{check_id(folder)}/{check_id(picture)}",
                model=f"models/{row.id}.bpmn",
                words=f"words/{row.id}.xml",
                model_scale=row.model_scale,
                picture_scale=row.picture_scale,
            )
        except DiagramloopError as error:
            id = str(raw.get("id", number)) if isinstance(raw, dict) else str(number)
            yield Rejected.of(error, id[:100], SOURCE, "chart")


def _released(root: Path) -> Iterator[PageFiles | Rejected]:
    rows = csv.DictReader(read_text(root, _WRITERS).splitlines())
    splits = {row.get("writer", ""): row.get("split", "") for row in rows}
    for model in sorted(root.glob("annotations/*/*.bpmn"), key=lambda path: path.stem):
        try:
            yield _released_page(root, check_id(model.stem), splits)
        except DiagramloopError as error:
            yield Rejected.of(error, model.stem[:100], SOURCE, "chart")


def _released_page(root: Path, id: str, splits: dict[str, str]) -> PageFiles:
    writer = _writer(id)
    split = _SPLITS.get(splits.get(writer, ""))
    if split is None:
        raise SourceError(f"{writer} is in no known split", reason=RejectionReason.INVALID)
    place = f"{id.partition('_')[0]}/{id}"
    picture = next((p for end in _PICTURES if (root / (p := f"images/{place}{end}")).exists()), f"images/{place}.jpg")
    model, words = f"annotations/{place}.bpmn", f"words/{place}.xml"
    with opened(read_bytes(root, picture, MAX_PICTURE_BYTES), MAX_PIXELS) as image:
        width = image.width
    scale = width / _annotated_width(read_text(root, model, MAX_TEXT_BYTES))
    return PageFiles(id, split, writer, picture, model, words, scale, 1.0)


def _writer(id: str) -> str:
    found = _ID.fullmatch(id)
    if not found:
        raise SourceError(f"{id[:100]!r} names no exercise and writer", reason=RejectionReason.INVALID)
    return found["writer"]


def _annotated_width(model: str) -> float:
    """Width in pixels to which annotators had scaled the page: the model's units. Its first comment says it."""
    _, _, opened = model[:_HEAD_CHARACTERS].partition("<!--")
    comment, end, _ = opened.partition("-->")
    try:
        width = float(json.loads(comment)["backgroundSize"]) if end else 0.0
    except (ValueError, TypeError, KeyError, RecursionError):
        width = 0.0
    if not 1 <= width < MAX_PIXELS:
        raise SourceError("the model does not say how wide its page is", reason=RejectionReason.INVALID)
    return width
