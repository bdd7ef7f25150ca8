"""Attributors by name; each is imported only when it is asked for."""

from __future__ import annotations

from typing import Any

from flowbench.attribute._attributor import Attributor
from flowbench.by_name import made_by_name

ATTRIBUTORS: dict[str, str] = {
    "embedded": "flowbench.attribute.embedded:Embedded",
    "lexical": "flowbench.attribute.lexical:Lexical",
    "everything": "flowbench.attribute.everything:Everything",
    "flow_path_agent": "flowbench.attribute.flow_path_agent:FlowPathAgent",
    "boxes": "flowbench.attribute.baselines.boxes:Boxes",
    "set_of_marks": "flowbench.attribute.baselines.set_of_marks:SetOfMarks",
    "visprog": "flowbench.attribute.baselines.visprog:VisProg",
    "kosmos2": "flowbench.attribute.baselines.kosmos2:Kosmos2",
    "lisa": "flowbench.attribute.baselines.lisa:Lisa",
    "sa2va": "flowbench.attribute.baselines.sa2va:Sa2VA",
}
"""Where each attributor is made, as ``package.module:Class``."""


def attributor(name: str, **options: Any) -> Attributor:
    """The attributor called ``name``, made with ``options``.

    Args:
        name: one of ``ATTRIBUTORS``, or ``package.module:Class`` for one's own.

    Raises:
        FlowbenchError: there is none (MISSING), or what is there is none or takes other options (INVALID).
    """
    made: Attributor = made_by_name("attributor", name, ATTRIBUTORS, Attributor, options)
    return made
