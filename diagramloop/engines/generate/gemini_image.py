"""Gemini's image models (Gemini 2.5 Flash Image, Gemini 3 Pro Image)."""

from __future__ import annotations

from diagramloop.engines.generate._hosted import Hosted
from diagramloop.models.images import GeminiImages


class GeminiImage(Hosted):
    """See :class:`~diagramloop.engines.generate._hosted.Hosted` for its options."""

    name = "gemini_image"
    _endpoint = GeminiImages
