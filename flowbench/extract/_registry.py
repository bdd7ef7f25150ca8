"""Extractors by name; each is imported only when it is asked for."""

from __future__ import annotations

from typing import Any

from flowbench.by_name import made_by_name
from flowbench.extract._extractor import Extractor

EXTRACTORS: dict[str, str] = {
    "embedded": "flowbench.extract.embedded:Embedded",
    "zero_shot": "flowbench.extract.zero_shot:ZeroShot",
    "few_shot": "flowbench.extract.few_shot:FewShot",
    "self_refine": "flowbench.extract.self_refine:SelfRefine",
    "actor_critic": "flowbench.extract.actor_critic:ActorCritic",
    "text2flow": "flowbench.extract.text2flow:Text2Flow",
}
"""Where each extractor is made, as ``package.module:Class``."""


def extractor(name: str, **options: Any) -> Extractor:
    """The extractor called ``name``, made with ``options``.

    Args:
        name: one of ``EXTRACTORS``, or ``package.module:Class`` for one's own.

    Raises:
        FlowbenchError: there is none (MISSING), or what is there is none or takes other options (INVALID).
    """
    made: Extractor = made_by_name("extractor", name, EXTRACTORS, Extractor, options)
    return made
