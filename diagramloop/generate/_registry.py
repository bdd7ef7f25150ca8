"""Generators and controls by name; each is imported only when it is asked for."""

from __future__ import annotations

from typing import Any

from diagramloop.by_name import made_by_name, maker
from diagramloop.errors import DiagramloopError
from diagramloop.generate._generator import Control, Generator
from diagramloop.score.expected import Expectations

GENERATORS: dict[str, str] = {
    "graphviz": "diagramloop.generate.graphviz:Graphviz",
    "graphviz_model": "diagramloop.generate.graphviz_model:GraphvizModel",
    "svg_model": "diagramloop.generate.svg_model:SvgModel",
    "sdxl": "diagramloop.generate.sdxl:SDXL",
    "pixart_sigma": "diagramloop.generate.pixart_sigma:PixArtSigma",
    "qwen_image": "diagramloop.generate.qwen_image:QwenImage",
    "openai_image": "diagramloop.generate.openai_image:OpenAIImage",
    "gemini_image": "diagramloop.generate.gemini_image:GeminiImage",
    "source_figure": "diagramloop.generate.source_figure:SourceFigure",
    "reference": "diagramloop.generate.reference:Reference",
    "shuffled": "diagramloop.generate.shuffled:Shuffled",
    "reversed": "diagramloop.generate.reversed:Reversed",
    "complete": "diagramloop.generate.complete:Complete",
    "duplicated": "diagramloop.generate.duplicated:Duplicated",
    "noise": "diagramloop.generate.noise:Noise",
    "empty": "diagramloop.generate.empty:Empty",
}
"""Where each generator and each control is made, as ``package.module:Class``."""


def generator(name: str, **options: Any) -> Generator | Control:
    """The generator or control called ``name``, made with ``options``.

    Args:
        name: one of ``GENERATORS``, or ``package.module:Class`` for one's own.

    Raises:
        DiagramloopError: there is none (MISSING), or what is there is neither or takes other options (INVALID).
    """
    made = made_by_name("generator", name, GENERATORS, object, options)
    if not isinstance(made, Generator | Control):
        raise DiagramloopError(f"{name!r} is neither a Generator nor a Control")
    return made


def expected_of(name: str) -> Expectations | None:
    """What a control must score, as its class says; None of a generator. Raises as :func:`is_control`."""
    expected: Expectations = getattr(maker("generator", name, GENERATORS), "expected", {})
    return expected if is_control(name) else None


def is_control(name: str) -> bool:
    """True for a :class:`Control`, which no rank is for; nothing is made, so that no weights are loaded.

    Raises:
        DiagramloopError: as :func:`generator`.
    """
    return hasattr(maker("generator", name, GENERATORS), Control.draw_gold.__name__)
