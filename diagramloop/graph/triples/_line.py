"""One line of triples: which nodes, under which conditions.

Read leniently, since models write ``1. "check" --> (ok) "pay",`` for ``check -> (ok) pay``. Texts may hold HTML
character references, so that any text can be written: ``&#45;&#62;`` is no arrow.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from diagramloop.base.text.encoded import unescaped
from diagramloop.graph._elements import NodeKind

_BULLETS = re.compile(r"\A\s*(?:(?:[-*•‣+>]|\(?\d{1,3}[.):])\s+)*")
_ARROW = re.compile(r"[-–—=]{1,9}>{1,3}|[→⇒➔➜➝⟶⟹]")
_SAID_WITHIN = re.compile(
    r"(?<![^\W\d])[-–—]{1,9}\s?(?P<said>\([^()]{1,300}\)|\[[^\[\]]{1,300}\])[-–—]{1,9}>"
)  # -(ok)->
_HEADER = re.compile(r"#*\s*for\b\s*(?P<actor>[^:]*):?(?P<rest>.*)", re.IGNORECASE)
_TERMINAL = re.compile(r"(?P<kind>start|end)(?:\s*node)?\s*(?:\((?P<text>.*)\))?", re.IGNORECASE)
_GATEWAY = re.compile(
    r"(?P<kind>XOR|OR|AND|(?i:xor|or|and)(?=[\s_-]*\d))[\s_-]*+(?P<number>\d*+)(?:\s*+\((?P<text>.*)\))?"
)
_ARTIFACT = re.compile(r"(?P<kind>data|text)[\s_]*(?:object|annotation)\s*\((?P<text>.*)\)", re.IGNORECASE)
_ARTIFACT_KIND = {"data": NodeKind.DATA_OBJECT, "text": NodeKind.TEXT_ANNOTATION}
_PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">", "“": "”", "‘": "’", "«": "»", '"': '"', "'": "'", "`": "`", "|": "|"}
_SEPARATORS = " \t,;"
_LONGEST_ACTOR = 12  # words; what is longer is prose
_REMEMBERED_LINES = 10_000  # models that do not stop repeat themselves
_WRAPPINGS = 4  # brackets or quotes around one text that are taken off


@dataclass(frozen=True)
class Name:
    """A node as it is mentioned.

    Attributes:
        number: of a gateway (``XOR2``), in digits, or empty.
    """

    kind: NodeKind
    text: str
    number: str = ""


@dataclass(frozen=True)
class Triple:
    """``source -> (condition) target``."""

    source: Name
    condition: str
    target: Name


@dataclass(frozen=True)
class TripleLine:
    """The content of one line.

    Attributes:
        actor: whom it makes the actor of what follows, or None.
        triples: one per arrow.
    """

    actor: str | None = None
    triples: tuple[Triple, ...] = ()


@lru_cache(_REMEMBERED_LINES)
def read_line(line: str) -> TripleLine:
    """Return the content of ``line``; prose, code fences and blank lines have none."""
    line = _bare(_BULLETS.sub("", _cells(line.replace("**", "")), count=1))
    header = _HEADER.fullmatch(line)
    if header and not _ARROW.search(header["actor"]) and _says(header["rest"]):
        actor = _bare(header["actor"])
        return (
            TripleLine(_text(actor), _triples(header["rest"])) if len(actor.split()) <= _LONGEST_ACTOR else TripleLine()
        )
    return TripleLine(None, _triples(line))


def _cells(line: str) -> str:
    """The cells of a row of a table, one behind the other."""
    row = line.strip()
    return row.replace("|", " ") if len(row) > 1 and row[0] == row[-1] == "|" else line


def _says(rest: str) -> bool:
    """True if nothing, or triples, follow an actor's colon."""
    return not rest.strip("* ") or _ARROW.search(rest) is not None


def read_name(name: str) -> Name:
    """The node that ``name`` mentions."""
    name = _bare(name)
    if parts := _TERMINAL.fullmatch(name):
        return Name(NodeKind(parts["kind"].lower()), _text(_bare(parts["text"] or "")))
    if parts := _GATEWAY.fullmatch(name):
        return Name(NodeKind(parts["kind"].lower()), _text(_bare(parts["text"] or "")), parts["number"])
    if parts := _ARTIFACT.fullmatch(name):
        return Name(_ARTIFACT_KIND[parts["kind"].lower()], _text(_bare(parts["text"] or "")))
    return Name(NodeKind.PROCESS, _text(name))


def _triples(line: str) -> tuple[Triple, ...]:
    first, *others = _ARROW.split(_SAID_WITHIN.sub(r" -> \g<said> ", line))
    source, triples = read_name(first), []
    for part in others if first.strip() else ():
        condition, rest = _condition(part.strip())
        if rest:
            target = read_name(rest)
            triples.append(Triple(source, _text(_bare(condition)), target))
            source = target
    return tuple(triples)


def _condition(part: str) -> tuple[str, str]:
    """``(condition) rest``, or ``|condition| rest``, taken apart; no condition where nothing follows it."""
    end = _end_of_pair(part)
    if part[:1] in ("(", "[", "{", "|") and 0 < end < len(part) - 1 and part[end + 1 :].strip():
        return part[1:end], part[end + 1 :].strip()
    return "", part


def _bare(text: str) -> str:
    """``text`` without separators around it and without brackets or quotes around the whole of it."""
    text = text.strip(_SEPARATORS)
    for _ in range(_WRAPPINGS):
        if len(text) < 2 or _end_of_pair(text) != len(text) - 1:
            break
        text = text[1:-1].strip(_SEPARATORS)
    return text


def _end_of_pair(text: str) -> int:
    """End of the bracket or quote at the beginning of ``text``; 0 where there is none or it does not end."""
    opening, closing = text[:1], _PAIRS.get(text[:1])
    if closing is None:
        return 0
    if opening == closing:
        return max(text.find(closing, 1), 0)
    depth = 0
    for position, character in enumerate(text):
        depth += (character == opening) - (character == closing)
        if depth == 0:
            return position
    return 0


def _text(text: str) -> str:
    return " ".join(unescaped(text).split())
