r"""The LaTeX of a paper as one text: its main file, ``\input`` put in place, comments gone, simple macros expanded.

Nothing is ever run. What is read lies in the paper's folder; a file that leads out of it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path, PurePosixPath

from diagramloop.data.sources._files import read_bytes
from diagramloop.data.sources.papers.environments import without_environments
from diagramloop.data.sources.papers.latex_conditionals import decided, without_false_branches
from diagramloop.data.sources.papers.latex_macros import MAX_TEX, Macro, expand, expanded, macros_of
from diagramloop.errors import RejectionReason, SourceError

MAX_INPUTS, MAX_INPUT_DEPTH = 300, 8
MAX_BRACES = 150_000  # opening ones; a long paper has a tenth of that

_COMMENT_LINE = re.compile(r"(?m)^[ \t]*%.*\n?")
_COMMENT_OR_NONE = re.compile(  # what a % begins no comment in, first
    r"\\verb\*?(?P<mark>[^\sA-Za-z*])(?P<verbatim>.{0,1000}?)(?P=mark)"
    r"|(?P<link>\\(?:url|nolinkurl|path|href)\s{0,9}\{[^{}\n]{0,2000}\})|(?P<escaped>(?:\\[^A-Za-z\n])+|\\.)|%.*"
)
_SPACED = re.compile(r"\\(begin|end)\s{1,9}(?=\{)")
_UNREAD = ("comment", "verbatim", "verbatim*", "lstlisting", "minted", "filecontents", "filecontents*")
_INPUT = re.compile(
    r"\\(?:@?input|include|subfile|subfileinclude|includestandalone|InputIfFileExists)\s*(?:\[[^\[\]]{0,300}\])?\{([^{}]{1,300})\}"
    r"|\\input\s+([^\s{}\\]{1,300})"
    r"|\\(?:sub)?import\*?\s*\{([^{}]{1,300})\}\s*\{([^{}]{1,300})\}"
)
SUFFIXES = (".tex", ".ltx", ".latex")
_DOCUMENT = re.compile(r"\\begin\s*\{document\}")
_READ_MES = {
    "00README.XXX": re.compile(r"(?m)^\s{0,9}(\S{1,200}\.\w{1,9})\s{1,9}toplevelfile\b"),
    "00README.json": re.compile(
        r'"filename"\s{0,9}:\s{0,9}"([^"\n]{1,200})"[^{}]{0,300}"usage"\s{0,9}:\s{0,9}"toplevel"'
        r'|"usage"\s{0,9}:\s{0,9}"toplevel"[^{}]{0,300}"filename"\s{0,9}:\s{0,9}"([^"\n]{1,200})"'
    ),
}
_CLASS = re.compile(r"\\document(?:class|style)\s*+(?:\[[^\]]{0,1000}+\]\s*+)?\{([^{}]{1,100})\}")


def assembled(folder: Path) -> str:
    r"""The whole LaTeX of the paper in ``folder``, from ``\documentclass`` to ``\end{document}``.

    Raises:
        SourceError: no main file (MISSING), an input outside of the folder (UNSAFE), too much text, too many or too
            deep inputs (TOO_LARGE).
    """
    reader = _Reader(folder)
    path = _named(folder) or _main(reader)
    whole = reader.with_inputs(reader.main(path), path.parent, 0).split(r"\end{document}")[0]
    return _checked(expanded(decided(_checked(whole))))


def _main(reader: _Reader) -> PurePosixPath:
    """The file that holds the document, of several one with a class that is no other's input, the shallowest."""
    begun = [(path, text) for path, text in reader.tex_files() if _DOCUMENT.search(text) and not _is_standalone(text)]
    mains = [(path, text) for path, text in begun if _CLASS.search(text)] or begun
    if not mains:
        raise SourceError("no LaTeX file with a document in it")
    included = {path for _, text in mains for path in reader.inputs_of(text)}
    candidates = [main for main in mains if main[0] not in included] or mains
    return max(candidates, key=lambda main: (-len(main[0].parts), _size(reader, main[1]), main[0].as_posix()))[0]


def _named(folder: Path) -> PurePosixPath | None:
    """The main file, where the read-me that arXiv knows names one."""
    for name, named in _READ_MES.items():
        if (folder / name).is_file():
            text = _decoded(read_bytes(folder, name, MAX_TEX)) if (folder / name).stat().st_size else ""
            for found in named.finditer(text):
                path = PurePosixPath(next(filter(None, found.groups())))
                if path.suffix.lower() in SUFFIXES and inside(folder, path) is not None:
                    return path
    return None


def _checked(text: str) -> str:
    if text.count("{") > MAX_BRACES:
        raise SourceError(f"more than {MAX_BRACES} braces", reason=RejectionReason.TOO_LARGE)
    return text


def _is_standalone(text: str) -> bool:
    declared = _CLASS.search(text)
    return declared is not None and declared[1].strip() == "standalone"


def _size(reader: _Reader, text: str) -> int:
    return len(text) + sum(len(reader.text_of(path)) for path in reader.inputs_of(text))


class _Reader:
    """Reads the TeX files of one folder, each once, up to a common cap."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._texts: dict[PurePosixPath, str] = {}
        self._left = MAX_TEX
        self._inputs = 0
        self._macros: dict[str, Macro] = {}

    def main(self, path: PurePosixPath) -> str:
        """The text of the main file, whose macros may name the files that are put in place."""
        text = self.text_of(path)
        self._macros = macros_of(text)[0]
        return text

    def tex_files(self) -> Iterator[tuple[PurePosixPath, str]]:
        for path in sorted(self._folder.rglob("*")):
            if path.suffix.lower() in SUFFIXES and path.is_file():
                relative = PurePosixPath(path.relative_to(self._folder).as_posix())
                yield relative, self.text_of(relative)

    def text_of(self, path: PurePosixPath) -> str:
        if path not in self._texts:
            content = read_bytes(self._folder, path.as_posix(), self._left + 1) if self._size_of(path) else b""
            self._left -= len(content)
            if self._left < 0:
                raise SourceError(f"over {MAX_TEX} bytes of TeX", reason=RejectionReason.TOO_LARGE)
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
            if begin:
                body = body[begin.end() :].split(r"\end{document}")[0]
            return self.with_inputs(body, path.parent, depth + 1)

        whole = _INPUT.sub(put, text)
        if len(whole) > MAX_TEX:
            raise SourceError(f"over {MAX_TEX} characters of TeX", reason=RejectionReason.TOO_LARGE)
        return whole

    def _found(self, match: re.Match[str], beside: PurePosixPath) -> PurePosixPath | None:
        """The file that an input names, from the main folder as TeX has it, or from beside the file that names it."""
        named = "/".join(part.strip().strip('"') for part in match.groups() if part is not None)
        named = expand(named, self._macros) if "\\" in named else named
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
    text = _COMMENT_OR_NONE.sub(_uncommented, _COMMENT_LINE.sub("", text))
    return without_environments(without_false_branches(_SPACED.sub(r"\\\1", text)), _UNREAD)


def _uncommented(found: re.Match[str]) -> str:
    if found["verbatim"] is not None:
        return re.sub(r"[\\{}$%&#^_~]", " ", found["verbatim"])
    return (found["link"] or "").replace(r"\%", "%").replace("%", r"\%") or found["escaped"] or ""
