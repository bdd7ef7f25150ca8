"""Any OpenAI-compatible image endpoint."""

from __future__ import annotations

from flowbench.generate._hosted import Hosted
from flowbench.models.images import OpenAIImages


class OpenAIImage(Hosted):
    """See :class:`~flowbench.generate._hosted.Hosted` for its options."""

    name = "openai_image"
    _endpoint = OpenAIImages
