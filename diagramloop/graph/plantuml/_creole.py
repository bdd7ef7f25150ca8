"""Creole, the markup within PlantUML's texts (https://plantuml.com/creole): the words that it shows, and back."""

from __future__ import annotations

import re

_SHIELD = "\0"  # keeps a mark from being one; no document can hold it
_SHIELDED = re.compile(r'~([*/_"\[<#-])')
_MARKUP = re.compile(r"[*/_~\"\[<|#=-]")  # without any of these a text says what is written
_STYLED = re.compile(
    r"(?P<mark>\*\*|//|__|~~|\"\")(?P<inner>(?:(?!(?P=mark)).)+)(?P=mark)|--(?P<struck>[^-\n]+)--", re.DOTALL
)
_STYLES_WITHIN = 4
_TAG = re.compile(
    r"</?(?:(?:[biusw]|sub|sup|plain|strike|del)(?::[^<>\n]*+)?|(?:color|back|background|size|font)(?:[: ][^<>\n]*+)?)>"
    r"|<(?:&|\$|img[: ])[^<>\n]*+>",
    re.IGNORECASE,
)
_LINK = re.compile(r"\[\[(?P<target>[^\s\[\]{}]*+)(?:\{[^{}\[\]]*+\})?+(?P<text>[^\[\]]*+)\]\]")
_BULLET = re.compile(r"^(?:[*#]++|=++)[ \t]++", re.MULTILINE)
_ACTIVE = re.compile(r'(?<=([*/_"-]))\1|([*/_"-])(?=\2)|\[(?=\[)|<(?=[/&$A-Za-z])|^[*#](?=[*#]*+[ \t])', re.MULTILINE)


def shown(text: str) -> str:
    """The words that PlantUML draws of a text: no marks of style, links by their text; ends without white space."""
    text = text.replace("\\n", "\n").strip()
    if not _MARKUP.search(text):
        return text
    text = _BULLET.sub("", _SHIELDED.sub(rf"\1{_SHIELD}", text))
    text = _TAG.sub("", _LINK.sub(_of_link, text))
    for _ in range(_STYLES_WITHIN):
        text = _STYLED.sub(_of_style, text)
    return text.replace(_SHIELD, "").strip()


def written(text: str) -> str:
    """The text by which :func:`shown` gives these words, on one line."""
    return _ACTIVE.sub(r"~\g<0>", text).replace("\n", "\\n")


def _of_link(link: re.Match[str]) -> str:
    return link["text"].strip() or link["target"]


def _of_style(styled: re.Match[str]) -> str:
    return styled["inner"] or styled["struck"]
