"""LISA: reasoning segmentation by a language model that writes a token for each mask (Lai et al., 2024)."""

from __future__ import annotations

from diagramloop.attribute.baselines.referring_segmentation import ReferringSegmentation


class Lisa(ReferringSegmentation):
    """LISA as the paper ran it is the checkpoint ``xinlai/LISA-13B-llama2-v1``."""

    name = "lisa"
    needs = (
        "the program that LISA was published with (github.com/dvlab-research/LISA) and its checkpoint"
        " xinlai/LISA-13B-llama2-v1: no release of transformers knows the network"
    )
