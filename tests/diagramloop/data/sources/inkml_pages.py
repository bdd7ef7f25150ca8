"""Small pages in the form of FC_B's files: two boxes, an arrow between them, texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from diagramloop.data.sources import FcB

ID = "writer000_fc_001b"
Points = Sequence[tuple[float, float]]

DATA = ((100, 100), (300, 100), (280, 180), (80, 180), (100, 100))
DECISION = ((200, 300), (300, 350), (200, 400), (100, 350), (200, 300))
SHAFT = ((200, 182), (203, 240), (200, 296))
HEAD = ((190, 285), (200, 298), (210, 285))
WORD = ((150, 130), (180, 150))
BRANCH = ((220, 230), (240, 250))
STROKES = (DATA, DECISION, SHAFT, HEAD, WORD, BRANCH)

SYMBOLS = {
    "0": ("text", {"textMeaning": "Read $n$"}, (4,)),
    "1": ("text", {"textMeaning": "Yes"}, (5,)),
    "2": ("arrow", {"connectionPointFrom": "0 0", "connectionPointTo": "1 1"}, (2, 3)),
    "3": ("data", {}, (0,)),
    "4": ("decision", {}, (1,)),
}
RELATIONS = (("arrow_connection", "2", "3", "4"), ("text_inside", "0", "3"), ("arrow_label", "1", "2"))
PARTS = {"2": '<head><traceView traceDataRef="3" /></head><shaft><traceView traceDataRef="2" /></shaft>'}

Symbols = Mapping[str, tuple[str, Mapping[str, str], Sequence[int]]]


def inkml(
    strokes: Sequence[Points] = STROKES,
    symbols: Symbols = SYMBOLS,
    relations: Sequence[Sequence[str]] = RELATIONS,
    parts: Mapping[str, str] = PARTS,
) -> str:
    """A file as Annotation Tool 1.0 wrote it: x, y, time and pressure of each point."""
    channels = "".join(f'<channel name="{name}" type="decimal" />' for name in "XYTP")
    traces = "".join(
        f'<trace id="{id}" timeStamp="0">\n{_points(stroke)}\n</trace>' for id, stroke in enumerate(strokes)
    )
    groups = "".join(_symbol(id, *symbol, parts.get(id, "")) for id, symbol in symbols.items())
    joined = "".join(_relation(id, *relation) for id, relation in enumerate(relations))
    tool = '<annotation type="truth">Annotation Tool 1.0</annotation>'
    about = '<annotation type="userID">0</annotation><annotation type="age">22</annotation>'
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n<ink><traceFormat>{channels}</traceFormat>{about}{traces}'
        f"<symbols>{tool}{groups}</symbols><relations>{tool}{joined}</relations></ink>"
    )


def written(root: Path, document: str | bytes | None = None, id: str = ID, **options: Any) -> FcB:
    """A folder with this file, below another as the archive has it."""
    content = inkml() if document is None else document
    (root / "FC_1.0").mkdir(exist_ok=True)
    (root / f"FC_1.0/{id}.inkml").write_bytes(content if isinstance(content, bytes) else content.encode())
    return FcB(root, **options)


def _points(stroke: Points) -> str:
    return ", ".join(f"{x} {y} {16 * time} 150" for time, (x, y) in enumerate(stroke))


def _symbol(id: str, kind: str, said: Mapping[str, str], strokes: Sequence[int], parts: str) -> str:
    told = "".join(f'<annotation type="{type}">{text}</annotation>' for type, text in {"truth": kind, **said}.items())
    views = "".join(f'<traceView traceDataRef="{stroke}" />' for stroke in strokes)
    return f'<traceGroup id="{id}">{told}{views}{parts}</traceGroup>'


def _relation(id: int, name: str, *symbols: str) -> str:
    views = "".join(f'<symbolView symbolDataRef="{symbol}" connectionPoint="top" />' for symbol in symbols)
    truth = f'<annotation type="truth">{name}</annotation>'
    return f'<symbolGroup id="{id}" arity="{len(symbols)}">{truth}{views}</symbolGroup>'
