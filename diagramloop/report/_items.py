"""The part of the page item by item: the list of all items, and of each all that there is.

Samples come system by system, so that no item is whole before the last one has come. The pictures and graphs of ten
thousand items do not fit into memory: a picture is hung when it comes, and what is told of a sample waits packed.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from diagramloop.report._data import short
from diagramloop.report._marks import ElementMark
from diagramloop.report._sample import Panel, Sample, Table

Hang = Callable[[bytes], str]
"""Keeps a picture and gives its address."""
Key = tuple[str, str, str]


@dataclass(frozen=True)
class _Waiting:
    """A sample without its pictures.

    Attributes:
        is_control: True where its score does not decide how bad an item is.
        listed: what the list has of it.
        packed: what is shown of it, its marks not yet shared with other systems'.
    """

    system: str
    score: float | None
    is_control: bool
    listed: list[Any]
    facets: Mapping[str, str]
    scores: Mapping[str, float | None]
    packed: bytes


class Items:
    """The items of a page.

    Args:
        samples: in any order; each is taken once, and let go.
        hang: takes the pictures.
        controls: task and system of those whose scores do not decide how bad an item is.
    """

    def __init__(self, samples: Iterable[Sample], hang: Hang, controls: Collection[tuple[str, str]] = ()) -> None:
        self._samples: dict[Key, list[_Waiting]] = {}
        for sample in samples:
            waiting = _waiting(sample, hang, (sample.task, sample.system) in controls)
            self._samples.setdefault((sample.task, sample.data, sample.name), []).append(waiting)
        for of_item in self._samples.values():
            of_item.sort(key=lambda waiting: waiting.system)

    @property
    def listed(self) -> list[dict[str, Any]]:
        """The entries of the list: items by their mean score, worst first, with their samples by system."""
        ordered = sorted(self._samples.items(), key=lambda item: (_mean(item[1]), item[0]))
        return [_listed(key, samples) for key, samples in ordered]

    @property
    def sample_count(self) -> int:
        """The number of all samples."""
        return sum(map(len, self._samples.values()))

    @property
    def metrics(self) -> set[str]:
        """The metrics that some item has a value of."""
        return {metric for samples in self._samples.values() for metric in _metrics(samples)}

    def __iter__(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Each item's file, and all that there is of it."""
        for key, samples in self._samples.items():
            yield _file(key), _item(samples)


def _file(key: Key) -> str:
    return hashlib.sha256(json.dumps(key).encode()).hexdigest()[:16]


def _mean(samples: Sequence[_Waiting]) -> float:
    """Of the scores of systems, or of controls alone; a system that gave nothing is worse than any other."""
    deciding = [sample for sample in samples if not sample.is_control] or samples
    return sum(-1.0 if sample.score is None else sample.score for sample in deciding) / len(deciding)


def _listed(key: Key, samples: Sequence[_Waiting]) -> dict[str, Any]:
    facets = {axis: value for sample in samples for axis, value in sample.facets.items()}
    return {
        "file": _file(key),
        **dict(zip(("task", "data", "name"), key, strict=True)),
        "facets": sorted(facets.items()),
        "samples": [sample.listed for sample in samples],
    }


class _Shapes:
    """The shapes and texts of an item's marks, each once: most are in the gold of every system."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str, str], int] = {}

    def __call__(self, mark: Sequence[str]) -> list[Any]:
        """The verdict of a mark, as :func:`_parts` has it, and the place of what it is on."""
        status, tag, points, title = mark
        return [status, self.kept.setdefault((tag, points, title), len(self.kept))]


def _item(samples: Sequence[_Waiting]) -> dict[str, Any]:
    shapes = _Shapes()
    shown = [_unpacked(sample.packed, shapes) for sample in samples]
    metrics = _metrics(samples)
    values = [[short(sample.scores.get(name)) for name in metrics] for sample in samples]
    return {"shapes": list(shapes.kept), "samples": shown, "metrics": metrics, "scores": values}


def _metrics(samples: Sequence[_Waiting]) -> list[str]:
    """Those of which a sample has a value, in order of first appearance."""
    known = {name: False for sample in samples for name in sample.scores}
    for sample in samples:
        for name, value in sample.scores.items():
            known[name] |= value is not None
    return [name for name, is_known in known.items() if is_known]


def _waiting(sample: Sample, hang: Hang, is_control: bool) -> _Waiting:
    listed = [sample.system, short(sample.score), sample.headline, int(sample.faulty), sample.tally, int(is_control)]
    text = json.dumps(_shown(sample, hang))
    packed = zlib.compress(text.encode(), 1)
    return _Waiting(sample.system, sample.score, is_control, listed, sample.facets, sample.scores, packed)


def _unpacked(packed: bytes, shapes: _Shapes) -> dict[str, Any]:
    shown: dict[str, Any] = json.loads(zlib.decompress(packed))
    for panel in shown["panels"]:
        if "marks" in panel:
            panel["marks"] = list(map(shapes, panel["marks"]))
    shown["faults"] = list(map(shapes, shown["faults"]))
    return shown


def _table(table: Table) -> dict[str, Any]:
    return {"caption": table.caption, "header": table.header, "rows": table.rows, "spots": table.spots}


def _shown(sample: Sample, hang: Hang) -> dict[str, Any]:
    passages = [[passage.heading, passage.text] for passage in sample.passages]
    return {
        "system": sample.system,
        "reason": sample.reason,
        "panels": [_panel(panel, hang) for panel in sample.panels],
        "passages": passages,
        "tables": list(map(_table, sample.tables)),
        "faults": list(map(_parts, sample.faults)),
    }


def _panel(panel: Panel, hang: Hang) -> dict[str, Any]:
    drawing = panel.drawing
    if drawing is None or drawing.picture is None or drawing.size is None:
        return {"caption": panel.caption, "absent": panel.absent or "no picture"}
    width, height = drawing.size
    marks = [_parts(mark) for mark in panel.marks if mark.points]
    picture = hang(drawing.picture)
    return {"caption": panel.caption, "picture": picture, "width": width, "height": height, "marks": marks}


def _parts(mark: ElementMark) -> list[str]:
    return [mark.status, mark.tag, mark.points, mark.title]
