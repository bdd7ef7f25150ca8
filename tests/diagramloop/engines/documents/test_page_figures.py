"""Figures of a page: what is drawn close together, wherever it lies, with the words in it and the caption near it."""

from __future__ import annotations

from itertools import combinations
from pathlib import PurePosixPath

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw
from processor_time import within

from diagramloop.data.sources.papers.pdf_lines import Line, Page
from diagramloop.engines.documents.page_figures import PageFigure, _clusters, figures_on
from diagramloop.engines.documents.scanned_page import scanned_page
from diagramloop.graph import Box
from diagramloop.render.fonts import font

SIZE = (600.0, 800.0)


def line(text: str, x0: float, top: float, size: float = 10.0) -> Line:
    return Line(0, text, x0, top, x0 + 5 * len(text), top + size, size, False)


def page(drawn: list[Box], lines: list[Line] | None = None) -> Page:
    return Page(PurePosixPath("a.pdf"), 0, *SIZE, tuple(lines or ()), tuple(drawn))


def boxes(figures: list[PageFigure]) -> list[tuple[int, ...]]:
    return [tuple(round(value) for value in one.box) for one in figures]


def test_boxes_that_lines_join_are_one_figure_and_others_another() -> None:
    drawn: list[Box] = [(50, 100, 120, 140), (300, 100, 370, 140), (120, 120, 300, 120), (50, 400, 200, 500)]
    assert boxes(figures_on(page(drawn), ())) == [(47, 97, 373, 143), (47, 397, 203, 503)]


def test_words_in_a_figure_are_its_own_and_those_beside_are_not() -> None:
    inside, above, long = line("Start", 60, 110), line("Some words above it.", 50, 60), line("x" * 90, 40, 160)
    (figure,) = figures_on(page([(50, 100, 200, 140)], [inside, above, long]), ())
    assert figure.lines == (inside,)


def test_rules_bullets_and_backgrounds_are_no_figures() -> None:
    rules: list[Box] = [(50, 100, 550, 100.5), (50, 700, 550, 701)]
    bullets: list[Box] = [(50, 300 + 20 * at, 54, 304 + 20 * at) for at in range(9)]
    assert figures_on(page([*rules, *bullets, (0, 0, *SIZE)]), ()) == []


def test_a_caption_near_it_is_its_title() -> None:
    caption = line("Figure 3: The way of a request", 60, 250)
    (figure,) = figures_on(page([(50, 100, 250, 240)], [caption]), ())
    assert figure.caption == "The way of a request"
    (far,) = figures_on(page([(50, 100, 250, 240)], [line("Figure 3: The way", 60, 600)]), ())
    assert far.caption == ""


def test_a_bitmap_is_a_figure_of_pixels() -> None:
    (figure,) = figures_on(page([]), [(100, 100, 300, 300)])
    assert figure.bitmap


@given(st.lists(st.tuples(*[st.floats(0, 500)] * 2, *[st.floats(1, 90)] * 2), max_size=12), st.randoms())
def test_the_order_of_drawing_does_not_matter_and_no_two_figures_overlap(
    found: list[tuple[float, float, float, float]], random: object
) -> None:
    drawn: list[Box] = [(x, y, x + w, y + h) for x, y, w, h in found]
    figures = figures_on(page(drawn), ())
    random.shuffle(drawn)  # type: ignore[attr-defined]
    assert boxes(figures_on(page(drawn), ())) == boxes(figures)
    raw = [(b[0] + 3, b[1] + 3, b[2] - 3, b[3] - 3) for b in (one.box for one in figures)]  # without margins
    for at, one in enumerate(raw):
        for other in raw[at + 1 :]:
            assert one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]


def test_a_scan_has_its_figure_and_not_its_prose() -> None:
    image = Image.new("RGB", (1200, 1600), "white")
    pen = ImageDraw.Draw(image)
    for at in range(12):
        pen.text(
            (100, 100 + 36 * at), "Nothing is sent before a second person has read it.", fill="black", font=font(24)
        )
    pen.rectangle((200, 800, 400, 900), outline="black", width=3)
    pen.rectangle((700, 800, 900, 900), outline="black", width=3)
    pen.line((400, 850, 700, 850), fill="black", width=3)
    pen.text((230, 835), "Read", fill="black", font=font(24))
    (figure,) = figures_on(scanned_page(np.asarray(image), 0, SIZE), ())
    x0, y0, x1, y1 = figure.box
    assert abs(x0 - 100) < 6
    assert abs(y0 - 400) < 6
    assert abs(x1 - 450) < 6
    assert abs(y1 - 450) < 6


def joined_by_pairs(boxes: list[Box], gap: float) -> list[Box]:
    """The definition itself: any two that are near are one, until none are."""
    left = list(boxes)
    for one, other in combinations(left, 2):
        if all(one[at] - gap <= other[at + 2] and other[at] - gap <= one[at + 2] for at in (0, 1)):
            left.remove(one)
            left.remove(other)
            around = (*map(min, one[:2], other[:2]), *map(max, one[2:], other[2:]))
            return joined_by_pairs([*left, around], gap)
    return left


SIDES = st.tuples(*[st.integers(0, 40)] * 2, *[st.integers(0, 8)] * 2)


@given(st.lists(SIDES, max_size=24), st.integers(0, 4))
def test_what_is_near_is_joined_whatever_order_it_comes_in(sides: list[tuple[int, ...]], gap: int) -> None:
    boxes = [(x, y, x + wide, y + high) for x, y, wide, high in sides]
    assert sorted(_clusters(boxes, gap)) == sorted(joined_by_pairs(boxes, gap))


@pytest.mark.parametrize("apart", [0, 1, 30])
def test_a_page_full_of_objects_and_words_takes_little_time(apart: int) -> None:
    drawn: list[Box] = [
        (at % 100 * apart, at // 100 * apart, at % 100 * apart + 9, at // 100 * apart + 9) for at in range(8_000)
    ]
    lines = [line("x", at % 100 * 6, at // 100 * 8) for at in range(4_000)]
    with within(8.0):
        figures_on(page(drawn, lines), ())
