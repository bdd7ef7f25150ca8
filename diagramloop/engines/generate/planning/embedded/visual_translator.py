"""The embedded Visual Translator: components, modules and relations from what the sentences say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import cast

from diagramloop.base.text.sentences import sentences
from diagramloop.base.text.word_lists import Choice
from diagramloop.engines.generate.planning._agents import FIGURE, PlanningError
from diagramloop.engines.generate.planning._prose import normalised
from diagramloop.engines.generate.planning.embedded._lexicon import unended, words
from diagramloop.engines.generate.planning.embedded.entities import Key
from diagramloop.engines.generate.planning.embedded.tagging import lemma_of, participle_of
from diagramloop.engines.generate.planning.embedded.topology import (
    FigureFlow,
    FigureTopology,
    Flows,
    direction_of,
    topology,
)
from diagramloop.errors import RejectionReason
from diagramloop.evaluation.contestants.prompts import Component, Module, Prompt, Relation, worded
from diagramloop.graph import Direction
from diagramloop.models.chat import Usage
from diagramloop.render import Style

MAX_TEXT = 60_000  # characters that are read
MAX_COMPONENTS = 24  # of a figure that can be taken in


class EmbeddedVisualTranslator:
    """Reads who does what to what in the caption and the method description, by the frames of verbs.

    What one part makes and another takes becomes the label of the arrow between them; what only comes in or only goes
    out stays a component of its own.

    Args:
        word_lists: which entries of the word lists count, see :class:`diagramloop.base.text.word_lists.Choice`.
    """

    name = "embedded"
    usage = Usage()

    def __init__(self, word_lists: Mapping[str, Sequence[str]] | None = None) -> None:
        self._word_lists = Choice(word_lists)

    def prompt(self, id: str, method: str, caption: str, style: Style = Style.DEFAULT) -> Prompt:
        """See :meth:`diagramloop.engines.generate.planning.VisualTranslator.prompt`.

        Raises:
            PlanningError: nothing in it speaks of parts and what flows between them (NO_DIAGRAM).
        """
        with self._word_lists.read():
            return self._prompt(id, method, caption, style)

    def _prompt(self, id: str, method: str, caption: str, style: Style) -> Prompt:
        caption, method = normalised(caption), normalised(method)[:MAX_TEXT]
        text = f"{caption}\n{method}"[:MAX_TEXT]
        layout = topology(text, _sentences(method), _sentences(caption))
        flows = _with_carried_data_as_labels(layout, _with_unnamed_makers(layout))
        flows = _without_summaries(layout, _without_by_products(layout, flows, caption))
        kept = _most_telling(layout, flows)
        if not kept:
            raise PlanningError(f"{id}: no parts of a figure in its text", reason=RejectionReason.NO_DIAGRAM)
        return _prompt(id, layout, flows, kept, cast(Direction, direction_of(caption)), style)


def _sentences(text: str) -> list[str]:
    return [sentence for part in text[:MAX_TEXT].split("\n") for sentence in sentences(part, abbreviations=unended())]


def _with_unnamed_makers(topology: FigureTopology) -> Flows:
    """The arrows, and one to each thing that is taken and that nobody is said to make, from who is likely to.

    That is the one who does what its name says was done, as the retriever of "retrieved passages", or else the one part
    from which nothing goes on whose name shares a word with it: "audio features" come from the audio encoder.
    """
    flows = topology.arrows
    sources, targets = {source for source, _ in flows}, {target for _, target in flows}
    only_taken, only_reached = sources - targets, targets - sources
    entities = [key for key in topology.everything() if key]
    ends = [key for key in entities if key in only_reached]
    added: Flows = {}
    for key in entities:
        if key in only_taken and key not in topology.actors and key[-1] in words("data"):
            maker = _likely_maker(topology, key, ends)
            if maker is not None and (maker, key) not in flows:
                added[maker, key] = FigureFlow()
    return flows | added


def _likely_maker(topology: FigureTopology, key: Key, ends: Sequence[Key]) -> Key | None:
    doers = [doer for doer in topology.doers.get(participle_of(key[0]), ()) if doer != key]
    likely = doers or [end for end in ends if _shares_a_word(end, key)]
    return likely[0] if len(likely) == 1 else None


def _shares_a_word(first: Key, other: Key) -> bool:
    """True if a word of both says of one of them what kind it is; heads alone, as of two "features", do not."""
    here, there = ({lemma_of(word) for word in key} for key in (first, other))
    heads = {first[-1]} & {other[-1]}
    return bool((here & there) - heads - words("generic_heads"))


def _with_carried_data_as_labels(topology: FigureTopology, flows: Flows) -> Flows:
    """The arrows, with each thing that is made by one part and taken by others turned into a label."""
    flows = _said_once(flows)
    for key in topology.everything():
        makers = _makers(flows, key)
        takers = [target for source, target in flows if source == key]
        if _only_flows(topology, key) and makers and takers and set(makers).isdisjoint(takers):
            through = set(product(makers, takers))
            flows = {ends: flow for ends, flow in flows.items() if key not in ends}
            flows |= {ends: FigureFlow(key) for ends in sorted(through - flows.keys())}
    return flows


def _said_once(flows: Flows) -> Flows:
    """The arrows without those to and from what another arrow carries between the same parts."""
    repeated: set[tuple[Key, Key]] = set()
    for (source, target), flow in flows.items():
        if flow.carried is not None:
            repeated |= {(source, flow.carried), (flow.carried, target)}
    return {ends: flow for ends, flow in flows.items() if ends not in repeated}


def _makers(flows: Flows, key: Key) -> list[Key]:
    return [source for source, target in flows if target == key]


def _only_flows(topology: FigureTopology, key: Key) -> bool:
    """It is data, or is made and does nothing."""
    return bool(key) and (key[-1] in words("data") or (key in topology.products and key not in topology.actors))


def _without_by_products(topology: FigureTopology, flows: Flows, caption: str) -> Flows:
    """The arrows without those to things that one part makes and that nothing takes, unless they leave the figure.

    They do so if the text says it, if the caption names them, or if their maker makes nothing else.
    """
    products = {target for _, target in flows if target in topology.products}
    dropped = {key for key in products if _is_by_product(topology, flows, key) and " ".join(key) not in caption.lower()}
    return {ends: flow for ends, flow in flows.items() if ends[1] not in dropped}


def _is_by_product(topology: FigureTopology, flows: Flows, key: Key) -> bool:
    if key in topology.actors or key in topology.emitted or any(source == key for source, _ in flows):
        return False
    makers = _makers(flows, key)
    return any(source in makers and target != key for source, target in flows)


def _without_summaries(topology: FigureTopology, flows: Flows) -> Flows:
    """The arrows without those at a whole that repeat an arrow at one of its parts."""

    def inner(ends: tuple[Key, Key]) -> bool:
        source, target = ends
        from_parts = {(part, target) for part in topology.parts.get(source, ())}
        to_parts = {(source, part) for part in topology.parts.get(target, ())}
        return not flows.keys().isdisjoint(from_parts | to_parts)

    return {ends: flow for ends, flow in flows.items() if not inner(ends)}


def _most_telling(topology: FigureTopology, flows: Flows) -> list[Key]:
    """The entities that become components or modules: those that something flows to or from, and parts of a whole."""
    fit = _fit(topology, flows)

    def telling(key: Key) -> tuple[int, int]:
        return sum(key in ends for ends in flows) + topology.entities.mentions(key), -fit.index(key)

    best = set(sorted(fit, key=telling, reverse=True)[:MAX_COMPONENTS])
    return [key for key in fit if key in best]


def _fit(topology: FigureTopology, flows: Flows) -> list[Key]:
    wholes = {whole: parts for whole, parts in topology.parts.items() if len(parts) > 1}
    telling = {end for ends in flows for end in ends} | wholes.keys()
    for parts in wholes.values():
        telling.update(part for part in parts if part and part[-1] not in words("data"))
    return [key for key in topology.everything() if key and key in telling]


def _prompt(
    id: str, topology: FigureTopology, flows: Flows, kept: list[Key], direction: Direction, style: Style
) -> Prompt:
    inside = _homes(topology, kept)
    frames = [key for key in kept if key in inside.values()]
    boxes = [key for key in kept if key not in frames]
    names = {key: str(number) for number, key in enumerate(boxes, 1)}
    names |= {key: f"M{number}" for number, key in enumerate(frames, 1)}
    home = {part: names[whole] for part, whole in inside.items()}
    text = topology.entities.text
    components = [Component(id=names[key], text=text(key), inside=home.get(key)) for key in boxes]
    modules = [Module(id=names[key], text=text(key), inside=home.get(key)) for key in frames]
    structure = Prompt(
        id=id,
        components=tuple(components),
        modules=tuple(modules),
        relations=tuple(_relations(topology, flows, names, inside)),
        direction=direction,
        style=style,
    )
    return worded(structure, FIGURE)


def _relations(
    topology: FigureTopology, flows: Flows, names: Mapping[Key, str], inside: Mapping[Key, Key]
) -> Iterator[Relation]:
    """The flows between the parts that are named; none between a part and the whole that it lies in."""
    for (source, target), flow in flows.items():
        nested = source == inside.get(target) or target == inside.get(source)
        if source in names and target in names and not nested:
            text = topology.entities.text(flow.carried) if flow.carried is not None else ""
            yield Relation(source=names[source], target=names[target], text=text, both_ways=flow.both_ways)


def _homes(topology: FigureTopology, kept: list[Key]) -> dict[Key, Key]:
    """The whole that each entity lies in: the first that names it among at least two parts, without circles."""
    homes: dict[Key, Key] = {}
    for whole, parts in topology.parts.items():
        members = [part for part in dict.fromkeys(parts) if part in kept and part not in homes]
        if whole in kept and len(members) > 1:
            homes |= {part: whole for part in members if not _lies_in(homes, whole, part)}
    lonely = {whole for whole in homes.values() if list(homes.values()).count(whole) < 2}
    return {part: whole for part, whole in homes.items() if whole not in lonely}


def _lies_in(homes: dict[Key, Key], inner: Key, outer: Key) -> bool:
    """True if ``inner`` is ``outer`` or lies, at whatever depth, in it."""
    home: Key | None = inner
    while home is not None and home != outer:
        home = homes.get(home)
    return home == outer
