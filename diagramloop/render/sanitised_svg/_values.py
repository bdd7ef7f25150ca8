"""Which attributes an element keeps: an allow-list of names, and of what values may say."""

from __future__ import annotations

import base64
import binascii
import io
import json
import math
import re
from collections.abc import Container
from functools import cache
from importlib.resources import files

from PIL import Image

MAX_NUMBER = 1e7  # in magnitude, of any coordinate
MAX_DIGITS = 50  # characters of a number
MAX_WORDS = 2_000  # characters of a value that is no geometry and no picture
MAX_RASTER = 200_000  # bytes of a picture within the drawing
MAX_RASTER_PIXELS = 4_000_000

# Possessive throughout: no value, however long, makes them try twice.
NUMBER = re.compile(r"[+-]?(?>\d++\.?+\d*+|\.\d++)(?>[eE][+-]?\d++)?")
_LENGTHS = re.compile(rf"\s*+{NUMBER.pattern}[a-zA-Z%]*+(?>[\s,]++{NUMBER.pattern}[a-zA-Z%]*+)*+\s*+")
_GEOMETRY = re.compile(r"[\s\w.,+()%-]*+", re.ASCII)
_PERHAPS_LARGE = re.compile(r"\d{8}|[eE]\+?\d")
_NO_NUMBER = re.compile(r"nan|inf", re.IGNORECASE)
_NOT_WORD = re.compile(r"[^\w-]++")
_LOCAL = re.compile(r"url\(\s*+(['\"]?)#([^'\"()\\\s]++)\1\s*+\)")
_BY_ADDRESS = re.compile(r"url\(\s*+(['\"]?)[^'\"()\\\s#]++#([^'\"()\\\s]++)\1\s*+\)")
_FRAGMENT = re.compile(r"\s*#(\S+)\s*")
_RASTER = re.compile(r"\s*data:image/(?:png|jpe?g);base64,([A-Za-z0-9+/=\s]+)", re.IGNORECASE)


@cache
def allowed(what: str) -> frozenset[str]:
    """One of the lists of ``allowed.json``."""
    lists: dict[str, list[str]] = json.loads((files(__package__) / "allowed.json").read_text("utf-8"))
    return frozenset(lists[what])


def refusal(name: str, value: str) -> str:
    """Why the attribute is not kept, or empty. ``href`` and ``id`` are not judged here."""
    if name in allowed("geometry"):
        return "" if _GEOMETRY.fullmatch(value) and _finite(value) else "no finite geometry"
    if name in allowed("lengths"):
        return "" if _wordy(value) or (_LENGTHS.fullmatch(value) and _finite(value)) else "no finite length"
    return _refused_words(value) if name in allowed("words") else "not allowed"


def _refused_words(value: str) -> str:
    if len(value) > MAX_WORDS or "\\" in value:  # escapes can spell url() in ways that only CSS understands
        return "not allowed"
    calls = {_NOT_WORD.split(before.rstrip())[-1].lower() for before in value.split("(")[:-1]}
    local = _LOCAL.sub("", value)
    return "refers to the outside" if not calls <= allowed("functions") or "url" in local.lower() else ""


def within(value: str, ids: Container[str]) -> str:
    """``value`` with mere ``url(#id)`` for what it names in this document by an address: pages do in what they save."""
    return _BY_ADDRESS.sub(lambda m: f"url(#{m[2]})" if m[2] in ids else m[0], value) if "url(" in value else value


def local_references(value: str) -> list[str]:
    """The ids that a value refers to by ``url(#id)``."""
    return [match[2] for match in _LOCAL.finditer(value)]


def renamed_references(value: str, names: dict[str, str]) -> str:
    """``value`` with its ``url(#id)`` under other names; those without a name refer to nothing any more."""
    return _LOCAL.sub(lambda m: f"url(#{names[m[2]]})" if m[2] in names else "none", value)


def fragment(href: str) -> str | None:
    """The id that an href refers to within the document, or None."""
    match = _FRAGMENT.fullmatch(href)
    return match[1] if match else None


def raster(href: str) -> str | None:
    """The data URI of a small picture that really is PNG or JPEG, spelled anew, or None."""
    match = _RASTER.fullmatch(href) if len(href) <= 2 * MAX_RASTER else None
    try:
        data = base64.b64decode("".join(match[1].split()), validate=True) if match else b""
        if not 0 < len(data) <= MAX_RASTER:
            return None
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as picture:
            kind, pixels = picture.format, math.prod(picture.size)
    except (binascii.Error, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    if kind is None or pixels > MAX_RASTER_PIXELS:
        return None
    return f"data:image/{kind.lower()};base64,{base64.b64encode(data).decode()}"


def _finite(value: str) -> bool:
    """No number in it is beyond bounds; few values have one that needs to be looked at."""
    if _NO_NUMBER.search(value):
        return False
    return not _PERHAPS_LARGE.search(value) or all(
        len(n) <= MAX_DIGITS and abs(float(n)) <= MAX_NUMBER for n in NUMBER.findall(value)
    )


def _wordy(value: str) -> bool:
    """``auto``, ``medium``, ``super`` and the like, but no spelling of infinity or of not a number."""
    return value.isascii() and value.replace("-", "").isalpha() and value.lower() not in ("inf", "nan", "infinity")
