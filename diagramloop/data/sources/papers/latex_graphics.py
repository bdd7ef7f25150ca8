r"""The pictures that a figure's LaTeX shows: files by their names, and drawings that only TeX could make.

How TeX puts several pictures together is not worked out here: the paper's own PDF shows it (:mod:`.printed`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from diagramloop.data.sources.papers.braces import argument, braces, bracketed
from diagramloop.data.sources.papers.environments import environments
from diagramloop.data.sources.papers.graphics import GraphicsFile, Shown, Unread
from diagramloop.errors import RejectionReason

MAX_PICTURES = 60  # of one figure

_DRAWINGS = ("tikzpicture", "pgfpicture", "picture", "pspicture", "textblock", "textblock*")
_PICTURE = re.compile(
    r"\\(?P<file>includegraphics|includesvg|epsfbox|epsffile)(?![A-Za-z])\*?"
    r"|\\(?P<keyed>epsfig|psfig)(?![A-Za-z])"
    r"|\\(?P<animation>animategraphics)(?![A-Za-z])"
    r"|\\begin\s{0,9}\{(?P<written_on>[oO]verpic\*?)\}"
    rf"|\\begin\s{{0,9}}\{{(?P<drawing>{'|'.join(map(re.escape, _DRAWINGS))})\}}"
)
_TURNED = re.compile(
    r"(?:^|[,{\s])(?:bb\s{0,9}=|(?:angle|rotate)\s{0,9}=(?!\s{0,9}[-+]?0{1,9}(?:\.0{0,9})?\s{0,9}(?:[,}]|$)))"
)
_CUT = re.compile(r"(?:^|[,{\s])(?:trim|viewport)\s{0,9}=")
_CLIPPED = re.compile(r"(?:^|[,{\s])clip(?![A-Za-z])(?!\s{0,9}=\s{0,9}[fF]alse)")
_TURNING_BOX = re.compile(r"\\rotatebox(?![A-Za-z])|\\begin\s{0,9}\{(?:turn|rotate|sideways)\}")
_ADJUSTED_BOX = re.compile(r"\\(?:begin\s{0,9}\{adjustbox\}|adjustbox)\s{0,9}\{([^{}]{0,300})\}")
_PAGE = re.compile(r"(?:^|,)\s{0,9}page\s{0,9}=\s{0,9}([^,]{0,40})")
_KEYED_NAME = re.compile(r"(?:^|,)\s{0,9}(?:file|figure)\s{0,9}=\s{0,9}([^,]{1,300})")
_QUOTING = re.compile(r"\\(?:detokenize|string|protect)(?![A-Za-z])|\\(?=[_#&%])|[{}\"]")

Find = Callable[[str], GraphicsFile | Unread]
"""The picture that a name stands for."""


def shown_graphics(body: str, find: Find) -> tuple[Shown, ...]:
    """The pictures that stand in ``body``, in order.

    Args:
        body: of a figure, without captions.
        find: a picture by its name.
    """
    turned = _is_turned(body)
    drawing_ends = {drawing.begin: drawing.end for drawing in environments(body, _DRAWINGS)}
    closed = braces(body)
    shown: list[Shown] = []
    position = 0
    while picture := _PICTURE.search(body, position):
        if len(shown) == MAX_PICTURES:
            return (Unread(f"more than {MAX_PICTURES} pictures", RejectionReason.TOO_LARGE),)
        position = picture.end()
        if picture["drawing"]:
            shown.append(Unread(f"drawn by TeX in {picture['drawing']}", RejectionReason.UNSUPPORTED))
            position = drawing_ends.get(picture.start(), position)
        elif picture["animation"]:
            shown.append(Unread("an animation", RejectionReason.UNSUPPORTED))
        else:
            options, position = bracketed(body, position)
            name = argument(body, position, closed)
            if name is not None:
                shown.append(_file(picture, options or "", name[0], turned, find))
                position = name[1]
    return tuple(shown)


def _is_turned(body: str) -> bool:
    """True where a box around the pictures turns or cuts them."""
    adjusted = _ADJUSTED_BOX.findall(body)
    return _TURNING_BOX.search(body) is not None or any(_alters(keys) for keys in adjusted)


def _file(picture: re.Match[str], options: str, name: str, turned: bool, find: Find) -> Shown:
    keys = options
    if picture["keyed"]:
        keys, name = name, _keyed_name(name)
    altered = turned or picture["written_on"] is not None or _alters(keys, clips=picture[0].endswith("*"))
    return _named(keys, name, altered, find)


def _alters(keys: str, *, clips: bool = False) -> bool:
    """True where keys turn a picture or cut it: one that is trimmed and not clipped is shown whole.

    Args:
        clips: the starred command, which clips without being told.
    """
    cut = _CUT.search(keys) is not None and (clips or _CLIPPED.search(keys) is not None)
    return cut or _TURNED.search(keys) is not None


def _keyed_name(keys: str) -> str:
    named = _KEYED_NAME.search(keys)
    return named[1] if named else ""


def _named(options: str, name: str, altered: bool, find: Find) -> Shown:
    graphics = find(" ".join(_QUOTING.sub("", name).split()))
    if isinstance(graphics, Unread):
        return graphics
    page = _PAGE.search(options)
    number = page[1].strip() if page else "1"
    if not re.fullmatch(r"[1-9]\d{0,3}", number):
        return Unread(f"{graphics.path.name}: no page {number!r}", RejectionReason.INVALID)
    return replace(graphics, page=int(number) - 1, altered=altered)
