"""The sanitiser: a new document is written from what is known to be harmless; nothing else of the old one is kept."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from xml.etree.ElementTree import Element, tostring

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.render.sanitised_svg import _document as document
from diagramloop.render.sanitised_svg._expansion import settle_references
from diagramloop.render.sanitised_svg._html_text import html_text
from diagramloop.render.sanitised_svg._stylesheet import Declared, declared_styles
from diagramloop.render.sanitised_svg._values import allowed, fragment, raster, refusal, within

FONT_SIZE = 16.0  # px, of text that says nothing of it
MAX_HTML = 300_000  # characters in all labels
MAX_NAME = 60  # characters of a hostile name that a report repeats

_FONT_SIZE = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)(px|pt|em|rem|%|)")
_UNITS = {"px": 1.0, "": 1.0, "pt": 4 / 3, "rem": FONT_SIZE}
_SILENT = frozenset({"style", "class", "tabindex", "xmlns", "version"})  # that they are gone needs no saying
_REFERRING = frozenset({"use", "textPath", "linearGradient", "radialGradient", "pattern"})


@dataclass(frozen=True)
class Stripped:
    """Something that is not in the sanitised drawing: what, why, and how often."""

    what: str
    why: str
    times: int


@dataclass(frozen=True)
class SanitisedSvg:
    """A drawing without scripts, style sheets, HTML, references to the outside, or growth beyond bounds.

    It may be put into a page as it is. Its elements have no namespace prefixes, no classes and no styles: what style
    sheets said is written on the elements themselves.

    Attributes:
        svg: the document.
        stripped: what was left out, in the order of its first occurrence.
    """

    svg: str
    stripped: tuple[Stripped, ...]


def sanitised(svg: str | bytes, prefix: str = "s") -> SanitisedSvg:
    """The safe part of an untrusted SVG.

    Args:
        svg: the document; bytes are decoded as XML says.
        prefix: of the ids in the result; pages with several drawings need a different one for each.

    Raises:
        FormatError: nothing in it (EMPTY), no XML (SYNTAX, UNREADABLE), no SVG (UNSUPPORTED), entities (UNSAFE),
            or beyond bounds in bytes, elements, nesting, style or references (TOO_LARGE).
    """
    counts: Counter[tuple[str, str]] = Counter()

    def note(what: str, why: str) -> None:
        counts[what[:MAX_NAME], why] += 1

    root = document.parsed(svg, note)
    clean = _Cleaning(declared_styles(root, note), note).element(root, FONT_SIZE)
    assert clean is not None
    settle_references(clean, note, prefix)
    clean.set("xmlns", document.SVG)
    return SanitisedSvg(tostring(clean, encoding="unicode"), tuple(Stripped(*key, n) for key, n in counts.items()))


class _Cleaning:
    def __init__(self, declared: dict[Element, Declared], note: document.Note) -> None:
        self._declared, self._note = declared, note
        self._ids = frozenset(element.get("id", "") for element in declared)
        self._html = 0  # characters so far

    def element(self, element: Element, font_size: float, link: str = "g") -> Element | None:
        """Return the remains of an element, or None; a link is a ``link`` that leads nowhere."""
        name = document.local_name(element.tag)
        size = _font_size(self._declared[element].get("font-size", element.get("font-size", "")), font_size)
        if name == "foreignObject":
            return self._label(element, size)
        if name in ("a", "switch"):
            return self._unwrapped(element, name, size, link)
        if name not in allowed("elements"):
            if name not in ("style", "?namedview", "metadata"):  # said elsewhere, or drawn nowhere
                self._note(f"element {name}", "not allowed")
            return None
        clean = Element(name, self._attributes(name, element))
        self._fill(clean, element, size)
        return clean

    def _fill(self, clean: Element, element: Element, font_size: float) -> None:
        """The children that remain, and text where text is drawn."""
        with_text = clean.tag in allowed("with_text")
        clean.text = element.text if with_text else None
        for child in element:
            kept = self.element(child, font_size, "tspan" if with_text else "g")
            if kept is not None:
                clean.append(kept)
                kept.tail = child.tail if with_text else None
            elif with_text and child.tail:
                _append_text(clean, child.tail)

    def _unwrapped(self, element: Element, name: str, font_size: float, link: str) -> Element:
        """A switch is a group of the first of its alternatives that remains."""
        group = Element(link, self._attributes(link, element))
        self._fill(group, element, font_size)
        if name == "switch":
            group[1:] = []
        elif "href" in document.attributes(element):
            self._note("href of a", "not allowed")
        return group

    def _label(self, foreign: Element, font_size: float) -> Element | None:
        for part in foreign.iter():
            tag = document.local_name(part.tag)
            if tag in ("html:script", "html:iframe", "html:object", "html:embed", "script", "iframe"):
                self._note(f"element {tag}", "not allowed")
        self._html += sum(map(len, foreign.itertext()))
        if self._html > MAX_HTML:
            raise FormatError(f"more than {MAX_HTML} characters of HTML", reason=RejectionReason.TOO_LARGE)
        text = html_text(foreign, self._declared, font_size)
        self._note("foreignObject", "its text is kept as text" if text is not None else "it says nothing")
        return text

    def _attributes(self, tag: str, element: Element) -> dict[str, str]:
        given, declared = document.attributes(element), self._declared[element]
        kept = {}
        for name, text in given.items():
            value = within(text, self._ids)
            if not (why := self._refusal(tag, name, value)):
                kept[name] = value
            elif name not in _SILENT:
                self._note(f"attribute {name}", why)
        for name, text in declared.items():
            value = within(text, self._ids)
            if not (why := self._refusal(tag, name, value)):
                kept[name] = value  # what a style says of it goes before what an attribute does
            elif "(" in value:  # most of CSS only says how HTML looks, and is not missed
                self._note(f"style {name}", why)
        if "href" in kept and tag == "image":
            kept["href"] = raster(kept["href"]) or ""
        return kept

    @staticmethod
    def _refusal(tag: str, name: str, value: str) -> str:
        if name == "href":
            local = tag in _REFERRING and fragment(value) is not None
            return "" if local or (tag == "image" and raster(value)) else "refers to the outside"
        return "" if name in ("id", "xml:space") else refusal(name, value)


def _append_text(clean: Element, text: str) -> None:
    if len(clean):
        clean[-1].tail = (clean[-1].tail or "") + text
    else:
        clean.text = (clean.text or "") + text


def _font_size(value: str, inherited: float) -> float:
    match = _FONT_SIZE.fullmatch(value.strip())
    if match is None or float(match[1]) == 0.0:
        return inherited
    number, unit = float(match[1]), match[2]
    return number * _UNITS[unit] if unit in _UNITS else number * inherited * (0.01 if unit == "%" else 1.0)
