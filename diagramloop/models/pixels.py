"""Picture files from outside, decoded within bounds, whatever they claim to be; pictures as vision models take them,
and as they are sent."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from diagramloop.errors import PictureError, RejectionReason

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

MAX_PIXELS = 64_000_000  # 200 MB decoded
_FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")


@contextmanager
def opened(picture: bytes, most_pixels: int, formats: tuple[str, ...] = _FORMATS) -> Iterator[Image]:
    """The picture file ``picture``, of which no more than the header was read: it is decoded inside of the block.

    Args:
        most_pixels: that the header may declare.
        formats: as Pillow names them; all others are not looked into.

    Raises:
        PictureError: in none of the formats, or broken, which may show only inside of the block (UNREADABLE); declares
            too many pixels (TOO_LARGE), or takes more memory than there is (OUT_OF_MEMORY).
    """
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the caller's cap replaces Pillow's warning; broken EXIF is no news
            with Image.open(io.BytesIO(picture), formats=formats) as image:
                if image.width * image.height > most_pixels:
                    message = f"{image.width} x {image.height} pixels declared"
                    raise PictureError(message, reason=RejectionReason.TOO_LARGE)
                yield image
    except PictureError:
        raise
    except MemoryError as error:  # which says nothing of the picture
        raise PictureError("takes more memory than there is", reason=RejectionReason.OUT_OF_MEMORY) from error
    except UnidentifiedImageError as error:
        raise PictureError("not a picture in any known format") from error
    except Image.DecompressionBombError as error:
        raise PictureError(str(error), reason=RejectionReason.TOO_LARGE) from error
    except Exception as error:  # decoders leak struct, zlib, index and key errors on hostile bytes
        raise PictureError(f"not decodable: {type(error).__name__}: {error}") from error


def rgb_image(picture: bytes, max_side: int | None = None) -> Image:
    """The picture file ``picture`` as RGB, transparency laid over white.

    Args:
        max_side: pixels to which the longer side is brought where it has more; as it is if None.

    Raises:
        PictureError: no bytes (EMPTY), beyond 64,000,000 pixels by its header (TOO_LARGE), not a whole picture
            (UNREADABLE).
    """
    if not picture:
        raise PictureError("no bytes", reason=RejectionReason.EMPTY)
    with opened(picture, MAX_PIXELS) as image:
        decoded = on_white(image)
    if max_side is not None:
        decoded.thumbnail((max_side, max_side))
    return decoded


def on_white(image: Image) -> Image:
    """``image`` in RGB, what is transparent laid over white."""
    from PIL import Image

    if image.mode.startswith("I;16"):  # Pillow would cut off whatever is brighter than 255 of 65,535
        image = image.point(lambda value: value / 256).convert("L")
    if not image.has_transparency_data:
        return image.convert("RGB")
    layers = image.convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", layers.size, "white"), layers).convert("RGB")


def png(pixels: NDArray[np.uint8]) -> bytes:
    """Pixels of shape (height, width, 3), RGB, as a PNG file; the same bytes for the same pixels."""
    from PIL import Image

    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "PNG")
    return stream.getvalue()
