"""Pictures as the vision models take them, decoded within bounds, whatever they claim to be, and as they are sent."""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING

from flowbench.errors import PictureError, RejectionReason

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

MAX_PIXELS = 64_000_000  # 200 MB decoded
_FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")


def rgb_image(picture: bytes, max_side: int | None = None) -> Image:
    """The picture file ``picture`` as RGB, transparency laid over white.

    Args:
        max_side: pixels to which the longer side is brought where it has more; as it is if None.

    Raises:
        PictureError: no bytes (EMPTY), beyond 64,000,000 pixels by its header (TOO_LARGE), not a whole picture
            (UNREADABLE).
    """
    from PIL import Image

    if not picture:
        raise PictureError("no bytes", reason=RejectionReason.EMPTY)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # our own cap replaces Pillow's warning
            with Image.open(io.BytesIO(picture), formats=_FORMATS) as image:
                if image.width * image.height > MAX_PIXELS:
                    message = f"a picture of {image.width} x {image.height} pixels"
                    raise PictureError(message, reason=RejectionReason.TOO_LARGE)
                decoded = _on_white(image) if image.has_transparency_data else image.convert("RGB")
    except PictureError:
        raise
    except Image.DecompressionBombError as error:
        raise PictureError(str(error), reason=RejectionReason.TOO_LARGE) from error
    except Exception as error:  # decoders leak struct, zlib, index and key errors on hostile bytes
        raise PictureError(f"not a whole picture: {type(error).__name__}") from error
    if max_side is not None:
        decoded.thumbnail((max_side, max_side))
    return decoded


def png(pixels: NDArray[np.uint8]) -> bytes:
    """Pixels of shape (height, width, 3), RGB, as a PNG file; the same bytes for the same pixels."""
    from PIL import Image

    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "PNG")
    return stream.getvalue()


def _on_white(image: Image) -> Image:
    from PIL import Image

    layers = image.convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", layers.size, "white"), layers).convert("RGB")
