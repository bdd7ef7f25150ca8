"""LISA: reasoning segmentation by a language model that says a word for each mask (Lai et al., 2024)."""

from __future__ import annotations

from typing import Any

from diagramloop.engines.attribute.baselines._lisa_network import LisaNetwork
from diagramloop.engines.attribute.baselines.referring_segmentation import ReferringSegmentation


class Lisa(ReferringSegmentation):
    """LISA of the project's own putting together; see :mod:`._lisa_network`.

    The paper ran ``xinlai/LISA-13B-llama2-v1``, whose files are pickles, which are never read: its weights have to be
    written as safetensors once, elsewhere. Loading and every step were run on small random weights under the published
    names, and SAM's part against its authors' own program; the published weights themselves were not.

    Args:
        checkpoint: path of a folder with the published files and weights as safetensors, or hub id.
        options: of :class:`LisaNetwork`.

    Raises:
        ModelError: torch or transformers is not installed, or the weights cannot be loaded (MISSING).
    """

    name = "lisa"

    def __init__(self, checkpoint: str = "xinlai/LISA-13B-llama2-v1", **options: Any) -> None:
        super().__init__(LisaNetwork(checkpoint, **options))
