"""PixArt-Sigma (Chen et al., 2024)."""

from __future__ import annotations

from diagramloop.engines.generate._diffusion import Diffusion


class PixArtSigma(Diffusion):
    """A diffusion transformer with a T5 text encoder, which reads the prompt's first 300 tokens.

    See :class:`~diagramloop.engines.generate._diffusion.Diffusion` for its options.
    """

    name = "pixart_sigma"
