"""Any OpenAI-compatible image endpoint."""

from __future__ import annotations

from diagramloop.engines.generate._hosted import Hosted
from diagramloop.models.images import OpenAIImages


class OpenAIImage(Hosted):
    """See :class:`~diagramloop.engines.generate._hosted.Hosted` for its options."""

    name = "openai_image"
    _endpoint = OpenAIImages
