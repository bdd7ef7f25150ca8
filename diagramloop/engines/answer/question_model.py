"""The control that sees no chart: what a model answers from the question alone.

What a language prior is worth is to be known before a score on questions says anything of seeing (Goyal et al., "Making
the V in VQA Matter", CVPR 2017).
"""

from __future__ import annotations

from typing import ClassVar

from diagramloop.engines.answer._asking import AskedModel


class QuestionModel(AskedModel):
    """Asks a model the question, and shows it nothing; see :class:`AskedModel`."""

    name = "question_model"
    reads_graph: ClassVar = False
