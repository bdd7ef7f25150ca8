"""Extractors by name; each is imported only when it is asked for."""

from __future__ import annotations

from typing import Any

from diagramloop.by_name import made_by_name
from diagramloop.extract._extractor import Extractor

EXTRACTORS: dict[str, str] = {
    "embedded": "diagramloop.extract.embedded:Embedded",
    "zero_shot": "diagramloop.extract.zero_shot:ZeroShot",
    "few_shot": "diagramloop.extract.few_shot:FewShot",
    "self_refine": "diagramloop.extract.self_refine:SelfRefine",
    "actor_critic": "diagramloop.extract.actor_critic:ActorCritic",
    "text2flow": "diagramloop.extract.text2flow:Text2Flow",
}
"""Where each extractor is made, as ``package.module:Class``."""


def extractor(name: str, **options: Any) -> Extractor:
    """The extractor called ``name``, made with ``options``.

    Args:
        name: one of ``EXTRACTORS``, or ``package.module:Class`` for one's own.

    Raises:
        DiagramloopError: there is none (MISSING), or what is there is none or takes other options (INVALID).
    """
    made: Extractor = made_by_name("extractor", name, EXTRACTORS, Extractor, options)
    return made
