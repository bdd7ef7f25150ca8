"""Few-shot: the model is shown three documents with their graphs (text2flow, Section 4.2 and Appendix C)."""

from __future__ import annotations

from diagramloop.engines.extract.zero_shot import ZeroShot


class FewShot(ZeroShot):
    """Asks a model once, with examples."""

    name = "few_shot"
    _examples = True
