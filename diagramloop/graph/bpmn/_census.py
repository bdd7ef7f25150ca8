"""Shapes and lines of a BPMN document, counted by the names of its elements alone."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from diagramloop.graph.account import Census
from diagramloop.graph.bpmn._xml import parsed

_SHAPES = ("Task", "task", "Event", "Gateway", "Activity", "Process", "Choreography", "transaction", "Reference")
_HOLDERS = frozenset({"participant", "lane", "group", "textAnnotation", "BPMNShape"})
_LINES = ("sequenceFlow", "messageFlow", "ssociation", "BPMNEdge")
"""Ends of names: of what is done, happens or is referred to; of what holds others or is drawn; of what joins them."""


def bpmn_census(document: str | bytes) -> list[Census]:
    """Elements that each diagram draws; of a model without any, those of a collaboration, or of a process in none.

    Raises:
        FormatError: as :func:`diagramloop.graph.bpmn.read_bpmn` of what is no BPMN.
    """
    root = parsed(document)
    planes = [[_name(part) for part in plane] for plane in root.iter() if _name(plane) == "BPMNPlane" and len(plane)]
    if planes:
        return [_counted(names) for names in planes]
    models = [_counted(names) for names in _models(root)]
    return [census for census in models if census.shapes] or models[:1]


def _models(root: Element) -> Iterator[list[str]]:
    """Names of the elements of each collaboration with the processes of its participants, and of each process else."""
    left = [element for element in root if _name(element) in ("process", "choreography")]
    processes = {element.get("id", ""): element for element in left if _name(element) == "process"}
    for collaboration in root:
        if _name(collaboration) == "collaboration":
            held = _held(collaboration, processes)
            left = [process for process in left if process not in held]
            yield [name for whole in (collaboration, *held) for name in _below(whole)]
    for process in left:
        yield list(_below(process))


def _held(collaboration: Element, processes: dict[str, Element]) -> list[Element]:
    """The processes of its participants, each once; a reference may have a prefix."""
    references = [element.get("processRef", "").strip() for element in collaboration.iter()]
    ids = [name if name in processes else name.rpartition(":")[2] for name in references]
    return [processes[name] for name in dict.fromkeys(ids) if name in processes]


def _below(element: Element) -> Iterator[str]:
    """Names of all within an element, but for what makers of programs add to the standard."""
    for child in element:
        if _name(child) != "extensionElements":
            yield _name(child)
            yield from _below(child)


def _counted(names: list[str]) -> Census:
    shapes = sum(name in _HOLDERS or name.endswith(_SHAPES) for name in names)
    return Census(shapes, sum(name.endswith(_LINES) for name in names))


def _name(element: Element) -> str:
    return element.tag.rpartition("}")[2]
