"""The published evaluator of PAGED once more, line by line and without any of the library's code: an oracle.

Written from a description of what the program computes. spaCy splits words, nltk has BLEU.
"""

from __future__ import annotations

import re
import warnings
from collections import defaultdict
from functools import cache
from typing import Any

Tokens = list[str]
DROPPED = {",", ".", "?", ";", ":", "!", "(", ")", "[", "]", "{", "}", "'", '"', "-", "_", "a", "the", "an"}
ACTING = ("Activity", "StartNode", "EndNode")
GATEWAYS = ("XOR", "OR", "AND")


@cache
def nlp() -> Any:
    from spacy.lang.en import English

    return English()


def words(text: str) -> Tokens:
    return [token.text.lower() for token in nlp()(text)]


def lexical(one: str, other: str) -> float:
    a, b = words(one), words(other)
    if not a or not b:
        return 0.0
    there, back = sum(w in b for w in a) / len(a), sum(w in a for w in b) / len(b)
    return 2 * there * back / (there + back) if there + back else 0.0


def bleu(said: str, meant: str) -> float:
    from nltk.translate.bleu_score import sentence_bleu

    hypothesis, reference = ([w for w in words(text) if w not in DROPPED] for text in (said, meant))
    if not hypothesis or not reference:
        return 0.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return round(float(sentence_bleu([reference], hypothesis, weights=(1, 0, 0, 0))), 4)


def node(name: str, agent: str) -> dict[str, str] | None:
    """Type, text and agent of one end of a line; None where it is no node."""
    name = name.strip()
    if not re.search(r"[^\W_]", name):
        return None
    inside = re.search(r"\((.*)\)", name)
    text = inside.group(1).strip() if inside else ""
    for word in ("DataObject", "TextAnnotation"):
        if word in name and "(" in name:
            filled = inside is not None and inside.group(1) != ""
            return {"type": word, "text": text, "agent": agent} if filled else None
    if re.match("Start|start", name):
        return {"type": "StartNode", "text": text, "agent": agent}
    if re.match("End|end", name):
        return {"type": "EndNode", "text": text, "agent": agent}
    for gate in GATEWAYS:
        if name.startswith(gate) or re.match(gate.lower() + r"\d", name):
            return {"type": gate, "text": text, "agent": agent}
    return {"type": "Activity", "text": name, "agent": agent}


def lines_of(text: str) -> list[dict[str, Any]]:
    agent, found = "", []
    for raw in text.split("\n"):
        line = raw.strip()
        if "->" not in line:
            if line[:3] in ("For", "for"):
                agent = line[3:].replace(":", "").strip()
            continue
        condition, rest = "", line
        marked = re.search(r"->\s*\((.*)\)\s*(?=\S)", line)
        if marked:
            condition = marked.group(1).strip()
            rest = line[: marked.start()] + "->" + line[marked.end() :]
        parts = rest.split("->")
        if len(parts) != 2:
            continue
        left, right = node(parts[0], agent), node(parts[1], agent)
        artifact = any(end is not None and end["type"] in ("DataObject", "TextAnnotation") for end in (left, right))
        found.append(
            {
                **{"line": line, "left": left, "right": right, "source": parts[0].strip(), "condition": condition},
                "type": "Association" if artifact else "SequenceFlow",
            }
        )
    return found


def equal(one: str, other: str) -> bool:
    return one == other == "" or lexical(one, other) == 1


def hard(one: dict[str, str] | None, other: dict[str, str] | None) -> bool:
    if one is None or other is None or one["type"] != other["type"]:
        return False
    return one["type"] in ("StartNode", "EndNode", "OR") or equal(one["text"], other["text"])


def near(one: dict[str, str] | None, other: dict[str, str] | None) -> float:
    if one is None or other is None or one["type"] != other["type"]:
        return 0.0
    if one["type"] in ("StartNode", "EndNode", "AND"):
        return 1.0
    if one["type"] in ("XOR", "OR") and one["text"] == other["text"] == "":
        return 1.0
    return bleu(one["text"], other["text"])


def counted(ours: list[dict[str, Any]], theirs: list[dict[str, Any]]) -> dict[tuple[str, str], list[float]]:
    """Of each measure and type how many elements there are on our side, and how many are right."""
    counts: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0, 0.0])
    known: list[dict[str, Any]] = []
    for line in ours:
        best, match = -1.0, None
        for other in theirs:
            likeness = lexical(line["line"], other["line"])
            if likeness > best:
                best, match = likeness, other
        if match is None or best < 0.5:
            continue
        for side in ("left", "right"):
            if line[side] is not None:
                take(line[side], match[side], line["source"], known, counts)
        counts["hard_edge", line["type"]][0] += 1
        same = line["type"] == match["type"] and equal(line["condition"], match["condition"])
        counts["hard_edge", line["type"]][1] += (
            same and hard(line["left"], match["left"]) and hard(line["right"], match["right"])
        )
        flow = "ConditionFlow" if line["condition"] else line["type"]
        counts["soft_edge", flow][0] += 1
        if line["type"] == match["type"] and all(near(line[s], match[s]) >= 0.5 for s in ("left", "right")):
            counts["soft_edge", flow][1] += bleu(line["condition"], match["condition"]) if line["condition"] else 1.0
    return counts


def take(
    end: dict[str, str],
    other: dict[str, str] | None,
    source: str,
    known: list[dict[str, Any]],
    counts: dict[tuple[str, str], list[float]],
) -> None:
    """One end of a line: counted where it is new, and matched where it was not before."""
    kind, acting = end["type"], end["type"] in ACTING and end["agent"] != ""
    for mention in known:
        if mention["type"] != kind or mention["agent"] != end["agent"]:
            continue
        if kind in GATEWAYS:
            if mention["source"] == source:
                break
        elif mention["text"] == end["text"] == "" or lexical(mention["text"], end["text"]) >= 0.8:
            break
    else:
        mention = {**end, "source": source, "found": False}
        known.append(mention)
        for measure in ("hard_node", "soft_node", *(("hard_actor", "soft_actor") if acting else ())):
            counts[measure, kind][0] += 1
    if mention["found"]:
        return
    mention["found"] = hard(end, other)
    counts["hard_node", kind][1] += mention["found"]
    if other is None or other["type"] != kind:
        return
    counts["soft_node", kind][1] += 1.0 if kind in ("StartNode", "EndNode") else bleu(end["text"], other["text"])
    if acting:
        counts["soft_actor", kind][1] += bleu(end["agent"], other["agent"])
        counts["hard_actor", kind][1] += mention["found"] and lexical(end["agent"], other["agent"]) == 1
