r"""The LaTeX of a paper as one text: its main file, ``\input`` put in place, comments gone, simple macros expanded.

Nothing is ever run. What is read lies in the paper's folder; a file that leads out of it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path, PurePosixPath

from flowbench.errors import RejectionReason, SourceError
from flowbench.sources._files import read_bytes
from flowbench.sources.papers.braces import argument, braces
from flowbench.sources.papers.environments import without_environments

MAX_TEX_BYTES = 3_000_000  # of all files together
MAX_INPUTS, MAX_INPUT_DEPTH = 300, 8
MAX_MACROS, EXPANSION_ROUNDS = 500, 6

_COMMENT_LINE = re.compile(r"(?m)^[ \t]*%.*\n?")
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%.*")
_UNREAD = ("comment", "verbatim", "verbatim*", "lstlisting", "minted", "filecontents", "filecontents*")
_INPUT = re.compile(
    r"\\(?:input|include|subfile|subfileinclude)\s*\{([^{}]{1,300})\}"
    r"|\\input\s+([^\s{}\\]{1,300})"
    r"|\\(?:sub)?import\*?\s*\{([^{}]{1,300})\}\s*\{([^{}]{1,300})\}"
)
_DOCUMENT = re.compile(r"\\begin\s*\{document\}")
_CLASS = re.compile(r"\\document(?:class|style)\s*(?:\[[^\]]{0,1000}\])?\s*\{([^{}]{1,100})\}")
_SPACE = r"\s{0,9}"  # bounded: what may follow each other must not make matching slow
_MACRO = re.compile(
    rf"\\(?:re|provide)?newcommand\*?{_SPACE}\{{?{_SPACE}\\([A-Za-z]+){_SPACE}\}}?{_SPACE}"
    rf"(?:\[(\d)\])?{_SPACE}(?:\[([^\[\]]{{0,200}})\])?{_SPACE}(?=\{{)"
    rf"|\\def{_SPACE}\\([A-Za-z]+){_SPACE}(?=\{{)"
    rf"|\\DeclareMathOperator\*?{_SPACE}\{{{_SPACE}\\([A-Za-z]+){_SPACE}\}}{_SPACE}(?=\{{)"
)
_STRUCTURE = (  # a paper's own versions of these say how they look, not what they are
    *("section", "subsection", "subsubsection", "paragraph", "item", "title", "begin", "end", "input", "include"),
    *("caption", "label", "ref", "cref", "Cref", "autoref", "cite", "citep", "citet", "includegraphics"),
)


def assembled(folder: Path) -> str:
    r"""The whole LaTeX of the paper in ``folder``, from ``\documentclass`` to ``\end{document}``.

    Raises:
        SourceError: no main file (MISSING), an input outside of the folder (UNSAFE), too much text, too many or too
            deep inputs (TOO_LARGE).
    """
    reader = _Reader(folder)
    mains = [(path, text) for path, text in reader.tex_files() if _is_main(text)]
    if not mains:
        raise SourceError("no LaTeX file with a document in it")
    included = {path for _, text in mains for path in reader.inputs_of(text)}
    candidates = [main for main in mains if main[0] not in included] or mains
    path, text = max(candidates, key=lambda main: (-len(main[0].parts), _size(reader, main[1]), main[0].as_posix()))
    whole = reader.with_inputs(text, path.parent, 0)
    return expanded(whole.split(r"\end{document}")[0])


def _is_main(text: str) -> bool:
    declared = _CLASS.search(text)
    return declared is not None and declared[1].strip() != "standalone" and _DOCUMENT.search(text) is not None


def _size(reader: _Reader, text: str) -> int:
    return len(text) + sum(len(reader.text_of(path)) for path in reader.inputs_of(text))


class _Reader:
    """Reads the TeX files of one folder, each once, up to a common cap."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._texts: dict[PurePosixPath, str] = {}
        self._left = MAX_TEX_BYTES
        self._inputs = 0

    def tex_files(self) -> Iterator[tuple[PurePosixPath, str]]:
        for path in sorted(self._folder.rglob("*")):
            if path.suffix.lower() in (".tex", ".ltx", ".latex") and path.is_file():
                relative = PurePosixPath(path.relative_to(self._folder).as_posix())
                yield relative, self.text_of(relative)

    def text_of(self, path: PurePosixPath) -> str:
        if path not in self._texts:
            content = read_bytes(self._folder, path.as_posix(), self._left + 1) if self._size_of(path) else b""
            self._left -= len(content)
            if self._left < 0:
                raise SourceError(f"over {MAX_TEX_BYTES} bytes of TeX", reason=RejectionReason.TOO_LARGE)
            self._texts[path] = _without_comments(_decoded(content))
        return self._texts[path]

    def _size_of(self, path: PurePosixPath) -> int:
        return (self._folder / path).stat().st_size

    def inputs_of(self, text: str) -> Iterator[PurePosixPath]:
        found = (self._found(match, PurePosixPath()) for match in islice(_INPUT.finditer(text), MAX_INPUTS))
        return (path for path in found if path is not None)

    def with_inputs(self, text: str, beside: PurePosixPath, depth: int) -> str:
        r"""``text`` with the files that it names in place of ``\input``; a file that is not there leaves nothing."""

        def put(match: re.Match[str]) -> str:
            path = self._found(match, beside)
            if path is None:
                return ""
            self._inputs += 1
            if depth >= MAX_INPUT_DEPTH or self._inputs > MAX_INPUTS:
                raise SourceError("too many files put into one another", reason=RejectionReason.TOO_LARGE)
            body = self.text_of(path).split(r"\endinput")[0]
            begin = _DOCUMENT.search(body)  # a subfile has a preamble of its own
            body = body[begin.end() :].split(r"\end{document}")[0] if begin else body
            return self.with_inputs(body, path.parent, depth + 1)

        whole = _INPUT.sub(put, text)
        if len(whole) > MAX_TEX_BYTES:
            raise SourceError(f"over {MAX_TEX_BYTES} characters of TeX", reason=RejectionReason.TOO_LARGE)
        return whole

    def _found(self, match: re.Match[str], beside: PurePosixPath) -> PurePosixPath | None:
        """The file that an input names, from the main folder as TeX has it, or from beside the file that names it."""
        named = "/".join(part.strip() for part in match.groups() if part is not None)
        for base in (PurePosixPath(), beside):
            for suffix in ("", ".tex"):
                path = inside(self._folder, base / f"{named}{suffix}")
                if path is not None:
                    return path
        return None


def inside(folder: Path, path: PurePosixPath) -> PurePosixPath | None:
    """``path`` if there is such a file in ``folder``, without ``.`` and ``..``; None if there is none.

    Raises:
        SourceError: it leads out of the folder (UNSAFE).
    """
    parts: list[str] = []
    for part in path.parts:
        if part != "..":
            parts.append(part)
        elif parts:
            parts.pop()
        else:
            raise SourceError(f"{path} leads out of the paper", reason=RejectionReason.UNSAFE)
    if path.is_absolute() or "\0" in path.as_posix():
        raise SourceError(f"{path} leads out of the paper", reason=RejectionReason.UNSAFE)
    try:
        return PurePosixPath(*parts) if folder.joinpath(*parts).is_file() else None
    except OSError:  # a name longer than any file's
        return None


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _without_comments(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _COMMENT.sub(r"\1", _COMMENT_LINE.sub("", text))
    return without_environments(_without_false_branches(text), _UNREAD)


def _without_false_branches(text: str) -> str:
    first, *rest = text.split(r"\iffalse")
    return first + "".join(part.partition(r"\fi")[2] for part in rest)


def expanded(text: str) -> str:
    r"""``text`` with its own simple macros expanded, a few rounds deep; their definitions are taken out.

    A macro that leads back to itself has a body with its own name in it at the end: that name is then left as it is.

    Raises:
        SourceError: it grows too long (TOO_LARGE).
    """
    macros, rest = _macros(text)
    if not macros:
        return rest
    use = re.compile(r"\\(" + "|".join(sorted(macros, key=len, reverse=True)) + r")(?![A-Za-z])")
    for _ in range(EXPANSION_ROUNDS):
        after = _round(rest, macros, use)
        if after == rest:
            break
        rest = after
    return rest


def _macros(text: str) -> tuple[dict[str, tuple[int, str | None, str]], str]:
    """Name -> (number of arguments, default of the first, body), and the text without the definitions."""
    macros: dict[str, tuple[int, str | None, str]] = {}
    ends, kept, at = braces(text), [], 0
    for match in _MACRO.finditer(text):
        end = ends.get(match.end())
        if match.start() < at or end is None or len(macros) >= MAX_MACROS:
            continue
        name = match[1] or match[4] or match[5]
        if name in _STRUCTURE:
            continue
        macros[name] = (int(match[2] or 0), match[3], text[match.end() + 1 : end])
        kept.append(text[at : match.start()])
        at = end + 1
    return macros, "".join([*kept, text[at:]])


def _round(text: str, macros: dict[str, tuple[int, str | None, str]], use: re.Pattern[str]) -> str:
    ends, pieces, at, size = braces(text), [], 0, 0
    for match in use.finditer(text):
        if match.start() < at:
            continue
        count, default, body = macros[match[1]]
        values, end = _values(text, match.end(), count, default, ends)
        filled = _filled(body, values)
        pieces += [text[at : match.start()], filled]
        size += len(pieces[-1]) + len(pieces[-2])
        if size > MAX_TEX_BYTES:
            raise SourceError("macros that make too much text", reason=RejectionReason.TOO_LARGE)
        at = end
    return "".join([*pieces, text[at:]])


def _filled(body: str, values: list[str]) -> str:
    """A macro's body with its arguments; one that was not given is nothing."""
    return re.sub(r"#([1-9])", lambda place: "".join(values[int(place[1]) - 1 : int(place[1])]), body)


def _values(text: str, at: int, count: int, default: str | None, ends: dict[int, int]) -> tuple[list[str], int]:
    """The arguments of a macro used at ``at``, and where they end."""
    values: list[str] = []
    if default is not None and count:
        given = re.compile(r"\s*\[([^\[\]]{0,1000})\]").match(text, at)
        values.append(given[1] if given else default)
        at = given.end() if given else at
    while len(values) < count:
        found = argument(text, at, ends)
        if found is None:
            return values, at
        values.append(found[0])
        at = found[1]
    return values, at
