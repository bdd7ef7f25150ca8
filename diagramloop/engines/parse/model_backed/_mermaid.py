"""The Mermaid in a model's answer, under the ids that it writes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from diagramloop.graph.formats import MERMAID, TRIPLES
from diagramloop.graph.mermaid import write_mermaid
from diagramloop.models.answers import Reading, UnreadError
from diagramloop.models.answers.graphs import Graph
from diagramloop.models.answers.prose import FENCE_MARK

_HEAD_ALONE = re.compile(r"(?:flowchart|graph)(?:[^\S\n]+[A-Z]{2})?")
_HEAD = "flowchart TB"


@dataclass(frozen=True)
class Mermaid:
    """A flowchart whose ids mean something; a head alone is one without nodes.

    In another notation that has ids it is written anew as Mermaid; triples have none.
    """

    schema: ClassVar[None] = None
    decides: ClassVar[bool] = True

    def read(self, answer: str) -> Reading[str]:
        """See :meth:`~diagramloop.models.answers.wanted.Wanted.read`.

        Raises:
            UnreadError: there is none, or one that is too large.
        """
        unfenced = FENCE_MARK.sub("", answer).strip()
        if _HEAD_ALONE.fullmatch(unfenced):
            return Reading(unfenced)
        wanted = Graph(MERMAID.name)
        reading = wanted.read(answer)
        headless = reading.value.notation == TRIPLES.name
        if headless:
            reading = wanted.read(f"{_HEAD}\n{unfenced}")
        if reading.value.notation == TRIPLES.name:
            raise UnreadError("no Mermaid in it")
        repairs = ("no head", *reading.repairs) if headless else reading.repairs
        if reading.value.notation == MERMAID.name:
            return Reading(reading.value.text, repairs)
        return Reading(write_mermaid(reading.value.graph).text, repairs)
