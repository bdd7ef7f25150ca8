"""Safe decoding of pictures from outside: whatever comes in, an RGB array or a typed error comes out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from diagramloop.engines.parse.blackboard import RGB
from diagramloop.engines.parse.budget import BUDGET
from diagramloop.errors import PictureError, RejectionReason
from diagramloop.models.pixels import on_white, opened

MAX_BYTES = 400_000_000
LEAST_SIDE_PX = 8  # nothing smaller can show a node with an edge


def read_picture(source: bytes | Path | NDArray[np.uint8]) -> RGB:
    """Decode ``source`` to RGB of shape (height, width, 3), upright, transparency laid over white.

    Args:
        source: bytes of a picture file, the path of one, or pixels of shape (h, w), (h, w, 3) or (h, w, 4).

    Raises:
        PictureError: with the reason EMPTY (no bytes), MISSING (no such file), UNREADABLE (not a picture, or
            truncated), TOO_LARGE (beyond BUDGET.pixels, judged by the header alone, or MAX_BYTES), UNSUPPORTED
            (animated, floating point), INVALID (pixels of another shape or type), NO_DIAGRAM (narrower
            than LEAST_SIDE_PX).
    """
    pixels = _from_array(source) if isinstance(source, np.ndarray) else _decode(_bytes(source))
    _check_sides(pixels.shape[1], pixels.shape[0])
    return np.ascontiguousarray(pixels)


def _check_sides(width: int, height: int) -> None:
    if min(width, height) < LEAST_SIDE_PX:
        raise PictureError(f"picture of {width} x {height} pixels", reason=RejectionReason.NO_DIAGRAM)


def _bytes(source: bytes | Path) -> bytes:
    if isinstance(source, Path):
        if not source.is_file():
            raise PictureError(f"no file {source.name!r}", reason=RejectionReason.MISSING)
        if source.stat().st_size > MAX_BYTES:
            raise PictureError(f"{source.name!r} has over {MAX_BYTES} bytes", reason=RejectionReason.TOO_LARGE)
        source = source.read_bytes()
    if not source:
        raise PictureError("no bytes", reason=RejectionReason.EMPTY)
    if len(source) > MAX_BYTES:
        raise PictureError(f"over {MAX_BYTES} bytes", reason=RejectionReason.TOO_LARGE)
    return source


def _decode(data: bytes) -> RGB:
    with opened(data, BUDGET.pixels) as image:
        _check_sides(*image.size)  # before 50,000,000 x 1 pixels are decoded
        _check_single(image)
        ImageOps.exif_transpose(image, in_place=True)
        return _rgb(image)


def _check_single(image: Image.Image) -> None:
    if image.format == "MPO":
        return
    try:
        image.seek(1)  # to count the frames would be to walk through a million of them
    except EOFError:
        image.seek(0)
    else:
        raise PictureError("animated or of several pages", reason=RejectionReason.UNSUPPORTED)


def _rgb(image: Image.Image) -> RGB:
    if image.mode == "F":
        raise PictureError("floating-point pixels", reason=RejectionReason.UNSUPPORTED)
    if image.mode.startswith("I"):  # 16 bits a channel
        return _from_array((np.asarray(image).clip(0, 65535) >> 8).astype(np.uint8))
    if image.mode == "RGB" and not image.has_transparency_data:
        return np.asarray(image)  # a copy of a large picture takes much memory
    return np.asarray(on_white(image))


def _from_array(pixels: NDArray[Any]) -> RGB:
    if pixels.dtype != np.uint8 or pixels.ndim not in (2, 3) or pixels.size == 0:
        raise PictureError(f"pixels of {pixels.dtype} {pixels.shape}", reason=RejectionReason.INVALID)
    if pixels.shape[0] * pixels.shape[1] > BUDGET.pixels:
        raise PictureError(f"{_size(pixels)} pixels", reason=RejectionReason.TOO_LARGE)
    if pixels.ndim == 2:
        return np.repeat(pixels[:, :, None], 3, axis=2)
    if pixels.shape[2] == 4:
        return np.asarray(on_white(Image.fromarray(pixels)))
    if pixels.shape[2] != 3:
        raise PictureError(f"pixels of {pixels.shape[2]} channels", reason=RejectionReason.INVALID)
    return pixels


def _size(pixels: NDArray[Any]) -> str:
    return f"{pixels.shape[1]} x {pixels.shape[0]}"
