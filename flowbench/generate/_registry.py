"""Generators and controls by name; each is imported only when it is asked for."""

from __future__ import annotations

from typing import Any

from flowbench.by_name import made_by_name, maker
from flowbench.errors import FlowbenchError
from flowbench.generate._generator import Control, Generator

GENERATORS: dict[str, str] = {
    "graphviz": "flowbench.generate.graphviz:Graphviz",
    "graphviz_model": "flowbench.generate.graphviz_model:GraphvizModel",
    "svg_model": "flowbench.generate.svg_model:SvgModel",
    "sdxl": "flowbench.generate.sdxl:SDXL",
    "pixart_sigma": "flowbench.generate.pixart_sigma:PixArtSigma",
    "qwen_image": "flowbench.generate.qwen_image:QwenImage",
    "openai_image": "flowbench.generate.openai_image:OpenAIImage",
    "gemini_image": "flowbench.generate.gemini_image:GeminiImage",
    "source_figure": "flowbench.generate.source_figure:SourceFigure",
    "reference": "flowbench.generate.reference:Reference",
    "shuffled": "flowbench.generate.shuffled:Shuffled",
    "reversed": "flowbench.generate.reversed:Reversed",
    "complete": "flowbench.generate.complete:Complete",
    "duplicated": "flowbench.generate.duplicated:Duplicated",
    "noise": "flowbench.generate.noise:Noise",
    "empty": "flowbench.generate.empty:Empty",
}
"""Where each generator and each control is made, as ``package.module:Class``."""


def generator(name: str, **options: Any) -> Generator | Control:
    """The generator or control called ``name``, made with ``options``.

    Args:
        name: one of ``GENERATORS``, or ``package.module:Class`` for one's own.

    Raises:
        FlowbenchError: there is none (MISSING), or what is there is neither or takes other options (INVALID).
    """
    made = made_by_name("generator", name, GENERATORS, object, options)
    if not isinstance(made, Generator | Control):
        raise FlowbenchError(f"{name!r} is neither a Generator nor a Control")
    return made


def is_control(name: str) -> bool:
    """True for a :class:`Control`, which no rank is for; nothing is made, so that no weights are loaded.

    Raises:
        FlowbenchError: as :func:`generator`.
    """
    return hasattr(maker("generator", name, GENERATORS), Control.draw_gold.__name__)
