"""Text outside of nodes."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from PIL import Image
from processor_time import within

from diagramloop.engines.parse.text.free_text import free_patches
from diagramloop.engines.parse.text.text_lines import find_lines
from tests.diagramloop.engines.parse.lettering import ENVIRONMENT, box_node, canvas, font, pixels, rectangle


def boxes(picture: np.ndarray, *shapes: object) -> list[tuple[float, ...]]:
    patches = free_patches(picture, ENVIRONMENT, shapes).patches  # type: ignore[arg-type]
    return sorted(line.box for patch in patches for line in find_lines(patch))


def test_a_plate_without_padding_keeps_its_first_and_last_glyph() -> None:
    image, draw = canvas(300, 300)
    draw.line((150, 0, 150, 300), fill="#333", width=2)
    left, _, right, _ = draw.textbbox((150, 150), "No", font=font(), anchor="mm")
    draw.rectangle((left, 126, right - 1, 174), fill="#e8e8e8")
    draw.text((150, 150), "No", fill="#333", font=font(), anchor="mm")
    ((x0, _, x1, _),) = boxes(pixels(image))
    assert abs(x0 - left) <= 4
    assert abs(x1 - right) <= 4


def test_a_plate_shrunk_with_ringing_stays_one_plate() -> None:
    image, draw = canvas(300, 300)
    draw.rectangle((100, 126, 200, 174), fill="#e8e8e8")
    draw.text((150, 150), "Yes", fill="#333", font=font(), anchor="mm")
    small = pixels(image.resize((150, 150), Image.Resampling.LANCZOS))
    environment = dataclasses.replace(ENVIRONMENT, text_height=12.0)
    lines = [line for patch in free_patches(small, environment, ()).patches for line in find_lines(patch)]
    assert len(lines) == 1
    assert lines[0].box[2] - lines[0].box[0] > 24


def test_a_bare_label_beside_a_line_is_found_and_the_line_is_not() -> None:
    image, draw = canvas(400, 300)
    draw.line((100, 0, 100, 300), fill="#333", width=2)
    draw.text((120, 150), "maybe", fill="#333", font=font(), anchor="lm")
    ((x0, _, _, _),) = boxes(pixels(image))
    assert x0 >= 118


def test_a_letter_that_sticks_to_a_line_by_its_rim_is_kept() -> None:
    image, draw = canvas(400, 300)
    draw.line((100, 0, 100, 300), fill="black", width=2)
    draw.text((104, 150), "Yes", fill="black", font=font(), anchor="lm")
    picture = pixels(image)
    start = int(np.flatnonzero((picture[:, 103:, 0] < 128).any(axis=0))[0]) + 103
    picture[140:146, 102:start] = 190
    ((x0, _, _, _),) = boxes(picture)
    assert x0 <= start


def test_arrowheads_dashes_and_dots_are_no_text() -> None:
    image, draw = canvas(400, 400)
    for y in range(0, 400, 14):
        draw.line((60, y, 60, y + 6), fill="#333", width=2)
    for y in range(0, 400, 12):
        draw.ellipse((120, y, 124, y + 4), fill="#333")
    draw.polygon([(200, 200), (220, 200), (210, 222)], fill="#333")
    assert boxes(pixels(image)) == []


def test_an_arrow_that_ends_at_a_node_is_no_text() -> None:
    image, draw = canvas(400, 300)
    shape = box_node(draw, (100, 200, 300, 280), "")
    draw.line((200, 160, 200, 185), fill="#333", width=2)
    draw.polygon([(192, 180), (208, 180), (200, 199)], fill="#333")
    assert boxes(pixels(image), shape) == []


def test_a_title_in_a_filled_frame_is_read_against_the_frame() -> None:
    image, draw = canvas(500, 300)
    draw.rectangle((50, 50, 450, 250), fill="#30305a", outline="#aaaa33", width=2)
    draw.text((250, 80), "Payment", fill="#f0f0f0", font=font(), anchor="mm")
    ((x0, y0, x1, y1),) = boxes(pixels(image), rectangle((50, 50, 450, 250), "group"))
    assert 150 < x0 < x1 < 350
    assert 55 < y0 < y1 < 110


@pytest.mark.parametrize("step", [3, 9])
def test_ten_thousand_specks_take_bounded_time(step: int) -> None:
    picture = np.full((1200, 1200, 3), 255, dtype=np.uint8)
    picture[::step, ::step] = 0
    with within(10):
        free_patches(picture, ENVIRONMENT, ())
