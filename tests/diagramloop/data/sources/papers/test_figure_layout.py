"""Panels laid out in rows, at the sizes that LaTeX would give them (diagnosis/figure_layouts.py asks LaTeX itself)."""

from __future__ import annotations

import io
from pathlib import Path, PurePosixPath

import numpy as np
import pytest
from PIL import Image
from processor_time import within

from diagramloop.data.sources.papers.figure_picture import picture_of
from diagramloop.data.sources.papers.latex_panels import read_panels
from diagramloop.data.sources.papers.lengths import Measures
from diagramloop.data.sources.papers.manuscript import Figure
from diagramloop.data.sources.papers.panels import GraphicsFile
from diagramloop.errors import DiagramloopError, RejectionReason, SourceError

SQUARES = {"red": (200, 0, 0), "green": (0, 150, 0), "blue": (0, 0, 200)}
ALL = r"\includegraphics[width=.4\linewidth]{red} \includegraphics[width=.4\linewidth]{green} "


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    made: Path = tmp_path_factory.mktemp("pictures")
    for name, colour in SQUARES.items():
        Image.new("RGB", (400, 400), colour).save(made / f"{name}.png", dpi=(144, 144))
    halves = Image.new("RGB", (400, 200), SQUARES["red"])
    halves.paste(SQUARES["blue"], (200, 0, 400, 200))
    halves.save(made / "halves.png")
    return made


def figure(body: str, measures: Measures | None = None) -> Figure:
    shown = read_panels(body, lambda name: GraphicsFile(PurePosixPath(f"{name}.png")))
    return Figure(1, "", "Words.", shown, "Method", 0.2, measures=measures or Measures())


def places(body: str, folder: Path) -> tuple[dict[str, list[int]], tuple[int, int]]:
    """The box of each colour, and the size of it all, in hundredths of the width."""
    image = Image.open(io.BytesIO(picture_of(figure(body), folder)))
    pixels = np.asarray(image, dtype=int)
    boxes = {}
    for name, colour in SQUARES.items():
        ys, xs = np.nonzero(np.abs(pixels - colour).sum(axis=2) < 40)
        if len(xs):
            ends = xs.min(), ys.min(), xs.max() + 1, ys.max() + 1
            boxes[name] = [round(100 * float(value) / image.width) for value in ends]
    return boxes, image.size


def test_side_by_side_and_below_as_a_line_has_room(folder):
    boxes, _ = places(ALL + r"\includegraphics[width=.4\linewidth]{blue}", folder)
    assert boxes["red"] == [0, 0, 49, 49]
    assert boxes["green"] == [51, 0, 100, 49]
    assert boxes["blue"] == [26, 51, 74, 100]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (r"\begin{tabular}{}\includegraphics[width=8cm]{red}&\includegraphics[width=8cm]{blue}\end{tabular}", "beside"),
        (r"\includegraphics[width=9cm]{red}\includegraphics[width=9cm]{blue}", "below"),
        (r"\includegraphics{red}\\\includegraphics{blue}", "below"),
        (r"\begin{minipage}{.5\textwidth}\includegraphics[width=\textwidth]{red}\end{minipage}"
         r"\begin{minipage}{.5\textwidth}\includegraphics[width=\textwidth]{blue}\end{minipage}", "beside"),
        (r"\resizebox{\linewidth}{!}{\includegraphics[width=9cm]{red}\includegraphics[width=9cm]{blue}}", "beside"),
    ],
)  # fmt: skip
def test_lines_break_in_paragraphs_only(folder, body, expected):
    boxes, _ = places(body, folder)
    red, blue = boxes["red"], boxes["blue"]
    assert (red[2] <= blue[0] and red[1] == blue[1]) == (expected == "beside")
    assert (red[3] <= blue[1] and red[0] == blue[0]) == (expected == "below")


def test_a_minipage_beside_a_stack_stands_in_its_middle(folder):
    body = (
        r"\begin{minipage}{.4\linewidth}\includegraphics[width=\linewidth]{red}\end{minipage}"
        r"\begin{minipage}{.4\linewidth}\includegraphics[width=\linewidth]{green}\\\includegraphics[width=\linewidth]{blue}"
        r"\end{minipage}"
    )
    boxes, _ = places(body, folder)
    middle = (boxes["red"][1] + boxes["red"][3]) / 2
    assert middle == pytest.approx((boxes["green"][1] + boxes["blue"][3]) / 2, abs=1)


def test_natural_sizes_come_from_the_resolution(folder):
    boxes, size = places(r"\includegraphics{red}\includegraphics[width=200bp]{blue}", folder)
    assert boxes["red"][2] - boxes["red"][0] == boxes["blue"][2] - boxes["blue"][0]
    assert max(size) < 900  # no picture is made finer than it is


def test_cut_and_turned(folder):
    boxes, _ = places(r"\includegraphics[viewport=0 0 250 200,clip]{halves}", folder)
    assert boxes == {"red": [0, 0, 80, 80], "blue": [80, 0, 100, 80]}
    boxes, _ = places(r"\includegraphics[trim=150 0 0 0,clip]{halves}", folder)
    assert boxes == {"red": [0, 0, 20, 80], "blue": [20, 0, 100, 80]}
    boxes, size = places(r"\includegraphics[trim=150 0 0 0]{halves}", folder)  # without clip all of it is printed
    assert (boxes["blue"], size) == ([50, 0, 100, 50], (400, 200))
    boxes, size = places(r"\includegraphics[angle=90,width=\unknown]{halves}", folder)
    assert size == (200, 400)
    assert boxes["blue"][1] < boxes["red"][1]


@pytest.mark.parametrize("beside", ["", r"\includegraphics[width=.4\linewidth]{green}"])
def test_words_stand_where_overpic_puts_them(folder, beside):
    """Blue words in the upper right quarter of a red picture, from its middle on."""
    written = r"\begin{overpic}[width=.4\linewidth]{red}\put(50,60){\color{blue} IIIIII}\end{overpic}"
    picture = picture_of(figure(written + beside), folder)
    pixels = np.asarray(Image.open(io.BytesIO(picture)), dtype=int)
    ys, xs = np.nonzero((pixels[..., 2] > 150) & (pixels[..., 0] < 90))
    side = pixels.shape[0]
    assert 0.48 * side <= xs.min() < xs.max() < 0.75 * side
    assert 0.3 * side <= ys.min() < ys.max() <= 0.41 * side


def test_turned_before_or_after_its_width_is_set(folder):
    after, _ = places(r"\includegraphics[width=4cm,angle=90]{halves}\includegraphics[width=4cm]{green}", folder)
    before, _ = places(r"\includegraphics[angle=90,width=4cm]{halves}\includegraphics[width=4cm]{green}", folder)
    assert 2 * (after["red"][2] - after["red"][0]) == pytest.approx(after["green"][2] - after["green"][0], abs=2)
    assert before["red"][2] - before["red"][0] == pytest.approx(before["green"][2] - before["green"][0], abs=2)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (ALL + r"\includegraphics[width=\figwidth]{blue}", RejectionReason.UNSUPPORTED),
        (ALL + r"\includegraphics[width=1e9cm]{blue}", RejectionReason.UNSUPPORTED),
        (ALL + r"\includegraphics[width=999999cm]{blue}", RejectionReason.INVALID),
        (ALL + r"\includegraphics[width=-1cm]{blue}", RejectionReason.INVALID),
        (ALL + r"\includegraphics[angle=x]{blue}", RejectionReason.UNSUPPORTED),
        (ALL + r"\includegraphics[scale=nan]{blue}", RejectionReason.UNSUPPORTED),
        (ALL + r"\includegraphics[scale=0]{blue}", RejectionReason.INVALID),
        (r"\includegraphics[angle=inf]{blue}", RejectionReason.UNSUPPORTED),
        (r"\includegraphics[trim=nan inf 0 0,clip]{blue}", RejectionReason.UNSUPPORTED),
        (ALL + r"\includegraphics[trim=1 2 3,clip]{blue}", RejectionReason.INVALID),
        (ALL + r"\includegraphics[trim=0 0 900 0,clip]{blue}", RejectionReason.NO_DIAGRAM),
        (ALL + r"\includegraphics{gone}", RejectionReason.MISSING),
        (ALL + r"\begin{overpic}{red}\put(1,1){\line(1,0){9}}\end{overpic}", RejectionReason.UNSUPPORTED),
        (rf"\rotatebox{{30}}{{{ALL}}}", RejectionReason.UNSUPPORTED),
    ],
)
def test_what_cannot_be_laid_out_has_a_reason_of_its_own(folder, body, reason):
    with pytest.raises(SourceError) as caught:
        picture_of(figure(body), folder)
    assert caught.value.reason is reason


def test_all_panels_together_may_declare_no_more_pixels_than_one(folder):
    Image.new("1", (9_000, 8_000)).save(folder / "vast.png")
    with within(1.0), pytest.raises(DiagramloopError) as caught:
        picture_of(figure(r"\includegraphics{vast} " * 40), folder)
    assert caught.value.reason is RejectionReason.TOO_LARGE


@pytest.mark.parametrize(
    ("length", "points"),
    [
        (r"0.5\linewidth", 120.0),
        (r".5\textwidth", 250.0),
        (r"\columnwidth", 240.0),
        (r"\dimexpr 0.5\linewidth - 2\tabcolsep\relax", 120.0),
        (r"\linewidth/3", 80.0),
        (r"1in + 1pt", 73.27),
        (r"2,54cm", 72.27),
    ],
)
def test_lengths(length, points):
    assert Measures.of(wide=False, two_columns=True).points(length) == pytest.approx(points)


@pytest.mark.parametrize("length", ["", "wide", "3", r"\mine", "1cm?", "9" * 99 + "cm", r"\linewidth/0"])
def test_lengths_that_are_not_known(length):
    with pytest.raises(SourceError):
        Measures().points(length)
