"""Style sheets as attributes: what CSS says of an element is written on it, and no sheet remains.

A sheet inside of an inline SVG would hold for the whole page around it. Selectors of types, ids and classes with
descendant and child combinators are understood, which is what drawing tools write; others are reported.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from xml.etree.ElementTree import Element

import tinycss2

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.render.sanitised_svg._document import Note, local_name
from diagramloop.render.sanitised_svg._values import allowed

MAX_CSS = 300_000  # characters, in all, what is repeated counted once; fonts that tools embed are the longest part
MAX_MARKS = 500_000  # semicolons, brackets and quotes in all style attributes
MAX_NESTING = 30  # brackets within brackets
MAX_SHORTHAND = 300  # characters that are looked at
MAX_CHECKS = 250_000  # of one compound selector against one element, in all

_COMPOUND = re.compile(r"(\*|[\w-]+)?((?:[#.][\w-]+)*)")
_BRACKET = re.compile(r"[][(){}]")
_SIMPLE = re.compile(r"[#.][\w-]+")
_PART = re.compile(r"""[^;"'()]++|"[^"]*+"?+|'[^']*+'?+|;++|\(++|\)++""")
_MARKS = ";()\"'"
_ENDLESS_NUMBER = re.compile(r"\d{400}")  # Python makes no number of ten times as many
_SHORTHANDS = frozenset({"font", "marker"})
_FONT = re.compile(r"(?:^|\s)((?:\d++(?:\.\d*+)?|\.\d++)(?:px|pt|em|rem|%))(?:/\S++)?\s+(.+)")

Declared = dict[str, str]
_Parsed = list[tuple[str, str, bool]]  # name, value, important


@dataclass(frozen=True, slots=True)
class _Named:
    """The properties that selectors look at, taken from an element once."""

    tag: str
    ids: frozenset[str]
    classes: frozenset[str]

    @classmethod
    def of(cls, element: Element) -> _Named:
        tag = local_name(element.tag).removeprefix("html:")
        return cls(tag, frozenset({element.get("id", "")}), frozenset(element.get("class", "").split()))

    @property
    def keys(self) -> list[str]:
        """Of the rules that may match; see :attr:`_Compound.key`."""
        return [*(f"#{i}" for i in self.ids), *(f".{c}" for c in sorted(self.classes)), self.tag, "*"]


@dataclass(frozen=True)
class _Compound:
    tag: str
    ids: frozenset[str]
    classes: frozenset[str]

    def matches(self, element: _Named) -> bool:
        return self.tag in ("*", element.tag) and self.ids <= element.ids and self.classes <= element.classes

    @property
    def key(self) -> str:
        """The property that an element must have to match: the first id, else the first class, else the type."""
        names = [*(f"#{i}" for i in sorted(self.ids)), *(f".{c}" for c in sorted(self.classes))]
        return names[0] if names else self.tag


@dataclass(frozen=True)
class _Rule:
    compounds: tuple[_Compound, ...]
    child: tuple[bool, ...]  # of each compound: it must be a child, not any descendant, of the one before
    declarations: _Parsed
    order: int = 0

    @property
    def specificity(self) -> tuple[int, int, int, int]:
        ids = sum(len(c.ids) for c in self.compounds)
        classes = sum(len(c.classes) for c in self.compounds)
        tags = sum(c.tag != "*" for c in self.compounds)
        return ids, classes, tags, self.order

    def matches(self, element: _Named, ancestors: Sequence[_Named]) -> bool:
        """True if the element, which matches the last compound, has the ancestors that the others ask for.

        Prefixes of the selector are followed from the root downwards, so no backtracking is needed.
        """
        if not self.compounds[-1].matches(element):
            return False
        here, anywhere = 0, 0  # bit i: the first i + 1 compounds end at the last ancestor, at any ancestor
        for ancestor in ancestors:
            here, anywhere = self._reached(ancestor, here, anywhere)
        last = len(self.compounds) - 1
        return last == 0 or bool((here if self.child[last] else anywhere) >> (last - 1) & 1)

    def _reached(self, element: _Named, here: int, anywhere: int) -> tuple[int, int]:
        reached = 0
        for i, compound in enumerate(self.compounds[:-1]):
            before = i == 0 or (here if self.child[i] else anywhere) >> (i - 1) & 1
            if before and compound.matches(element):
                reached |= 1 << i
        return reached, anywhere | reached


def declared_styles(root: Element, note: Note) -> dict[Element, Declared]:
    """Return the properties of each element by style sheets and ``style`` attributes.

    Raises:
        FormatError: more style than is read, or too much to apply (TOO_LARGE).
    """
    sheets = ["".join(e.itertext()) for e in root.iter() if local_name(e.tag) in ("style", "html:style")]
    inline = _inline_styles(dict.fromkeys(e.get("style", "") for e in root.iter()), sheets)
    declarations = {style: _declarations(style) for style in dict.fromkeys(inline.values())}
    matching = _Matching(rule for sheet in sheets for rule in _rules(sheet, note))
    styles = {}
    for element, named, ancestors in _with_ancestors(root):
        own = declarations[inline[element.get("style", "")]]
        styles[element] = _cascade(matching.rules(named, ancestors), own)
    return styles


def _inline_styles(written: Collection[str], sheets: Sequence[str]) -> dict[str, str]:
    """The relevant part of each ``style`` attribute; sheets and attributes are checked to be no more than is read."""
    if sum(style.count(mark) for style in written for mark in _MARKS) > MAX_MARKS:
        raise FormatError(f"more than {MAX_MARKS} declarations", reason=RejectionReason.TOO_LARGE)
    inline = {style: _relevant(style) for style in written}
    if sum(map(len, [*sheets, *dict.fromkeys(inline.values())])) > MAX_CSS:
        raise FormatError(f"more than {MAX_CSS} characters of style", reason=RejectionReason.TOO_LARGE)
    if any(map(_ENDLESS_NUMBER.search, (*sheets, *written))):
        raise FormatError("a number of hundreds of digits in a style", reason=RejectionReason.INVALID)
    return inline


class _Matching:
    """The rules of all sheets, found by what an element must have to match."""

    def __init__(self, rules: Iterable[_Rule]) -> None:
        self._index: dict[str, list[_Rule]] = defaultdict(list)
        for order, rule in enumerate(rules):
            self._index[rule.compounds[-1].key].append(replace(rule, order=order))
        self._checks = 0

    def rules(self, element: _Named, ancestors: Sequence[_Named]) -> list[_Rule]:
        """Those that match the element, the most specific last."""
        candidates = [rule for key in element.keys for rule in self._index.get(key, ())]
        self._checks += sum(1 + (len(rule.compounds) - 1) * len(ancestors) for rule in candidates)
        if self._checks > MAX_CHECKS:
            raise FormatError("style sheets that take too long to apply", reason=RejectionReason.TOO_LARGE)
        return sorted((r for r in candidates if r.matches(element, ancestors)), key=lambda rule: rule.specificity)


def _with_ancestors(root: Element) -> Iterator[tuple[Element, _Named, list[_Named]]]:
    waiting: list[tuple[Element, list[_Named]]] = [(root, [])]
    while waiting:
        element, ancestors = waiting.pop()
        named = _Named.of(element)
        yield element, named, ancestors
        waiting += [(child, [*ancestors, named]) for child in reversed(element)]


def _cascade(rules: Iterable[_Rule], inline: _Parsed) -> Declared:
    declarations = [*(d for rule in rules for d in rule.declarations), *inline]
    ordered = [d for d in declarations if not d[2]] + [d for d in declarations if d[2]]
    return dict(pair for name, value, _ in ordered for pair in _longhands(name, value))


def _longhands(name: str, value: str) -> Iterator[tuple[str, str]]:
    """Shorthands that SVG has no attribute for, in full."""
    if name == "marker":
        yield from ((f"marker-{place}", value) for place in ("start", "mid", "end"))
    elif name == "font" and (match := _FONT.search(value[:MAX_SHORTHAND])):
        yield from (("font-size", match[1]), ("font-family", match[2]))
    else:
        yield name, value


def _rules(css: str, note: Note) -> Iterator[_Rule]:
    if _nesting(css) > MAX_NESTING:
        note("style sheet", "brackets nested too deeply")
        return
    for rule in tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True):
        if rule.type != "qualified-rule":
            note(f"@{rule.at_keyword}" if rule.type == "at-rule" else "style rule", "not allowed")
            continue
        declarations = _parsed(rule.content)
        for selector in tinycss2.serialize(rule.prelude).split(","):
            if (parts := _selector(selector)) is None:
                note("style rule", "its selector is not understood")
            else:
                yield _Rule(*parts, declarations)


def _selector(text: str) -> tuple[tuple[_Compound, ...], tuple[bool, ...]] | None:
    compounds, child, next_is_child = [], [], False
    for word in text.replace(">", " > ").split():
        if word == ">":
            next_is_child = True
            continue
        match = _COMPOUND.fullmatch(word)
        if match is None:
            return None
        names = _SIMPLE.findall(match[2])
        ids, classes = (frozenset(name[1:] for name in names if name[0] == mark) for mark in "#.")
        compounds.append(_Compound(match[1] or "*", ids, classes))
        child.append(next_is_child)
        next_is_child = False
    return (tuple(compounds), tuple(child)) if compounds else None


def _relevant(css: str) -> str:
    """Of a ``style`` attribute what may come to matter: some tools write all that a browser can say of each element."""
    if "/*" in css:
        return css
    kept: list[str] = []
    piece: list[str] = []
    depth = 0
    for matched in _PART.finditer(css + ";"):
        part = matched[0]
        depth += part.count("(") - part.count(")") if part[0] in "()" else 0
        if part[0] != ";" or depth > 0:
            piece.append(part)
            continue
        if piece and piece[0].partition(":")[0].strip().lower() in _relevant_names():
            kept.append("".join(piece))
        piece = []
    return ";".join(kept)


@cache
def _relevant_names() -> frozenset[str]:
    return frozenset().union(*(allowed(what) for what in ("lengths", "geometry", "words", "of_html")), _SHORTHANDS)


def _declarations(css: str) -> _Parsed:
    return _parsed(css) if _nesting(css) <= MAX_NESTING else []


def _parsed(content: object) -> _Parsed:
    return [
        (d.lower_name, tinycss2.serialize(d.value).strip(), d.important)
        for d in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True)
        if d.type == "declaration"
    ]


def _nesting(css: str) -> int:
    """Greatest depth of brackets within brackets, quoted ones included."""
    depth = deepest = 0
    for bracket in _BRACKET.findall(css):
        depth += 1 if bracket in "([{" else -1
        deepest = max(deepest, depth)
    return deepest
