"""An untrusted text as a tree of elements: no entities, nothing fetched, and never more than fits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from xml.etree.ElementTree import Element, ParseError, TreeBuilder  # its parser, which is the danger, is not used

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from diagramloop.errors import FormatError, RejectionReason

MAX_BYTES = 5_000_000
MAX_ELEMENTS = 30_000
MAX_DEPTH = 120

SVG, XHTML, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml", "http://www.w3.org/1999/xlink"

Note = Callable[[str, str], None]
"""Called with what was stripped, and why."""


def parsed(svg: str | bytes, note: Note) -> Element:
    """The root element, names as ElementTree spells them (``{namespace}local``).

    A DOCTYPE that only names a DTD is dropped, as nobody reads it; one that declares entities is refused.

    Raises:
        FormatError: EMPTY, TOO_LARGE, not XML (SYNTAX), or entities (UNSAFE).
    """
    if len(svg) > MAX_BYTES:
        raise FormatError(f"SVG of more than {MAX_BYTES} bytes", reason=RejectionReason.TOO_LARGE)
    if not svg.strip():
        raise FormatError("an empty SVG", reason=RejectionReason.EMPTY)
    parser = DefusedXMLParser(target=_CappedBuilder(note), forbid_dtd=False, forbid_entities=True, forbid_external=True)
    try:
        parser.feed(svg)
        root: Element = parser.close()
    except ParseError as error:
        line, column = error.position
        raise FormatError(str(error), line=line, column=column + 1) from error
    except DefusedXmlException as error:
        raise FormatError(f"SVG that declares entities: {error}", reason=RejectionReason.UNSAFE) from error
    except (UnicodeError, ValueError, LookupError) as error:  # lone surrogates, encodings that nobody knows
        raise FormatError(f"undecodable SVG: {error}", reason=RejectionReason.UNREADABLE) from error
    if local_name(root.tag) != "svg":
        raise FormatError("not an SVG document", reason=RejectionReason.UNSUPPORTED)
    return root


def local_name(name: str) -> str:
    """``name`` within its namespace if that is SVG's or none, ``html:name``, or ``?name`` for any other."""
    namespace, _, local = name.rpartition("}")
    namespace = namespace.removeprefix("{")
    if namespace in ("", SVG):
        return local
    return f"html:{local}" if namespace == XHTML else f"?{local}"


def attributes(element: Element) -> dict[str, str]:
    """Attributes by plain name; XLink's ``href`` stands for SVG's own where that is absent."""
    named = {name: value for name, value in element.attrib.items() if not name.startswith("{")}
    if (href := element.get(f"{{{XLINK}}}href")) is not None:
        named.setdefault("href", href)
    if element.get("{http://www.w3.org/XML/1998/namespace}space") == "preserve":
        named["xml:space"] = "preserve"
    return named


class _CappedBuilder(TreeBuilder):
    def __init__(self, note: Note) -> None:
        super().__init__()
        self._note, self._elements, self._depth = note, 0, 0

    def start(self, tag: str, attrs: dict[Any, Any]) -> Element:
        self._elements += 1
        self._depth += 1
        if self._elements > MAX_ELEMENTS or self._depth > MAX_DEPTH:
            what = f"{MAX_ELEMENTS} elements" if self._elements > MAX_ELEMENTS else f"{MAX_DEPTH} nested elements"
            raise FormatError(f"SVG of more than {what}", reason=RejectionReason.TOO_LARGE)
        return super().start(tag, attrs)

    def end(self, tag: str) -> Element:
        self._depth -= 1
        return super().end(tag)

    def doctype(self, name: str, pubid: str | None, system: str | None) -> None:
        del name, pubid, system
        self._note("DOCTYPE", "no DTD is read")

    def pi(self, target: str, data: str | None = None) -> Any:
        del data
        self._note(f"processing instruction {target[:40]}", "not allowed")
