"""References within the document: no circles, and no drawing that grows without bound when they are followed."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.render.sanitised_svg._document import Note
from diagramloop.render.sanitised_svg._values import fragment, local_references, renamed_references

MAX_EXPANDED = 500_000  # elements that are drawn when every reference is followed
MAX_CHAIN = 30  # references to what refers on
MAX_NESTED = 240  # elements within each other, likewise

_ONCE = frozenset({"href", "clip-path", "mask"})  # is not inherited by what is inside
_PER_VERTEX = 4  # characters of a path at least, for each of its vertices


def settle_references(root: Element, note: Note, prefix: str) -> None:
    """Gives the elements that are referred to short new ids, drops other ids and references to nothing or in circles.

    Raises:
        FormatError: a drawing that would grow beyond bounds (TOO_LARGE).
    """
    by_id: dict[str, Element] = {}
    for element in root.iter():
        by_id.setdefault(element.attrib.pop("id", ""), element)
    by_id.pop("", None)
    used = dict.fromkeys(id for e in root.iter() for _, id in _references(e) if id in by_id)
    names = {id: f"{prefix}{number}" for number, id in enumerate(used, 1)}
    for element in root.iter():
        for attribute, _ in _references(element):
            _rename(element, attribute, names, note)
    targets = {names[id]: by_id[id] for id in used}
    for name, target in targets.items():
        target.set("id", name)
    _Expansion(targets, note).size(root, ())


def _references(element: Element) -> list[tuple[str, str]]:
    """(attribute, id) for every reference of the element itself."""
    references = [
        (name, id) for name, value in element.attrib.items() if "url(" in value for id in local_references(value)
    ]
    target = fragment(element.get("href", ""))
    return [*references, ("href", target)] if target else references


def _rename(element: Element, attribute: str, names: dict[str, str], note: Note) -> None:
    value = element.attrib[attribute]
    if attribute != "href":
        element.set(attribute, renamed_references(value, names))
    elif (target := fragment(value)) in names:
        element.set("href", f"#{names[target]}")
    else:
        del element.attrib["href"]
        note(f"href of {element.tag}", "refers to nothing")


class _Expansion:
    def __init__(self, targets: dict[str, Element], note: Note) -> None:
        self._targets, self._note = targets, note
        self._known: dict[str, tuple[int, int]] = {}

    def size(self, element: Element, chain: tuple[str, ...]) -> tuple[int, int]:
        """Elements that are drawn for ``element``, and how deep they are nested; references back into ``chain`` are
        taken away.
        """
        if len(chain) > MAX_CHAIN:
            raise FormatError(f"more than {MAX_CHAIN} references in a chain", reason=RejectionReason.TOO_LARGE)
        total = deepest = 0
        waiting = [(element, 1)]
        while waiting:
            part, level = waiting.pop()
            waiting += [(child, level + 1) for child in reversed(part)]
            total, deepest = total + 1, max(deepest, level)
            for name, id in _references(part):
                elements, levels = self._target(part, name, id, chain)
                total, deepest = total + self._times(part, name) * elements, max(deepest, level + levels)
            if total > MAX_EXPANDED or deepest > MAX_NESTED:
                what = f"{MAX_EXPANDED} elements" if total > MAX_EXPANDED else f"{MAX_NESTED} nested elements"
                message = f"more than {what} when references are followed"
                raise FormatError(message, reason=RejectionReason.TOO_LARGE)
        return total, deepest

    def _target(self, element: Element, attribute: str, id: str, chain: tuple[str, ...]) -> tuple[int, int]:
        if id in chain or any(part is element for part in self._targets[id].iter()):
            del element.attrib[attribute]
            self._note(f"{attribute} of {element.tag}", "refers to what it is part of")
            return 0, 0
        if id not in self._known:
            self._known[id] = self.size(self._targets[id], (*chain, id))
        return self._known[id]

    def _times(self, element: Element, attribute: str) -> int:
        """Most times that the target is drawn."""
        if attribute in _ONCE:
            return 1
        parts = list(element.iter())
        drawn = sum(len(part.get("d", "")) + len(part.get("points", "")) for part in parts)
        return len(parts) + (drawn // _PER_VERTEX if attribute == "marker-mid" else 0)
