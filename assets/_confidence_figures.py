"""Figures of confidences: how often readers are right when they say so, and what their surest readings are worth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import numpy as np

from assets._scores import read_scores
from assets.confidences import read_told
from assets.machinery import StageRun
from diagramloop.evaluation.calibration import BINS, PARTS
from diagramloop.evaluation.confidences import RANKED, SHARES, Board, boards_of
from diagramloop.report import Curve, Plot

_MIDDLES = tuple((number + 0.5) / BINS for number in range(BINS))
_BINS = tuple((at, f"{at - 0.5 / BINS:.1f}–{at + 0.5 / BINS:.1f}") for at in _MIDDLES)
_AS_SAID = Curve("as said", tuple((at, at) for at in _MIDDLES))
_SHARES = tuple((share, f"{share:.0%}") for share in SHARES)


def confidence_figures(run: StageRun) -> Iterator[Plot]:
    """Of every board, the reliability of each kind of confidence, and the score by the share that is looked at."""
    found: dict[str, dict[str, Board]] = defaultdict(dict)
    for made in run.inputs.get("confidences", ()):
        scores = read_scores(run.like("parsing_scores", made).folder)
        for data, board in boards_of(scores, read_told(made.folder)).items():
            found[data][made.key["parser"]] = board
    for data, systems in found.items():
        for kind in PARTS:
            if curves := _curves(systems, partial(_reliability, kind)):
                caption = f"Reliability of the confidences of {kind}: {data} (Guo et al., ICML 2017, Figure 1)"
                yield Plot(caption, "confidence", "share that is right", (_AS_SAID, *curves), _BINS)
        if curves := _curves(systems, _surest):
            yield Plot(f"{RANKED} of the surest readings: {data}", "share of the pictures", RANKED, curves, _SHARES)


def _curves(systems: Mapping[str, Board], curve: Callable[[str, Board], Curve | None]) -> tuple[Curve, ...]:
    return tuple(made for name, board in systems.items() if (made := curve(name, board)) is not None)


def _reliability(kind: str, name: str, board: Board) -> Curve | None:
    """The share that is right in each bin of confidence; None where nothing is said."""
    bins = zip(_MIDDLES, board.reliability(kind), strict=True)
    known = [(at, count, said, right) for at, (count, said, right) in bins if count]
    points = tuple((at, right / count) for at, count, _, right in known)
    texts = tuple(f"{right / count:.3f} (said {said / count:.3f}, n {count:.0f})" for _, count, said, right in known)
    return Curve(name, points, texts) if known else None


def _surest(name: str, board: Board) -> Curve | None:
    """The score of the surest pictures, by their share; None where nothing is said."""
    all_alike = np.ones(len(board.scores))
    values = [(share, value) for share in SHARES if (value := board.surest(share)) is not None]
    return Curve(name, tuple((share, float(value(all_alike))) for share, value in values)) if values else None
