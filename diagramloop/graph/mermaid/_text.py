"""Labels: from Mermaid's source to the words a reader sees, and back."""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt

from diagramloop.base.text.encoded import unescaped

_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_ATTRIBUTE = r"""\s+[\w:-]+(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+))?"""
_TAG = re.compile(rf"</?[A-Za-z][\w-]*(?:{_ATTRIBUTE})*\s*/?>")
_ICON = re.compile(r"\bfa[bklrs]?:fa-[\w-]+")
_ENTITY = re.compile(r"#(?P<code>\w+);")
_ENCODED = re.compile(r"[<\\#&\n]|:fa-")  # without any of these a label says what is written

_UNWRITABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]")
_ACTIVE = re.compile(
    r"""["<>\\\t]|\#(?=\w+;)|&(?=\#?\w)|^`|%(?=%)|:(?=fa-)|(?<![^\n])[^\S\n]|[^\S\n](?![^\n])""", re.VERBOSE
)
_MARKDOWN = re.compile(r"[*_]")
_NAMED = {'"': "#quot;", "<": "#lt;", ">": "#gt;", "&": "#amp;"}


def decode(raw: str, *, markdown: bool = False) -> str:
    """The words drawn for ``raw``: breaks become ``\\n``; tags, icons and emphasis marks vanish; entities resolve.

    Only "`...`" labels and ``@{ label: ... }`` are Markdown, of which Mermaid draws emphasis alone.
    """
    if not markdown and not _ENCODED.search(raw):
        return raw.strip()
    if "$$" in raw:
        return _with_formulae(raw, markdown)
    text = _BREAK.sub("\n", raw.strip())
    text = _without_emphasis(text) if markdown else text.replace("\\n", "\n")
    text = _ICON.sub("", _TAG.sub("", text))
    text = "\n".join(line.strip() for line in text.split("\n"))
    return unescaped(_ENTITY.sub(_html_entity, text))


def _with_formulae(raw: str, markdown: bool) -> str:
    """Formulae, each between two ``$$``, with entities resolved alone; the texts around them decoded."""
    parts = raw.strip().split("$$")
    for number, part in enumerate(parts):
        if number % 2 and number + 1 < len(parts):
            parts[number] = unescaped(_ENTITY.sub(_html_entity, part))
            continue
        text = decode(part, markdown=markdown)
        before = " " if text and number and part[0].isspace() else ""
        behind = " " if number + 1 < len(parts) and part[-1:].isspace() else ""
        parts[number] = f"{before}{text}{behind}"
    return "$$".join(parts)


def encode(text: str, *, markdown: bool = False) -> str:
    """``text`` so that ``decode(encode(text)) == text``, safe within double quotes.

    Control characters and lone surrogates, which no Mermaid document can hold, become U+FFFD.
    """
    text = _UNWRITABLE.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = _ACTIVE.sub(_escape, text)
    if markdown:
        text = _MARKDOWN.sub(_escape, text)
    return text.replace("\n", "<br>")


def _escape(match: re.Match[str]) -> str:
    return _NAMED.get(match[0], f"#{ord(match[0])};")


def _html_entity(match: re.Match[str]) -> str:
    code = match["code"]
    entity = f"&#{code};" if code.isdecimal() else f"&{code};"
    return entity if unescaped(entity) != entity else match[0]


@cache
def _emphasis_parser() -> MarkdownIt:
    return MarkdownIt("zero").enable(["emphasis", "escape"])


def _without_emphasis(text: str) -> str:
    if not _MARKDOWN.search(text) and "\\" not in text:
        return text
    (inline,) = _emphasis_parser().parseInline(text)
    return "".join("\n" if token.type == "hardbreak" else token.content for token in inline.children or ())
