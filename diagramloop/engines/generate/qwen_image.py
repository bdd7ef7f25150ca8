"""Qwen-Image (Wu et al., 2025)."""

from __future__ import annotations

from diagramloop.engines.generate._diffusion import Diffusion


class QwenImage(Diffusion):
    """A multimodal diffusion transformer; its text encoder (Qwen2.5-VL) reads the prompt's first 512 tokens.

    See :class:`~diagramloop.engines.generate._diffusion.Diffusion` for its options.
    """

    name = "qwen_image"
