"""Diagrams as SVG by a language model (DiagramEval, Section 3): paper context, caption and layout in, vectors out.

What the model wrote is mended, sanitised and only then rasterised; nothing of it is ever looked up or run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from diagramloop.asking import Need
from diagramloop.engines.generate._asking import ModelBacked
from diagramloop.engines.generate.svg_answer import Drawing
from diagramloop.engines.generate.svg_repair import svg_in
from diagramloop.engines.parse.svg_reader import drawing
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.contestants.generators import GeneratedImage, Provenance, Rejected, one_by_one
from diagramloop.evaluation.contestants.prompts import Prompt
from diagramloop.models.chat import ChatModel
from diagramloop.render.sanitised_svg import SanitisedSvg, rasterised

ENGINE = "novasvg"
SCALE = 2.0  # pixels of the picture for each of the drawing's
MAX_SIDE = 4_000  # pixels of the picture


class SvgModel(ModelBacked):
    """Asks a model for SVG.

    Args:
        model, prompts: see :class:`ModelBacked`.
        reads: ``prompt``, the plan that all generators share, or ``paper``, the paper's own words, caption and, where
            there is one, layout caption: the task as DiagramEval puts it, without a plan in between.

    Raises:
        DiagramloopError: ``reads`` is neither (INVALID).
    """

    name = "svg_model"

    def __init__(self, model: ChatModel | Mapping[str, Any], reads: str = "prompt", prompts: str | None = None) -> None:
        super().__init__(model, prompts)
        if reads not in CASES:
            raise DiagramloopError(
                f"svg_model reads {' or '.join(CASES)}, not {reads!r}", reason=RejectionReason.INVALID
            )
        self._case = CASES[reads]
        self.needs = (Need.PAPER,) if reads == "paper" else ()

    def generate(self, prompts: Iterable[Prompt], seed: int) -> Iterator[GeneratedImage | Rejected]:
        """See :class:`diagramloop.engines.generate.Generator`."""
        return one_by_one(self._draw, prompts, seed)

    def _draw(self, prompt: Prompt, seed: int) -> GeneratedImage:
        safe = self._asked("svg", self._case(prompt), Drawing(), svg_in)
        return GeneratedImage(prompt.id, picture_of(safe), Provenance(self.name, ENGINE, seed, svg=safe.svg))


def _described(prompt: Prompt) -> dict[str, str]:
    return {"description": prompt.text}


def _in_context(prompt: Prompt) -> dict[str, str]:
    if prompt.paper is None:
        raise DiagramloopError(f"{prompt.id} is of no paper", reason=RejectionReason.NOT_ASKED)
    parts = {"context": prompt.paper.text, "caption": prompt.paper.caption, "layout": prompt.paper.layout}
    return {name: text for name, text in parts.items() if text}


CASES = {"prompt": _described, "paper": _in_context}
"""What the model is told, by what is read."""


def picture_of(safe: SanitisedSvg) -> bytes:
    """The drawing as PNG, ``SCALE`` times its own size, or less where that is larger than ``MAX_SIDE``."""
    size = drawing(safe.svg).size
    scale = min(SCALE, MAX_SIDE / max(size))
    return rasterised(safe, *(max(1, round(side * scale)) for side in size))
