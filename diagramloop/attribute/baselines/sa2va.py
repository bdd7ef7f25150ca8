"""Sa2VA: SAM-2 and LLaVA joined for referring segmentation (Yuan et al., 2025)."""

from __future__ import annotations

from diagramloop.attribute.baselines.referring_segmentation import ReferringSegmentation


class Sa2VA(ReferringSegmentation):
    """Sa2VA as the paper ran it is the checkpoint ``ByteDance/Sa2VA-8B``."""

    name = "sa2va"
    needs = (
        "the code that its checkpoint ByteDance/Sa2VA-8B brings along (trust_remote_code), which diagramloop does not"
        " run: no release of transformers knows the network"
    )
