"""A model's elements, by id and by who holds whom, whether they are drawn or not."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import cached_property
from xml.etree.ElementTree import Element

from diagramloop.graph.bpmn._notation import NODES
from diagramloop.graph.bpmn._xml import child_texts
from diagramloop.graph.safe_xml import tag_of, tagged

_OTHERS = ("extensionElements", "BPMNDiagram")
_ROOTS = ("collaboration", "choreography", "process")


class BpmnModel:
    """Elements of a document's model; drawings are none of them."""

    def __init__(self, root: Element) -> None:
        self.root = root
        self._elements = {id: e for e in root.iter() if (id := e.get("id")) and not tag_of(e).startswith("BPMN")}
        self._parent = {child: parent for parent in root.iter() for child in parent}

    def named(self, reference: str | None) -> Element | None:
        """The element of an id; a reference may have a prefix, as if ids had namespaces."""
        name = (reference or "").strip()
        if name in self._elements or ":" not in name:
            return self._elements.get(name)
        return self._elements.get(name.rpartition(":")[2])

    def ancestors(self, element: Element) -> Iterator[Element]:
        """Elements around one, innermost first."""
        while element in self._parent:
            element = self._parent[element]
            yield element

    def is_root(self, element: Element | None) -> bool:
        """True of what a diagram shows as a whole: a collaboration, a process; of a plane that does not say, too."""
        return element is None or tag_of(element) in _ROOTS

    @cached_property
    def wholes(self) -> list[list[Element]]:
        """Elements that would be drawn together: a collaboration with its processes, each other process by itself."""
        roots = [element for element in self.root if self.is_root(element)]
        wholes = []
        inside: set[Element] = set()
        for root in roots:
            if tag_of(root) == "collaboration":
                held = dict.fromkeys(self.named(part.get("processRef")) for part in tagged(root, "participant"))
                whole = [root, *(process for process in held if process in roots and process is not None)]
                inside.update(whole)
                wholes.append(whole)
        return wholes + [[root] for root in roots if root not in inside]

    def inside(self, whole: list[Element], tags: Container[str]) -> list[Element]:
        """Elements of these names that are within ``whole``, in the order of the document."""
        return [element for part in whole for element in _said(part) if tag_of(element) in tags]

    def holders(self, element: Element) -> Iterator[Element]:
        """Elements that the model says it lies in, innermost first: sub-processes, lanes, participants, and what has
        no shape."""
        passed: set[Element] = set()
        inner: Element | None = element
        while inner is not None and inner not in passed:
            passed.add(inner)
            around = self._parent.get(inner)
            if around is None or tag_of(around) not in NODES:  # a sub-process is nearer than the lane it is in
                around = self._lane_of.get(inner, self._participant_of.get(inner, around))
            if around is not None:
                yield around
            inner = around

    @cached_property
    def _lane_of(self) -> dict[Element, Element]:
        """Flow elements to their lanes: the innermost, which stands last."""
        lanes: dict[Element, Element] = {}
        for lane in tagged(self.root, "lane"):
            members = map(self.named, child_texts(lane, "flowNodeRef"))
            lanes.update((member, lane) for member in members if member is not None and tag_of(member) in NODES)
        return lanes

    @cached_property
    def _participant_of(self) -> dict[Element, Element]:
        pairs = ((self.named(e.get("processRef")), e) for e in tagged(self.root, "participant"))
        return {process: participant for process, participant in pairs if process is not None}


def _said(element: Element) -> Iterator[Element]:
    """An element and all within it in the standard's own words; makers of programs say what they like in extensions."""
    left = [element]
    while left:
        inner = left.pop()
        yield inner
        if len(inner):
            left.extend(child for child in reversed(inner) if not child.tag.endswith(_OTHERS))
