"""Parts, flows and containments of a figure, from the clauses of a text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from diagramloop.engines.generate.planning.embedded._lexicon import LISTS, VerbFrame, words
from diagramloop.engines.generate.planning.embedded.clauses import FrameClause, NounPhrase, clauses
from diagramloop.engines.generate.planning.embedded.entities import Entities, Key
from diagramloop.engines.generate.planning.embedded.tagging import lemma_of

RECENT = 2  # sentences back, within which a thing was made just before

Slots = Mapping[str, Sequence[Key]]


@dataclass(frozen=True)
class FigureFlow:
    """The content of an arrow beside its ends: the thing carried, if it is named, and a second head."""

    carried: Key | None = None
    both_ways: bool = False


Flows = dict[tuple[Key, Key], FigureFlow]

_HANDED = {
    "transfer": ("goal", "via"),
    "flow": ("goal", "via"),
    "store": ("goal", "place"),
    "keep": ("place",),
    "retrieve": ("source",),
}
"""Slots, by frame, of those that something is handed to or taken from."""
_MADE = {"produce": ("theme",), "store": ("theme",), "transform": ("goal",), "merge": ("goal",)}
"""Slots, by frame, of what is made."""


@dataclass
class FigureTopology:
    """Entities, the arrows between them, and the wholes with their parts, in the order of the text.

    Attributes:
        arrows: by the entities from and to which they lead.
        parts: of each whole; of the figure as a whole under the empty key.
        actors: entities that do something or that something is handed to.
        products: entities that something makes.
        emitted: entities that are said to leave the figure.
        doers: by the lemma of a verb, who does it.
    """

    entities: Entities
    arrows: Flows = field(default_factory=dict)
    parts: dict[Key, list[Key]] = field(default_factory=dict)
    actors: dict[Key, None] = field(default_factory=dict)
    products: dict[Key, None] = field(default_factory=dict)
    emitted: dict[Key, None] = field(default_factory=dict)
    doers: dict[str, dict[Key, None]] = field(default_factory=dict)

    def everything(self) -> list[Key]:
        """All entities that an arrow or a whole names, each once."""
        ends = (end for arrow in self.arrows for end in arrow)
        held = (key for whole, parts in self.parts.items() for key in (whole, *parts))
        return list(dict.fromkeys((*ends, *held)))

    def keep(self, known: Collection[Key]) -> None:
        """Forgets the arrows and wholes that are not of these entities alone."""
        self.arrows = {ends: flow for ends, flow in self.arrows.items() if ends[0] in known and ends[1] in known}
        held = {whole: [part for part in parts if part in known] for whole, parts in self.parts.items()}
        self.parts = {whole: parts for whole, parts in held.items() if whole in known or not whole}


def topology(text: str, sentences: Iterable[str], captions: Iterable[str] = ()) -> FigureTopology:
    """Return the topology that ``sentences`` tell; ``text`` is all of it, for acronyms.

    Args:
        captions: sentences that sum up: they add arrows between what the others speak of, and nothing else, unless the
            others say nothing.
    """
    told_by, summed_up = ([clauses(sentence) for sentence in group] for group in (sentences, captions))
    phrases = (
        phrase
        for group in (*told_by, *summed_up)
        for clause in group
        for filled in clause.slots.values()
        for phrase in filled
    )
    reader = _Reader(FigureTopology(Entities(text, phrases)))
    for group in told_by:
        reader.take(group)
    known = set(reader.found.everything())
    for group in summed_up:
        reader.take(group)
    if known:
        reader.found.keep(known)
    return reader.found


class _Reader:
    """Goes through the clauses in order, so that pronouns and short names mean what was named before."""

    def __init__(self, topology: FigureTopology) -> None:
        self.found = topology
        self._topic: list[Key] = []  # what the latest sentence is about
        self._theme: list[Key] = []  # to what something was done last
        self._result: list[Key] = []  # where the latest arrow ends
        self._made: dict[Key, int] = {}  # products, and the sentence that made them
        self._place = 0

    def take(self, sentence: Sequence[FrameClause]) -> None:
        """The clauses of the next sentence."""
        named = False
        self._place += 1
        for clause in sentence:
            slots = {slot: self._keys(phrases, slot) for slot, phrases in clause.slots.items()}
            topic = slots.get("theme" if clause.passive else "agent", [])
            if topic and not named:
                self._topic, named = topic, True
            self._theme = slots.get("theme") or self._theme
            if clause.frame is not None:
                self._draw(clause, clause.frame, slots)

    def _keys(self, phrases: Sequence[NounPhrase], slot: str) -> list[Key]:
        keys: list[Key] = []
        for phrase in phrases:
            if phrase.head in words("pronouns") and len(phrase.words) == 1:
                keys += self._topic if slot == "agent" else self._theme
            elif phrase.definite and len(phrase.words) == 1 and phrase.head in words("outputs"):
                keys += self._result
            else:
                products = self._summed_up(phrase)
                key = self.found.entities.of(phrase)
                keys += products or ([key] if key else [])
        return list(dict.fromkeys(keys))

    def _summed_up(self, phrase: NounPhrase) -> list[Key]:
        """Referents of "both scores" where no scores were named: the things made just before that nothing took yet."""
        plural = phrase.head != lemma_of(phrase.head) and phrase.head in words("data") | words("outputs")
        if not (phrase.definite and plural and self.found.entities.is_new(phrase)):
            return []
        taken = {source for source, _ in self.found.arrows}
        left = [key for key, place in self._made.items() if key not in taken and self._place - place <= RECENT]
        return left if len(left) > 1 else []

    def _draw(self, clause: FrameClause, frame: VerbFrame, slots: dict[str, list[Key]]) -> None:
        if frame.holds:
            self._hold(clause, frame, slots)
            return
        slots = _with_agent(frame, slots)
        self._note(clause, frame, slots)
        for rule in frame.rules:
            if any(slots.get(slot) for slot in rule.unless):
                continue
            carried = next(iter(slots.get(rule.label, ())), None) if rule.label else None
            for source, target in product(slots.get(rule.source, ()), slots.get(rule.target, ())):
                self._arrow(source, target, FigureFlow(carried, rule.both_ways))

    def _note(self, clause: FrameClause, frame: VerbFrame, slots: Slots) -> None:
        """Who does something, what is made, and what leaves the figure."""
        doer = () if frame.name == "flow" else ("agent",)  # what flows does nothing
        self.found.actors |= _filling(slots, (*doer, *_HANDED.get(frame.name, ())))
        self.found.doers.setdefault(clause.lemma, {}).update(_filling(slots, ("agent",)))
        products = _filling(slots, _MADE.get(frame.name, ()))
        self.found.products |= products
        self._made |= dict.fromkeys(products, self._place)
        if clause.lemma in words("emits"):
            self.found.emitted |= _filling(slots, ("theme",))

    def _hold(self, clause: FrameClause, frame: VerbFrame, slots: Slots) -> None:
        whole_slot, parts_slot = frame.holds
        if clause.passive and whole_slot == "agent" and not slots.get("agent"):
            whole_slot = "place"
        wholes, parts = slots.get(whole_slot, ()), slots.get(parts_slot, ())
        for whole in wholes[:1]:
            self.found.parts.setdefault(whole, []).extend(part for part in parts if part != whole)
        if not wholes and len(parts) > 1:  # parts of all of it
            self.found.parts.setdefault((), []).extend(parts)

    def _arrow(self, source: Key, target: Key, flow: FigureFlow) -> None:
        if source != target:
            self.found.arrows.setdefault((source, target), flow)
            self._result = [target]


def _with_agent(frame: VerbFrame, slots: dict[str, list[Key]]) -> dict[str, list[Key]]:
    """The slots, that of the agent filled by what stands in for one where nobody does it."""
    stand_in = None if slots.get("agent") else next((slot for slot in frame.stand_in if slots.get(slot)), None)
    if stand_in is None:
        return slots
    return {**{slot: keys for slot, keys in slots.items() if slot != stand_in}, "agent": slots[stand_in]}


def _filling(slots: Slots, names: Iterable[str]) -> dict[Key, None]:
    return dict.fromkeys(key for name in names for key in slots.get(name, ()))


def direction_of(text: str) -> str:
    """The direction of the flow that a text speaks of; left to right where it says nothing."""
    lowered = text.lower()
    cues_of: dict[str, list[str]] = LISTS["directions"]
    return next((way for way, cues in cues_of.items() if any(cue in lowered for cue in cues)), "LR")
