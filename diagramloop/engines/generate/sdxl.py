"""Stable Diffusion XL (Podell et al., 2023)."""

from __future__ import annotations

from diagramloop.engines.generate._diffusion import Diffusion


class SDXL(Diffusion):
    """A U-Net with two CLIP text encoders, which read the prompt's first 77 tokens.

    See :class:`~diagramloop.engines.generate._diffusion.Diffusion` for its options.
    """

    name = "sdxl"
