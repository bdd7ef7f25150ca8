"""Plain sentences by a small grammar, each with the clauses that its graph must tell: verb and what is done to what."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

Clause = tuple[str, str]
"""A verb's base form, and its object; or for a verb without one, its subject."""

PATTERNS: Mapping[str, str] = {
    "active": "The {s0} {v0}s the {o0}.",
    "pronoun": "The {s0} {v0}s the {o0}. The {s1} {v1}s {it:o0}.",
    "verbs joined by and": "The {s0} {v0}s the {o0} and {v1}s the {o1}.",
    "three verbs": "The {s0} {v0}s the {o0}, {v1}s the {o1} and {v2}s the {o2}.",
    "verbs with pronouns": "The {s0} {v0}s the {o0}, {v1}s {it:o0} and {v2}s {it:o0}.",
    "clauses joined by and": "The {s0} {v0}s the {o0}, and the {s1} {v1}s the {o1}.",
    "instructions": "{V0} the {o0}. Then {v1} {it:o0}.",
    "modal": "The {s0} must {v0} the {o0}. The {s1} {v1}s {it:o0}.",
    "condition before": "If the {o0} is complete, the {s0} {v0}s {it:o0}.",
    "condition behind": "The {s0} {v0}s the {o0} if the {s1} is absent.",
    "otherwise": "If the {o0} is wrong, the {s0} {v0}s {it:o0}. Otherwise, the {s1} {v1}s the {o1}.",
    "while before": "While the {s0} {v0}s the {o0}, the {s1} {v1}s the {o1}.",
    "while behind": "The {s0} {v0}s the {o0} while the {s1} {v1}s the {o1}.",
    "before": "The {s0} {v0}s the {o0} before the {s1} {v1}s the {o1}.",
    "after": "After the {s0} {v0}s the {o0}, the {s1} {v1}s the {o1}.",
    "told in order": "First, the {s0} {v0}s the {o0}. Next, the {s1} {v1}s the {o1}. Finally, the {s2} {v2}s the {o2}.",
    "nobody acts upon anything": "The {s0} arrives. The {s1} {v0}s the {o0}.",
}


@dataclass(frozen=True)
class Vocabulary:
    """Words that the patterns are filled with; verbs take an s in the third person."""

    subjects: Sequence[str]
    verbs: Sequence[str]
    objects: Sequence[str]


SEEN = Vocabulary(
    [
        "clerk",
        "manager",
        "nurse",
        "driver",
        "printer",
        "author",
        "agent",
        "guard",
        "teacher",
        "supplier",
        "engineer",
        "tester",
    ],
    [
        "check",
        "sign",
        "file",
        "approve",
        "print",
        "pack",
        "send",
        "deliver",
        "reject",
        "record",
        "review",
        "weigh",
        "label",
        "scan",
        "store",
        "open",
    ],
    ["order", "report", "letter", "invoice", "parcel", "contract", "form", "ticket", "book", "sample", "tool", "file"],
)
"""The words that were looked at while sentences were mended."""
UNSEEN = Vocabulary(
    [
        "cook",
        "pilot",
        "judge",
        "baker",
        "owner",
        "editor",
        "farmer",
        "buyer",
        "carrier",
        "planner",
        "cashier",
        "analyst",
    ],
    [
        "measure",
        "repair",
        "paint",
        "load",
        "count",
        "test",
        "inspect",
        "register",
        "order",
        "clean",
        "mount",
        "stamp",
        "mail",
        "collect",
        "archive",
        "return",
    ],
    ["engine", "recipe", "vase", "basket", "list", "permit", "crate", "panel", "chart", "receipt", "bottle", "map"],
)
"""Words that were only measured."""

VOCABULARIES: Mapping[str, Vocabulary] = {"seen": SEEN, "unseen": UNSEEN}


def filled(pattern: str, vocabulary: Vocabulary, seed: int) -> tuple[str, list[Clause]]:
    """A document by a pattern, and its clauses."""
    drawn = random.Random(f"{pattern} {seed}")
    words = {
        f"{letter}{at}": word
        for letter, some in (("s", vocabulary.subjects), ("v", vocabulary.verbs), ("o", vocabulary.objects))
        for at, word in enumerate(drawn.sample(list(some), 3))
    }
    text = re.sub(r"\{it:o\d\}", "it", pattern)
    text = re.sub(r"\{V(\d)\}", lambda match: words[f"v{match[1]}"].capitalize(), text)
    return re.sub(r"\{(\w\d)\}", lambda match: words[match[1]], text), list(_clauses(pattern, words))


def _clauses(pattern: str, words: Mapping[str, str]) -> Iterator[Clause]:
    if "arrives" in pattern:
        yield "arrive", words["s0"]
    for verb, thing in re.findall(r"\{[vV](\d)\}s? (?:the )?\{(?:it:)?(o\d)\}", pattern):
        yield words[f"v{verb}"], words[thing]
