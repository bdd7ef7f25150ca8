"""The embedded phrasing: the node's own words, with the little that a turn needs around them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

import yaml

from diagramloop.base.text.tokens import is_chinese
from diagramloop.engines.converse.embedded.labels import is_task, shown_name
from diagramloop.evaluation.contestants.agents import Act, Grounding, Phrase


class EmbeddedPhrasing:
    """Fills the sentences of ``phrases.yaml``."""

    def phrase(self, act: Act, grounding: Grounding, knowledge: str = "") -> Phrase:
        """See :meth:`diagramloop.engines.converse.Phrasing.phrase`."""
        templates = _phrases()["chinese" if is_chinese(grounding.text) else "english"]
        choices = "" if grounding.operation else "".join(_choices(grounding, templates["choice"]))
        kind = "decision"
        if grounding.operation:
            kind = "operation" if is_task(grounding.text) else "state"
        step = templates[kind].format(node=grounding.text, sentence=_ended(grounding.text, templates))
        if act is Act.ASK and knowledge:
            knowledge = templates["problem"].format(problem=_ended(knowledge, templates))
        elif act is Act.ASSUME:
            knowledge = templates["assumed" if knowledge else "assumed_done"].format(label=knowledge)
        return Phrase(templates[act.value].format(step=step, choices=choices, knowledge=knowledge).strip())


def _ended(text: str, templates: Mapping[str, str]) -> str:
    """The text as a sentence with its mark."""
    return text.rstrip() + ("" if text.rstrip().endswith(_ENDS) else templates["stop_mark"])


_ENDS = tuple(".!?:;…。！？：；")


def _choices(grounding: Grounding, pattern: str) -> Iterator[str]:
    for number, option in enumerate(grounding.options, start=1):
        yield pattern.format(number=number, label=shown_name(option))


@cache
def _phrases() -> Mapping[str, Mapping[str, str]]:
    text = files(__package__).joinpath("phrases.yaml").read_text("utf-8")
    phrases: Mapping[str, Mapping[str, str]] = yaml.safe_load(text)
    return phrases
