"""Styles of answer: templates that write a meant value down as language models and people do.

A template is a text in which

======================  ============================================================================================
``⏎``                   is a new line
``‹key›``               is that field of the value; ``‹key|upper›`` (lower, capitalize, wide) in other letters
``‹text|none›``         is the field, or what stands behind the bar where the field is empty
``‹wrong/right›``       is the first where the record's ``flaw`` is set, else the second
``⟨ (‹condition›)⟩``    falls away where a field in it is empty
``⟦‹item›¦, ¦ and ⟧``   is written for each record, with the separator and, if given, another before the last
``⟦edge:…⟧``            is written for each record of that sequence
======================  ============================================================================================
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import yaml

_STYLES = Path(__file__).with_name("styles")
EXAM = Path(__file__).with_name("exam")
"""Styles that no rule of reading was chosen on."""
_SEED = 40
_SEQUENCE = re.compile(r"⟦(?:(edge|node|other):)?(.*?)⟧", re.DOTALL)
_OPTION = re.compile(r"⟨([^⟩]*)⟩")
_SLOT = re.compile(r"‹([^›]*)›")
_WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}

Fields = Mapping[str, str]


@dataclass(frozen=True)
class Style:
    """A way to write down an answer.

    Attributes:
        role: what is wanted: the file's name.
        kind: the family.
    """

    role: str
    kind: str
    template: str


@dataclass(frozen=True)
class Written:
    """A meant value as the templates take it.

    Attributes:
        fields: of the whole.
        sequences: records by the name of the sequence; the main one is ``""``.
    """

    fields: Fields
    sequences: Mapping[str, Sequence[Fields]] = field(default_factory=dict)


class InapplicableError(ValueError):
    """A template needs a field that this value leaves empty."""


@cache
def styles_of(role: str, folder: Path = _STYLES) -> tuple[Style, ...]:
    """All styles of one role, in the order of its file."""
    families = yaml.load((folder / f"{role}.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    return tuple(Style(role, kind, template) for kind, templates in families.items() for template in templates)


def roles(folder: Path = _STYLES) -> list[str]:
    """The roles for which there are styles."""
    return sorted(path.stem for path in folder.glob("*.yaml"))


@cache
def held_kinds() -> frozenset[str]:
    """Half of the kinds: those that were left out when the rules of reading were chosen."""
    kinds = sorted({style.kind for role in roles() for style in styles_of(role)})
    return frozenset(random.Random(_SEED).sample(kinds, len(kinds) // 2))


def answer(template: str, value: Written) -> str:
    """The value in the template's way.

    Raises:
        InapplicableError: the template needs a field that is empty.
    """
    spread = _SEQUENCE.sub(lambda match: _records(match[2], value, match[1] or ""), template)
    return _filled(spread, value.fields).replace("⏎", "\n")


def _records(inner: str, value: Written, sequence: str) -> str:
    pattern, separator, last = [*inner.split("¦"), "", ""][:3]
    parts = []
    for number, record in enumerate(value.sequences[sequence], 1):
        parts.append(_filled(pattern, {"n": str(number), **value.fields, **record}))
    if last and len(parts) > 1:
        return separator.join(parts[:-1]) + last + parts[-1]
    return separator.join(parts)


def _filled(pattern: str, fields: Fields) -> str:
    kept = _OPTION.sub(lambda match: _option(match[1], fields), pattern)
    return _SLOT.sub(lambda match: _slot(match[1], fields), kept)


def _option(inner: str, fields: Fields) -> str:
    try:
        return _filled(inner, fields)
    except InapplicableError:
        return ""


def _slot(slot: str, fields: Fields) -> str:
    name, bar, change = slot.partition("|")
    if "/" in name:
        flawed, sound = name.split("/")
        return flawed if fields["flaw"] else sound
    value = fields.get(name, "")
    if bar and change in ("upper", "lower", "capitalize"):
        value = getattr(value, change)()
    elif change == "wide":
        value = value.translate(_WIDE)
    elif bar and not value:
        return change
    if not value:
        raise InapplicableError(slot)
    return value
