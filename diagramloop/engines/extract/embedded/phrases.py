"""Texts of nodes and conditions from the tokens that mention them.

A step reads as an instruction (``the order is checked``, ``checking the order`` -> ``check order``), an event as
what has happened (``once the order has been sent`` -> ``order sent``): the two conventions of process charts.
"""

from __future__ import annotations

from collections.abc import Sequence

from diagramloop.base.text.tokens import Token
from diagramloop.base.text.word_lists import remembered
from diagramloop.engines.extract.embedded._lexicon import words
from diagramloop.engines.extract.embedded.segmentation import words_of
from diagramloop.engines.extract.embedded.verbs import third_person

_JOINED_LEFT = frozenset({",", ".", ";", ":", ")", "]", "%", "?", "!", "'"})
_JOINED_RIGHT = frozenset({"(", "[", "$", "€", "#"})


def instruction(tokens: Sequence[Token]) -> str:
    """A step's text: the verb first and in its base form where the clause is passive, a gerund or third person."""
    clause = bare(tokens)
    split = passive(clause)
    if split:
        subject, participle, rest = split
        return _text([_base(participle), *subject, *rest])
    return active(tokens)


def active(tokens: Sequence[Token]) -> str:
    """The text of a step that is told in the active, of tokens that begin with its verb."""
    clause = bare(tokens)
    if clause and (_inflected(clause[0]) or third_person(tokens, tokens.index(clause[0]))):
        clause = [_base(clause[0]), *clause[1:]]
    return _text(clause)


def event(tokens: Sequence[Token]) -> str:
    """An event's text: a passive clause without its auxiliaries; anything else as for :func:`instruction`."""
    tokens = bare(tokens)
    split = passive(tokens)
    if split:
        subject, participle, rest = split
        return _text([*subject, participle, *rest])
    return instruction(tokens)


def question(tokens: Sequence[Token]) -> str:
    """Turn what follows "check whether" into a gateway's text: ``the items are available`` -> ``items available?``."""
    pronoun = [token for token in tokens[:1] if token.lower in words("pronouns")]
    kept = [token for token in bare(tokens[len(pronoun) :]) if token.quoted or token.lower not in words("copulas")]
    return f"{_text([*pronoun, *kept])}?" if kept else ""


def noun_phrase(tokens: Sequence[Token]) -> str:
    """A thing's or a person's name, without article."""
    return _text(bare(tokens))


def condition(tokens: Sequence[Token]) -> str:
    """A condition as said, without articles and quotation marks, and without an "it is" before it."""
    kept = [token for token in tokens if token.text != '"' and token.lower not in words("articles")]
    pointing = kept[:1] and kept[0].lower in words("pronouns") and len(kept) > 2 and kept[1].lemma in {"be", "have"}
    while kept and not kept[-1].is_word and kept[-1].text not in ")]%$€":
        kept.pop()
    return _text(kept[2:] if pointing else kept)


def main_clause(tokens: Sequence[Token]) -> str:
    """The task in an imperative, modal, passive or third-person clause, without its subject; else empty."""
    whole = bare(tokens)
    if len(whole) < 2 or passive(whole):
        return instruction(whole) if len(whole) > 1 else ""
    modal = _last_modal(tokens[:7])
    clause = bare(tokens[modal + 1 :])
    subject = modal < 0 and tokens[0].lower in words("articles")
    if len(clause) > 1 and not subject and "V" in clause[0].classes and clause[0].lower == clause[0].lemma:
        return _text(clause)
    for position in range(1, min(5, len(clause) - 1)):
        if _finite(clause, position):
            return _text([_base(clause[position]), *clause[position + 1 :]])
    return ""


def _last_modal(tokens: Sequence[Token]) -> int:
    """The position of the last modal, or of the "to" that stands for one; -1 where there is none."""
    for position in reversed(range(len(tokens))):
        if tokens[position].lower in words("modals") or _infinitive(tokens, position):
            return position
    return -1


def _infinitive(tokens: Sequence[Token], position: int) -> bool:
    """The "to" of "need to", "have to" and their like."""
    return tokens[position].lower == "to" and position > 0 and tokens[position - 1].lemma in words("infinitive heads")


def _finite(clause: Sequence[Token], position: int) -> bool:
    """A verb in the third person after a noun ("the agent reads the ticket")."""
    token = clause[position]
    third = "V" in token.classes and token.lower.endswith("s") and token.lemma not in words("light verbs")
    return third and "N" in clause[position - 1].classes and clause[position + 1].classes != "V"


@remembered(maxsize=4096)
def lemmas(text: str) -> tuple[str, ...]:
    """The lemmas of a text's words."""
    return tuple(token.lemma for token in words_of(text))


def content(text: str) -> tuple[str, ...]:
    """The lemmas of a text's words without function words; all of them where there are no others."""
    every_lemma = lemmas(text)
    return tuple(lemma for lemma in every_lemma if lemma not in words("function words")) or every_lemma


def bare(tokens: Sequence[Token]) -> list[Token]:
    """Without articles, quotation marks, and what leads into the phrase or trails off."""
    kept = [token for token in tokens if token.text != '"' and token.lower not in words("articles")]
    while kept and _leads_in(kept[0]):
        kept.pop(0)
    if len(kept) > 2 and kept[0].lemma in words("openers") and kept[1].text == ",":
        kept = kept[2:]
    while kept and _trails_off(kept[-1]):
        kept.pop()
    return kept


def _leads_in(token: Token) -> bool:
    return token.lower in words("lead-ins") or not (token.is_word or token.text in _JOINED_RIGHT)


def _trails_off(token: Token) -> bool:
    return token.lower in words("trailers") or not (token.is_word or token.text in ")]%$€")


def passive(tokens: Sequence[Token]) -> tuple[list[Token], Token, list[Token]] | None:
    """Subject, participle and rest of a passive clause, or None when it is not one."""
    auxiliaries = [position for position, token in enumerate(tokens) if token.lemma == "be" and not token.quoted]
    if not auxiliaries:
        return None
    first, last = auxiliaries[0], auxiliaries[-1]
    verb = last + 1
    while verb < len(tokens) and "V" not in tokens[verb].classes and _adverbial(tokens[verb]):
        verb += 1
    subject = _without(tokens[:first], "auxiliaries")
    if verb >= len(tokens) or not subject or not _participle(tokens[verb]):
        return None
    adverbs = _without(tokens[last + 1 : verb], "lead-ins")
    return subject, tokens[verb], [*adverbs, *tokens[verb + 1 :]]


def _without(tokens: Sequence[Token], word_list: str) -> list[Token]:
    return [token for token in tokens if token.lower not in words(word_list)]


def _adverbial(token: Token) -> bool:
    return "D" in token.classes or token.lower in words("lead-ins")


def _participle(token: Token) -> bool:
    irregular = token.lower != token.lemma and not token.lower.endswith(("ing", "s"))
    return "V" in token.classes and (irregular or token.lower.endswith("ed") or token.lower in words("participles"))


def _inflected(token: Token) -> bool:
    gerund = token.lower.endswith("ing") and "V" in token.classes
    third = token.lower.endswith("s") and "V" in token.classes and "N" not in token.classes
    return gerund or third


def _base(token: Token) -> Token:
    lemma = token.lemma.capitalize() if token.text[0].isupper() else token.lemma
    return Token(lemma, token.lemma, token.classes, token.quoted)


def _text(tokens: Sequence[Token]) -> str:
    """The tokens' text with the spaces that printing asks for."""
    written = ""
    for token in tokens:
        spaced = written and token.text not in _JOINED_LEFT and written[-1] not in _JOINED_RIGHT
        written += f" {token.text}" if spaced else token.text
    return written.strip()
