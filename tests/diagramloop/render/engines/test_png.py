"""PNG files hold the pixels that were put into them, and their bytes are the same on every machine."""

from __future__ import annotations

import hashlib
import io

import cv2
import numpy as np
import pytest
from PIL import Image

from diagramloop.render.native.png import PixelRows

DIGEST = "66a547ec567e6fd57cb371c3ad24bfe80cdab881e7eefaf3b88d4bdbc340f070"  # with and without AVX2


def picture(width: int, height: int) -> np.ndarray:
    """Rectangles and a ramp, in all colours."""
    y, x = np.mgrid[:height, :width]
    return np.stack([(x // 7) * 40 % 256, (y // 5) * 60 % 256, (x + y) % 256], axis=2).astype(np.uint8)


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (640, 200)])
def test_what_is_read_is_what_was_written(size: tuple[int, int]) -> None:
    rows = PixelRows(*size)
    for shown in (picture(*size), 255 - picture(*size)):  # one memory for many pictures
        rows.pixels[:] = shown
        read = Image.open(io.BytesIO(rows.encoded()))
        assert (read.format, read.mode, read.size) == ("PNG", "RGB", size)
        assert np.array_equal(np.asarray(read), shown)


def test_opencv_writes_into_the_rows_themselves() -> None:
    rows, shown = PixelRows(9, 4), picture(9, 4)
    cv2.cvtColor(np.dstack([shown[:, :, ::-1], np.full((4, 9), 255, np.uint8)]), cv2.COLOR_BGRA2RGB, rows.pixels)
    assert np.array_equal(rows.pixels, shown)


def test_the_bytes_are_known() -> None:
    rows = PixelRows(640, 200)
    rows.pixels[:] = picture(640, 200)
    assert hashlib.sha256(rows.encoded()).hexdigest() == DIGEST
