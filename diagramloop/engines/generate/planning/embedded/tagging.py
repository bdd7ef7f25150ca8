"""A sentence as chunks: noun phrases, verbs with their voice, prepositions and what joins them.

There is no tagger of parts of speech: closed classes come from the lexicon, what may be a verb from LemmInflect, and
whether it is one from its form and its neighbours.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from diagramloop.base.text.dictionary import Lemmas, guessed_lemmas, lemmas
from diagramloop.base.text.tokens import Token, tokens
from diagramloop.engines.generate.planning.embedded._lexicon import frames, words

Kind = Literal["noun", "verb", "prep", "and", "relative", "break", "colon"]
Voice = Literal["active", "passive", "reduced", "gerund", "infinitive"]

_TOKEN = re.compile(r"[^\W_]+(?:(?:['’]s)?[-/+.&][^\W_]+)*|'s\b|’s\b|[,;:()]|—|–|--|&")
_POSSESSIVE = ("'s", "’s")
_BEFORE_GERUND = frozenset({"by", "for", "via", "before", "after", "when", "while", "without", "from", "through", "of"})
_ALL = frozenset({"both", "all", "each", "they"})
MAX_TOKENS = 200  # of a sentence; what comes after is no prose


@dataclass(frozen=True)
class Chunk:
    """A piece of a sentence.

    Attributes:
        words: of a noun phrase without its determiner, as written; of others the one word, in lower case.
        definite: whether the noun phrase speaks of something known.
        lemma, voice: of a verb.
    """

    kind: Kind
    words: tuple[str, ...]
    definite: bool = False
    lemma: str = ""
    voice: Voice = "active"


def chunks(sentence: str) -> list[Chunk]:
    """The chunks of a sentence; what stands in brackets is left out."""
    return _Reader(_unbracketed(sentence)).chunks()


def lemma_of(word: str) -> str:
    """The singular of a noun, in lower case; words that are unknown lose a plural's ``s``."""
    return _lemmas(word.lower()).get("NOUN", (word.lower(),))[0]


def may_be_noun(word: str) -> bool:
    """True if a word can stand for a thing: no word that is known as something else alone."""
    return bool({"NOUN", "PROPN"} & set(_lemmas(word.lower())))


def participle_of(word: str) -> str:
    """The verb whose past participle a word may be, or nothing: ``retrieve`` for ``retrieved``."""
    verb = _verb(word.lower())
    return verb.lemma if verb is not None and verb.form == "past" else ""


def _unbracketed(sentence: str) -> list[Token]:
    depth, kept = 0, []
    for token in tokens(sentence, _TOKEN):
        depth += (token.text == "(") - (token.text == ")" and depth > 0)
        if depth == 0 and token.text != ")":
            kept.append(token)
    return kept[:MAX_TOKENS]


@lru_cache(maxsize=50_000)
def _lemmas(word: str) -> Lemmas:
    return lemmas(word) or guessed_lemmas(word, "NOUN")


@dataclass(frozen=True)
class _Verb:
    """The reading of a word as a verb."""

    lemma: str
    form: Literal["base", "s", "ing", "past"]
    certain: bool


@lru_cache(maxsize=50_000)
def _verb(word: str) -> _Verb | None:
    possible = _lemmas(word)
    if "VERB" not in possible:
        unknown = word.endswith("ed") and len(word) > 4 and not lemmas(word)
        return _Verb(word[:-1], "past", certain=False) if unknown else None  # "binarised"
    lemma = possible["VERB"][0]
    form = "ing" if word.endswith("ing") else "base" if word == lemma else "s" if word.endswith("s") else "past"
    return _Verb(lemma, form, not {"NOUN", "ADJ"} & set(possible))  # type: ignore[arg-type]


def _is_adverb(word: str) -> bool:
    return word in words("adverbs") or (word.endswith("ly") and "NOUN" not in _lemmas(word))


class _Reader:
    """Goes through the tokens once; ``_verb_at`` decides from what was found so far and from the next token."""

    def __init__(self, sentence: Sequence[Token]) -> None:
        self._tokens = sentence
        self._lower = [token.lower for token in sentence]
        self._done: list[Chunk] = []
        self._phrase: list[str] = []
        self._determiner = ""
        self._before = ""  # the word before, adverbs left out
        self._finite = False  # whether there was a finite verb since the last joint or break
        self._several = False  # whether the phrases before are joined by "and"

    def chunks(self) -> list[Chunk]:
        for place, word in enumerate(self._lower):
            self._take(place, word)
            if word not in words("adverbs") and not word.endswith("ly"):
                self._before = word
        self._end_phrase()
        return self._done

    def _take(self, place: int, word: str) -> None:
        following = self._following(place)
        verb = self._verb_at(word, following)
        if verb is not None:
            self._take_verb(verb)
        elif self._phrase and word in words("floating"):
            return
        elif self._leads_to_verb(word, following):
            self._end_phrase()
        elif word == "that" and (not self._phrase or following in words("determiners")):
            self._determiner = "that"
        elif kind := self._joint(word):
            self._take_joint(kind, word)
        elif word in words("determiners"):
            self._end_phrase()
            self._determiner = word
        elif word in words("pronouns"):
            self._end_phrase()
            self._done.append(Chunk("noun", (word,), definite=True))
        elif not _is_adverb(word):
            self._phrase.append(self._tokens[place].text)

    def _leads_to_verb(self, word: str, following: str) -> bool:
        return word in words("auxiliaries") | words("modals") or (word == "to" and self._is_infinitive(following))

    def _take_verb(self, verb: Chunk) -> None:
        self._end_phrase()
        self._done.append(verb)
        self._finite |= verb.voice in ("active", "passive")
        self._several = False

    def _take_joint(self, kind: Kind, word: str) -> None:
        self._end_phrase()
        self._done.append(Chunk(kind, (word,)))
        self._finite &= kind == "prep"
        self._several = word in ("and", "or") or (self._several and kind == "and")

    def _joint(self, word: str) -> Kind | None:
        if word in words("conjunctions") or word == ",":
            return "and"
        if word in words("relatives"):
            return "relative"
        if word == ":":
            return "colon"
        if word in words("breaks") or word in (";", "—", "–", "--"):
            return "break"
        if word in words("prepositions"):
            return "prep"
        return None

    def _end_phrase(self) -> None:
        if self._phrase:
            definite = self._determiner in words("definite")
            self._done.append(Chunk("noun", tuple(self._phrase), definite))
        elif self._determiner in words("standing"):
            self._done.append(Chunk("noun", (self._determiner,), definite=True))
        self._phrase, self._determiner = [], ""

    def _following(self, place: int) -> str:
        """The next word, adverbs left out."""
        rest = self._lower[place + 1 :]
        return next((word for word in rest if word not in words("adverbs") and not word.endswith("ly")), "")

    def _is_infinitive(self, following: str) -> bool:
        verb = _verb(following)
        return verb is not None and verb.form == "base" and (verb.certain or verb.lemma in frames())

    def _verb_at(self, word: str, following: str) -> Chunk | None:
        if word in ("has", "have") and not _is_participle(following):
            return Chunk("verb", (word,), lemma="have")
        if word in words("be") and _is_predicate(following):
            return Chunk("verb", (word,), lemma="be")
        closed = _is_closed(word) and not (self._before in words("be") and _is_participle(word))  # "is given to"
        verb = None if closed or word in _POSSESSIVE else _verb(word)
        if verb is None:
            return None
        voice = self._voice(verb, following)
        return Chunk("verb", (word,), lemma=verb.lemma, voice=voice) if voice else None

    def _voice(self, verb: _Verb, following: str) -> Voice | None:
        """The voice of a word that is this form of a verb; None where it is no verb here."""
        match verb.form:
            case "ing":
                return self._voice_of_gerund(verb, following)
            case "past":
                return self._voice_of_past(following)
            case "s":
                return self._voice_of_third_person(verb, following)
            case _:
                return self._voice_of_base(verb, following)

    def _voice_of_gerund(self, verb: _Verb, following: str) -> Voice | None:
        opened = self._before in _BEFORE_GERUND or self._before in ("", ",", "and", ";", "thereby")
        counts = following in words("determiners") or (verb.lemma in frames() and _begins_phrase(following))
        return "gerund" if opened and counts and not self._phrase and not self._determiner else None

    def _voice_of_past(self, following: str) -> Voice | None:
        goes_on = following in words("prepositions")
        if self._before in words("be"):
            return "passive"
        if self._before in words("auxiliaries"):
            return "active"
        if self._goes_on_from_a_verb("passive"):
            return "passive" if goes_on or not _begins_phrase(following) else None
        if self._phrase and goes_on:
            return "reduced"
        if self._finite or following not in words("determiners"):
            return None
        return "active" if self._phrase or self._before in words("relatives") else None

    def _voice_of_third_person(self, verb: _Verb, following: str) -> Voice | None:
        if self._determiner and not self._phrase:
            return None
        joined = self._is_joined()
        if not (joined or self._after_subject()):
            return None
        if verb.certain:
            return "active"
        if self._finite and not joined:
            return None
        with_place = following in words("prepositions") and verb.lemma in words("intransitive")
        return "active" if with_place or self._has_object(following) else None

    def _is_joined(self) -> bool:
        """True where "and" or a comma joins what comes to a verb before, or to what is said of the first of two."""
        if self._before not in ("and", ",", "or", "then"):
            return False
        return self._last_verb() != "" or self._is_apposed()

    def _after_subject(self) -> bool:
        if self._phrase:
            return True
        return self._before in words("relatives") or self._before in words("pronouns")

    def _has_object(self, following: str) -> bool:
        if following in words("determiners") or following in words("pronouns"):
            return True
        return _begins_phrase(following) and not self._is_infinitive(following)

    def _voice_of_base(self, verb: _Verb, following: str) -> Voice | None:
        has_article = following in words("determiners")
        known = verb.lemma in frames()
        if self._before == "to":
            takes = has_article or verb.certain or known
            return "infinitive" if takes and not self._phrase else None
        if self._before in words("modals") or self._before in ("we", "they"):
            return "active"
        if self._goes_on_from_a_verb("active", "infinitive"):
            return "active" if has_article and known else None
        return self._voice_after_subject(verb, following)

    def _voice_after_subject(self, verb: _Verb, following: str) -> Voice | None:
        """Of a base form that stands where the verb of a clause may: "the layers feed the decoder"."""
        if self._finite or not (self._after_plural() or self._before in words("relatives")):
            return None
        if verb.certain or following in words("determiners"):
            return "active"
        return "active" if following in words("prepositions") and verb.lemma in words("intransitive") else None

    def _goes_on_from_a_verb(self, *voices: Voice) -> bool:
        """True where "and" or a comma joins what comes to a verb: "takes it and feed", not "takes the map and feed"."""
        joined = self._before in ("and", ",", "or") and not self._phrase
        return joined and self._last_verb() in voices

    def _after_plural(self) -> bool:
        """True where what stands before is many: "all", "the layers", "the encoder and the decoder"."""
        if self._before in _ALL:
            return True
        return bool(self._phrase) and (self._before.endswith("s") or self._several)

    def _is_apposed(self) -> bool:
        """True if what comes next is said of the first of "the encoder, a network,"."""
        last = self._done[-4:]
        joined = [chunk.kind for chunk in last] == ["noun", "and", "noun", "and"]
        return joined and last[1].words == last[3].words == (",",) and not self._finite

    def _last_verb(self) -> str:
        return next((chunk.voice for chunk in reversed(self._done) if chunk.kind == "verb"), "")


def _is_participle(word: str) -> bool:
    verb = _verb(word)
    return verb is not None and verb.form in ("past", "ing")


def _is_predicate(word: str) -> bool:
    """True if a word after "is" names a kind of thing, and not what is done to it."""
    return not (_is_participle(word) or word in words("auxiliaries") | words("modals"))


def _is_closed(word: str) -> bool:
    lists = ("determiners", "pronouns", "prepositions", "conjunctions", "breaks", "relatives", "auxiliaries", "modals")
    return any(word in words(name) for name in lists) or word in words("adverbs")


def _begins_phrase(word: str) -> bool:
    return word in words("determiners") or (word[:1].isalnum() and not _is_closed(word))


def possessor_and_rest(phrase: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """``the encoder's output`` taken apart; nothing for the first where there is no possessor."""
    for place, word in enumerate(phrase):
        if word in _POSSESSIVE:
            return phrase[:place], phrase[place + 1 :]
    return (), phrase
