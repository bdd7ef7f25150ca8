"""Weak labels for the embedded extractor's tagger: where a document mentions each element of its gold graph.

A document of PAGED tells its graph's flows in order, so elements (in the order in which a breadth-first walk meets
them) are aligned to windows of tokens by a beam search that weighs likeness of words against order. Each window
becomes a mention of the element's kind; further windows like it become references.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from diagramloop.engines.extract.embedded._lexicon import words
from diagramloop.engines.extract.embedded.phrases import lemmas
from diagramloop.engines.extract.embedded.segmentation import Sentence, sentences
from diagramloop.engines.extract.embedded.tagger import LABELS, MentionKind
from diagramloop.graph import EdgeKind, FlowGraph, Node, NodeKind

BEAM = 24
FEWEST = 0.45
"""Least likeness of a window to the element's text."""
FUNCTION_WORDS = (words("function words") - words("negations")) | {"been", "was", "were"}
KINDS = {
    NodeKind.START: MentionKind.START,
    NodeKind.END: MentionKind.END,
    NodeKind.PROCESS: MentionKind.ACTION,
    NodeKind.DATA_OBJECT: MentionKind.DATA,
    NodeKind.TEXT_ANNOTATION: MentionKind.ANNOTATION,
}
STEPS = frozenset({MentionKind.ACTION, MentionKind.START, MentionKind.END})
BACKWARD = frozenset({"after", "once", "upon", "following", "when", "having"})
CONDITIONAL = frozenset({"if", "when", "whether", "case", "otherwise", "option", "unless"})


@dataclass(frozen=True)
class Element:
    """The mention that is due in the document."""

    kind: MentionKind
    text: str


@dataclass(frozen=True)
class Window:
    """Tokens ``start`` to ``end`` of a sentence, and how alike they are to an element's text (0 to 1)."""

    likeness: float
    sentence: int
    start: int
    end: int

    @property
    def place(self) -> float:
        """Order in the document."""
        return self.sentence + self.start / 1000

    def meets(self, other: Window) -> bool:
        """They share a token."""
        return self.sentence == other.sentence and self.start < other.end and other.start < self.end


def labelled(text: str, graph: FlowGraph) -> tuple[list[Sentence], list[list[int]]]:
    """A document's sentences with a label (number in ``LABELS``) for each token."""
    document = sentences(text)
    told = list(elements(graph))
    found = [windows(element, document) for element in told]
    chosen = align(told, found, document)
    labels = [[0] * len(sentence.tokens) for sentence in document]
    marked = [
        (window, element) for element, window in zip(told, chosen, strict=True) if window and window.likeness >= 0.5
    ]
    for window, element in sorted(marked, key=lambda pair: -pair[0].likeness):
        _mark(labels, _with_verb(window, element, document), element.kind)
    for element, aligned, candidates in zip(told, chosen, found, strict=True):
        if aligned is not None:
            _mark_again(labels, element, aligned, candidates, document)
    return document, labels


def elements(graph: FlowGraph) -> Iterator[Element]:
    """Actors, texts of nodes and conditions in the order in which a breadth-first walk meets them."""
    flows = [edge for edge in graph.edges if edge.kind in {EdgeKind.SEQUENCE, EdgeKind.CONDITION}]
    bound = [edge for edge in graph.edges if edge.kind is EdgeKind.CONSTRAINT]
    met: set[str] = set()
    for start in (node for node in graph.nodes if node.kind is NodeKind.START):
        if start.actor:
            yield Element(MentionKind.ACTOR, start.actor)
        queue, walked = deque([start.id]), {start.id}
        yield from _introduced(start, met)
        while queue:
            at = queue.popleft()
            for edge in (edge for edge in flows if edge.source == at):
                if edge.label:
                    yield Element(MentionKind.CONDITION, edge.label)
                yield from _introduced(graph.node_by_id[edge.target], met)
                if edge.target not in walked:
                    walked.add(edge.target)
                    queue.append(edge.target)
            for edge in (edge for edge in bound if at in (edge.source, edge.target)):
                other = graph.node_by_id[edge.target if edge.source == at else edge.source]
                if other.text:
                    yield Element(KINDS[other.kind], other.text)


def _introduced(node: Node, met: set[str]) -> Iterator[Element]:
    if node.text.strip() and node.id not in met:
        met.add(node.id)
        yield Element(KINDS.get(node.kind, MentionKind.GATEWAY), node.text)


def windows(element: Element, document: Sequence[Sentence], most: int = 12) -> list[Window]:
    """The windows most alike to the element's text, at most three in a sentence and none overlapping another."""
    wanted = Counter(lemmas(element.text))
    found: list[Window] = []
    for number, sentence in enumerate(document):
        kept: list[Window] = []
        for window in sorted(_in_sentence(wanted, sentence, number), key=lambda w: (-w.likeness, w.end - w.start)):
            if len(kept) < 3 and not any(window.meets(other) for other in kept):
                kept.append(window)
        found += kept
    return sorted(found, key=lambda window: -window.likeness)[:most]


def _in_sentence(wanted: Counter[str], sentence: Sentence, number: int) -> Iterator[Window]:
    said = [token.lemma for token in sentence.tokens]
    weights = [_weight(lemma) for lemma in said]
    whole = sum(_weight(lemma) * count for lemma, count in wanted.items()) or 0.01
    hits = [at for at, lemma in enumerate(said) if lemma in wanted]
    for first, start in enumerate(hits):
        left, matched = Counter(wanted), 0.0
        for end in hits[first:]:
            if end - start > 2 * wanted.total() + 6:
                break
            if left[said[end]] > 0:
                matched += weights[end]
                left[said[end]] -= 1
            precision, recall = matched / (sum(weights[start : end + 1]) or 0.01), matched / whole
            alike = 2 * precision * recall / (precision + recall) if matched else 0.0
            if alike >= FEWEST:
                yield Window(alike, number, start, end + 1)


def _weight(lemma: str) -> float:
    return 0.0 if not lemma[0].isalnum() else 0.25 if lemma in FUNCTION_WORDS else 1.0


def align(
    told: Sequence[Element], found: Sequence[Sequence[Window]], document: Sequence[Sentence]
) -> list[Window | None]:
    """The windows of all elements together: alike, in order, apart from each other (beam search)."""
    beam: list[tuple[float, float, tuple[Window | None, ...]]] = [(0.0, 0.0, ())]
    for element, candidates in zip(told, found, strict=True):
        grown = []
        best = max((window.likeness for window in candidates), default=0.0)
        near = [window for window in candidates if window.likeness >= best - 0.25][:6]
        for score, place, path in beam:
            grown.append((score, place, (*path, None)))
            for window in near:
                value = _value(element, window, place, document)
                taken = any(other is not None and window.meets(other) for other in path)
                value -= (1.0 if element.kind is MentionKind.ACTOR else 1.6) * taken
                grown.append((score + value, window.place, (*path, window)))
        beam = sorted(grown, key=lambda state: -state[0])[:BEAM]
    return list(beam[0][2])


def _value(element: Element, window: Window, place: float, document: Sequence[Sentence]) -> float:
    tokens = document[window.sentence].tokens
    moved = window.place - place
    value = 3 * window.likeness - 0.9
    value -= 0.25 + 0.06 * min(-moved, 10) if moved < 0 else 0.03 * min(moved, 10)
    before = [token.lower for token in tokens[: window.start]]
    if element.kind in STEPS and _looks_back(before):
        value -= 0.35
    if element.kind is MentionKind.CONDITION:
        value += 0.3 * any(word in CONDITIONAL for word in before[-8:])
    elif element.kind is not MentionKind.GATEWAY:
        value -= 0.3 * ("if" in before[-4:])
    if element.kind is MentionKind.ACTOR and window.start <= 3 and tokens[0].lower in {"for", "to", "in", "on"}:
        value += 0.5
    return value


def _looks_back(before: Sequence[str]) -> bool:
    """The words before, back to the last comma, open a clause about what was done already."""
    for word in reversed(before):
        if word in {",", ";"}:
            return False
        if word in BACKWARD:
            return True
    return False


def _with_verb(window: Window, element: Element, document: Sequence[Sentence]) -> Window:
    """A step's window that is not quite like its text, with the verb right before it."""
    tokens = document[window.sentence].tokens
    if element.kind not in STEPS or window.likeness >= 0.85 or "V" in tokens[window.start].classes:
        return window
    at = window.start - 1
    while at > 0 and tokens[at].lower in {"the", "a", "an", "any", "all", "their", "its", "your", "this"}:
        at -= 1
    governs = at >= 0 and "V" in tokens[at].classes and tokens[at].lemma not in {"be", "have", "do", "begin", "start"}
    return Window(window.likeness, window.sentence, at, window.end) if governs else window


def _mark(labels: list[list[int]], window: Window, kind: MentionKind) -> None:
    row = labels[window.sentence]
    if not any(row[window.start : window.end]):
        row[window.start : window.end] = [LABELS.index(f"I-{kind}")] * (window.end - window.start)
        row[window.start] = LABELS.index(f"B-{kind}")


def _mark_again(
    labels: list[list[int]],
    element: Element,
    window: Window,
    candidates: Sequence[Window],
    document: Sequence[Sentence],
) -> None:
    """Later mentions: of a step as references, of a condition as that condition."""
    for other in (other for other in candidates if other.place > window.place):
        before = [token.lower for token in document[other.sentence].tokens[: other.start]][-8:]
        if element.kind is MentionKind.CONDITION:
            if other.likeness >= 0.85 and any(word in CONDITIONAL for word in before):
                _mark(labels, other, MentionKind.CONDITION)
        elif element.kind in STEPS and other.likeness >= 0.7:
            _mark(labels, other, MentionKind.REFERENCE)
