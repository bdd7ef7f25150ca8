"""Extractors by name; each is imported only when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from pkgutil import resolve_name
from typing import Any

from flowbench.errors import FlowbenchError, RejectionReason
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
        FlowbenchError: there is none (MISSING), or what is there is none (INVALID).
    """
    made = _maker(name)(**options)
    if not isinstance(made, Extractor):
        raise FlowbenchError(f"{name!r} is no Extractor")
    return made


def _maker(name: str) -> Callable[..., Any]:
    try:
        maker = resolve_name(name if ":" in name else EXTRACTORS[name])
    except (ImportError, AttributeError, KeyError, ValueError) as error:
        known = ", ".join(EXTRACTORS)
        raise FlowbenchError(f"no extractor {name!r}; there are {known}", reason=RejectionReason.MISSING) from error
    if not callable(maker):
        raise FlowbenchError(f"{name!r} makes no extractor")
    return maker
