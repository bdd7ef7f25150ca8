"""A local transformers checkpoint that reads pictures (Qwen-VL and its like) as a chat model."""

from __future__ import annotations

import base64
import io
from typing import Any

from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models.local_chat import LocalChat


class LocalVision(LocalChat):
    """A vision-language model with a processor and a chat template, decoded greedily; see :class:`LocalChat`."""

    reads_pictures = True
    _needs = ("torch", "torchvision", "transformers")
    _kinds = ("AutoProcessor", "AutoModelForImageTextToText")

    def _content(self, content: str | list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Pictures before text, as these models were trained."""
        parts: list[dict[str, Any]] = [{"type": "text", "text": content}] if isinstance(content, str) else content
        urls = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
        texts = [self._plain(part["text"]) for part in parts if part["type"] == "text"]
        shown = [{"type": "image", "image": _decoded(url)} for url in urls]
        return [*shown, *({"type": "text", "text": text} for text in texts)]


def _decoded(url: str) -> Any:
    """The picture in a data URL.

    Raises:
        ModelError: it is none (UNREADABLE).
    """
    from PIL import Image

    try:
        return Image.open(io.BytesIO(base64.b64decode(url.partition(",")[2]))).convert("RGB")
    except (OSError, ValueError, Image.DecompressionBombError) as error:
        raise ModelError(f"not a picture: {error}", reason=RejectionReason.UNREADABLE) from error
