"""Verbs by their form and by what stands beside them, for the dictionary often leaves open what a word is."""

from __future__ import annotations

from collections.abc import Sequence

from diagramloop.base.text.tokens import Token
from diagramloop.engines.extract.embedded._lexicon import words


def third_person(tokens: Sequence[Token], position: int) -> bool:
    """The token is a verb in the third person; what may be a noun, too, is one before an object."""
    token = tokens[position]
    inflected = "V" in token.classes and token.lower.endswith("s") and token.lower != token.lemma
    return inflected and not token.quoted and ("N" not in token.classes or object_follows(tokens, position))


def object_of(clause: Sequence[Token]) -> Sequence[Token]:
    """Tokens after an active clause's verb: third person, after a modal, or the first; all where there is none."""
    verbs = (
        position for position in range(len(clause)) if third_person(clause, position) or after_modal(clause, position)
    )
    verb = next(verbs, 0 if clause and "V" in clause[0].classes else -1)
    return clause[verb + 1 :]


def object_follows(tokens: Sequence[Token], position: int) -> bool:
    """An object begins right after the token, with an article, a determiner or a pronoun."""
    after = tokens[position + 1].lower if position + 1 < len(tokens) else ""
    return after in words("articles") | words("determiners") | words("object pronouns")


def after_modal(tokens: Sequence[Token], position: int) -> bool:
    """The token stands right after a modal."""
    return position > 0 and tokens[position - 1].lower in words("modals")
