"""Attributors by name; each is imported only when it is asked for."""

from __future__ import annotations

from typing import Any

from diagramloop.attribute._attributor import Attributor
from diagramloop.by_name import made_by_name

ATTRIBUTORS: dict[str, str] = {
    "embedded": "diagramloop.attribute.embedded:Embedded",
    "lexical": "diagramloop.attribute.lexical:Lexical",
    "everything": "diagramloop.attribute.everything:Everything",
    "flow_path_agent": "diagramloop.attribute.flow_path_agent:FlowPathAgent",
    "boxes": "diagramloop.attribute.baselines.boxes:Boxes",
    "set_of_marks": "diagramloop.attribute.baselines.set_of_marks:SetOfMarks",
    "visprog": "diagramloop.attribute.baselines.visprog:VisProg",
    "kosmos2": "diagramloop.attribute.baselines.kosmos2:Kosmos2",
    "lisa": "diagramloop.attribute.baselines.lisa:Lisa",
    "sa2va": "diagramloop.attribute.baselines.sa2va:Sa2VA",
}
"""Where each attributor is made, as ``package.module:Class``."""


def attributor(name: str, **options: Any) -> Attributor:
    """The attributor called ``name``, made with ``options``.

    Args:
        name: one of ``ATTRIBUTORS``, or ``package.module:Class`` for one's own.

    Raises:
        DiagramloopError: there is none (MISSING), or what is there is none or takes other options (INVALID).
    """
    made: Attributor = made_by_name("attributor", name, ATTRIBUTORS, Attributor, options)
    return made
