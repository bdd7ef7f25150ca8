"""Meaning of an edge's label by itself: yes, no, or something else."""

from __future__ import annotations

import re

from diagramloop.engines.converse.embedded._lexicon import lexicon
from diagramloop.engines.converse.embedded._tokens import normalised

_NUMBERED = re.compile(r" ?\(\d+\)$")  # as the flowchart tool tells equal labels apart


def label_sign(attribute: str) -> int:
    """1 if the label says yes, -1 if it says no, 0 if it says something else."""
    label = _NUMBERED.sub("", normalised(attribute)).strip(" .!?。？！")
    return lexicon("english").label_signs.get(label) or lexicon("chinese").label_signs.get(label, 0)


def is_bare_number(attribute: str) -> bool:
    """True if the attribute is no label but the number by which the tool tells edges without one apart."""
    return _NUMBERED.fullmatch(attribute) is not None
