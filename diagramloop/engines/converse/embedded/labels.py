"""Meaning of an edge's label by itself: yes, no, or something else."""

from __future__ import annotations

import re
from collections.abc import Sequence

from diagramloop.engines.converse.embedded._lexicon import lexicon, lexicon_of
from diagramloop.engines.converse.embedded._tokens import normalised, tokens
from diagramloop.evaluation.contestants.agents import Option

_NUMBERED = re.compile(r" ?\(\d+\)$")  # as the flowchart tool tells equal labels apart


def label_sign(attribute: str) -> int:
    """1 if the label says yes, -1 if it says no, 0 if it says something else."""
    label = _NUMBERED.sub("", normalised(attribute)).strip(" .!?。？！")
    return lexicon("english").label_signs.get(label) or lexicon("chinese").label_signs.get(label, 0)


def label_signs(attributes: Sequence[str]) -> list[int]:
    """Sign of each label; beside labels of their own, "on" and "off" are such, and only yes and no have signs."""
    signs = [label_sign(attribute) for attribute in attributes]
    if all(sign or not attribute for sign, attribute in zip(signs, attributes, strict=True)):
        return signs
    return [sign * _says_yes_or_no(attribute) for sign, attribute in zip(signs, attributes, strict=True)]


def _says_yes_or_no(attribute: str) -> bool:
    words, run = lexicon_of(attribute), tokens(attribute)
    return words.affirmations.whole(run) or words.denials.whole(run)


def is_task(text: str) -> bool:
    """True if the text may tell somebody to do something, False if it says how things are."""
    words = lexicon_of(text)
    return words is not lexicon("english") or bool(words.tasks.at(tokens(text), 0))


def shown_name(option: Option) -> str:
    """The edge's label, or where it leads if it has none but the number that tells it from others."""
    unnamed = not option.attribute or _NUMBERED.fullmatch(option.attribute)
    return option.leads_to if unnamed else option.attribute
