"""The look before reading: drawings, plots, listings and noise by name, in any size, and what weights must be."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from PIL import Image, ImageDraw

from diagramloop.engines.documents.picture import read_figure
from diagramloop.engines.parse import read_picture
from diagramloop.engines.parse.look import DIAGRAMS, KINDS, NAMES, SURE, Look, PictureKind, kinds, look, refusal
from diagramloop.engines.parse.look.kinds import LookWeights, shipped_weights
from diagramloop.engines.parse.look.signs import SIGNS, signs
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.models.weight_file import TrainedNumbers
from diagramloop.render.fonts import font
from tests.diagramloop.engines.documents.made import drawn_png, photograph

RECORD = json.loads((Path(kinds.__file__).parent / "weights" / "look.json").read_text())


def seen(kind: PictureKind, share: float) -> Look:
    """A look that is so sure of a kind, and of no other more than of the next."""
    rest = (1 - share) / (len(KINDS) - 1)
    return Look({each: share if each == kind else rest for each in KINDS})


def listing() -> bytes:
    image = Image.new("RGB", (640, 300), "white")
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(Path(__file__).read_text(encoding="utf-8").splitlines()[8:22]):
        pen.text((12, 10 + 20 * row), line, fill="black", font=font(14))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def test_the_shipped_weights_were_good_enough_on_families_left_out() -> None:
    figures = RECORD["figures"]
    assert figures["diagrams not surely refused"] >= 0.9
    assert figures["others refused"] >= 0.75


def test_a_drawing_is_a_diagram_and_a_photograph_and_a_listing_are_none() -> None:
    assert refusal(look(read_picture(drawn_png()))) is None
    for picture in (photograph(), listing()):
        error = refusal(look(read_picture(picture)))
        assert error is not None
        assert error.reason is RejectionReason.NO_DIAGRAM


def test_what_is_no_diagram_is_refused_by_its_name_before_anything_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("it was read")

    monkeypatch.setattr("diagramloop.engines.documents.figures.graph_read", never)
    monkeypatch.setattr("diagramloop.engines.parse.hypotheses.CheckedParser.parse", never)
    with pytest.raises(DiagramloopError, match="a photograph"):
        read_figure(photograph())


@pytest.mark.parametrize(
    ("kind", "share", "reason"),
    [
        ("table", SURE, RejectionReason.NO_DIAGRAM),
        ("sequence", SURE, RejectionReason.UNSUPPORTED),
        ("sequence", 0.5, None),
        ("flowchart", 0.99, None),
        ("drawing", 0.99, None),  # lines to numbers are like a chart of states: it is read
    ],
)
def test_a_kind_is_refused_by_name_where_the_look_is_sure(
    kind: PictureKind, share: float, reason: RejectionReason | None
) -> None:
    error = refusal(seen(kind, share))
    assert (error.reason if error else None) is reason
    if error:
        assert NAMES[kind] in str(error)


@settings(max_examples=15, deadline=None)
@given(
    arrays.arrays(np.uint8, st.tuples(st.integers(1, 90), st.integers(1, 90), st.just(3))),
    st.sampled_from(["noise", "blank"]),
)
def test_every_picture_has_a_kind_and_shares_that_add_up(pixels: np.ndarray, ground: str) -> None:
    shown = pixels if ground == "noise" else np.full_like(pixels, int(pixels[0, 0, 0]))
    answer = look(shown)
    assert set(answer.shares) == set(KINDS)
    assert sum(answer.shares.values()) == pytest.approx(1, abs=0.01)
    assert (answer.kind in DIAGRAMS) == (answer.diagram >= 0.5)


def test_signs_that_cannot_be_told_are_missing_and_not_zero() -> None:
    blank = dict(zip(SIGNS, signs(np.full((60, 90, 3), 255, np.uint8)), strict=True))
    assert blank["ground"] == 1.0
    assert np.isnan([blank[name] for name in ("saturation", "mark_height", "longest_line", "text_inside")]).all()


def test_weights_come_back_from_their_numbers_and_others_are_refused() -> None:
    numbers = shipped_weights().numbers()
    row = signs(read_picture(drawn_png()))[None]
    assert np.array_equal(LookWeights.of(numbers).probabilities(row), shipped_weights().probabilities(row))
    for strange in (TrainedNumbers(numbers.arrays, {"signs": ["other"]}), TrainedNumbers({}, numbers.facts)):
        with pytest.raises(DiagramloopError, match="no weights of kinds"):
            LookWeights.of(strange)
