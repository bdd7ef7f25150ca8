"""Pictures as the vision models take them: decoded within bounds, whatever they claim to be."""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING

from flowbench.errors import PictureError, RejectionReason

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_PIXELS = 150_000_000
_FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")


def rgb_image(picture: bytes) -> Image:
    """The picture file ``picture`` as RGB, transparency laid over white.

    Raises:
        PictureError: no bytes (EMPTY), beyond 150,000,000 pixels by its header (TOO_LARGE), not a whole picture
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
                layers = image.convert("RGBA")
    except PictureError:
        raise
    except Image.DecompressionBombError as error:
        raise PictureError(str(error), reason=RejectionReason.TOO_LARGE) from error
    except Exception as error:  # decoders leak struct, zlib, index and key errors on hostile bytes
        raise PictureError(f"not a whole picture: {type(error).__name__}") from error
    return Image.alpha_composite(Image.new("RGBA", layers.size, "white"), layers).convert("RGB")
