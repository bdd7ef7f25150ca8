"""Propositions of a parsed text: who does what to what, and when, by the dependencies between words.

The parser is a pipeline of spaCy, which is named; its labels are those of the English pipelines (ClearNLP's).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from diagramloop.errors import ModelError, RejectionReason

PIPELINE = "en_core_web_sm"
CONDITIONAL, ELSE = frozenset({"if", "when", "unless", "once"}), frozenset({"otherwise", "else"})
BESIDE = frozenset({"meanwhile", "simultaneously", "concurrently", "while"})
_OBJECTS = frozenset({"dobj", "nsubjpass", "attr", "oprd"})
_DROPPED = frozenset({"det", "punct", "cc", "mark"})


@dataclass(frozen=True)
class Proposition:
    """A statement that something is done.

    Attributes:
        sentence: its number.
        subject, object: as concepts, without articles; empty where there is none. Who acts in a passive clause is the
            subject.
        relation: the verb, and its particle.
        complements: concepts that prepositions add, each with its preposition.
        condition: the clause under which it holds; ``otherwise``; or empty.
        beside: whether it happens at the same time as what is told before it.
    """

    sentence: int
    subject: str
    relation: str
    object: str
    complements: tuple[tuple[str, str], ...] = ()
    condition: str = ""
    beside: bool = False


def parser_named(pipeline: str) -> Any:
    """The pipeline of spaCy of that name or path.

    Raises:
        ModelError: spaCy or the pipeline is not installed, or it does not parse (MISSING).
    """
    try:
        import spacy

        parser = spacy.load(pipeline)
    except (ImportError, OSError, ValueError) as error:
        message = f"no parser of English {pipeline!r}: {' '.join(str(error).split())[:200]}"
        raise ModelError(f"{message}; python -m spacy download {PIPELINE}", reason=RejectionReason.MISSING) from error
    if "parser" not in parser.pipe_names:
        raise ModelError(f"the pipeline {pipeline!r} of spaCy does not parse", reason=RejectionReason.MISSING)
    return parser


def propositions(document: Any) -> Iterator[Proposition]:
    """The propositions of a parsed document, in order: of each main verb and of those joined to it by "and"."""
    for number, sentence in enumerate(document.sents):
        text = sentence.text.lower()
        beside = any(word in text for word in ("at the same time", "in parallel"))
        condition, subject = "", ""
        for verb in (token for token in sentence if _is_main(token)):
            subject = _subject(verb) or subject
            condition = _condition(verb)
            words = {child.lower_ for child in verb.children} | {
                child.lower_ for clause in verb.children if clause.dep_ == "advcl" for child in clause.children
            }
            happens = beside or bool(words & BESIDE)
            yield Proposition(number, subject, _relation(verb), _object(verb), _complements(verb), condition, happens)


def _is_main(token: Any) -> bool:
    """True of a sentence's verb, and of one joined to such a verb."""
    while token.dep_ == "conj" and token.pos_ in ("VERB", "AUX"):
        token = token.head
    return token.pos_ in ("VERB", "AUX") and token.dep_ == "ROOT"


def _subject(verb: Any) -> str:
    for child in verb.children:
        if child.dep_ == "agent":
            return next((concept(noun) for noun in child.children if noun.dep_ == "pobj"), "")
    return next((concept(child) for child in verb.children if child.dep_ == "nsubj"), "")


def _object(verb: Any) -> str:
    return next((concept(child) for child in verb.children if child.dep_ in _OBJECTS), "")


def _relation(verb: Any) -> str:
    return " ".join([verb.lemma_, *(child.lower_ for child in verb.children if child.dep_ == "prt")])


def _complements(verb: Any) -> tuple[tuple[str, str], ...]:
    prepositions = [child for child in verb.children if child.dep_ == "prep"]
    return tuple((p.lower_, concept(noun)) for p in prepositions for noun in p.children if noun.dep_ == "pobj")


def _condition(verb: Any) -> str:
    for child in verb.children:
        if child.dep_ == "advcl" and any(word.lower_ in CONDITIONAL for word in child.children):
            return _text([token for token in child.subtree if token.lower_ not in CONDITIONAL])
        if child.dep_ == "advmod" and child.lower_ in ELSE:
            return "otherwise"
    return ""


def concept(head: Any) -> str:
    """The words of a noun phrase without article, clauses and what stands beside it."""
    left = [token for token in head.lefts if token.dep_ not in _DROPPED]
    inner = [token for modifier in left for token in modifier.subtree]
    behind = [
        token
        for modifier in head.rights
        if modifier.dep_ == "prep" and modifier.lower_ == "of"
        for token in modifier.subtree
    ]
    return words_of([*inner, head, *behind])


def words_of(tokens: Sequence[Any]) -> str:
    """The tokens as a text without articles."""
    return _text([token for token in tokens if token.lower_ not in ("a", "an", "the")])


def _text(tokens: Sequence[Any]) -> str:
    return "".join(token.text_with_ws for token in tokens).strip(" ,.;:")
