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
from flowbench.sources.papers.environments import without_environments
from flowbench.sources.papers.latex_macros import MAX_TEX, expanded

MAX_INPUTS, MAX_INPUT_DEPTH = 300, 8
MAX_BRACES = 150_000  # opening ones; a long paper has a tenth of that

_COMMENT_LINE = re.compile(r"(?m)^[ \t]*%.*\n?")
_COMMENT_OR_NONE = re.compile(  # what a % begins no comment in, first
    r"\\verb\*?(?P<mark>[^\sA-Za-z*])(?P<verbatim>.{0,1000}?)(?P=mark)"
    r"|(?P<link>\\(?:url|nolinkurl|path|href)\s{0,9}\{[^{}\n]{0,2000}\})|(?P<escaped>\\.)|%.*"
)
_BRANCH = re.compile(r"\\(if(?!f\b|thenelse\b)[A-Za-z@]*|else|fi)(?![A-Za-z@])")
_SPACED = re.compile(r"\\(begin|end)\s{1,9}(?=\{)")
_UNREAD = ("comment", "verbatim", "verbatim*", "lstlisting", "minted", "filecontents", "filecontents*")
_INPUT = re.compile(
    r"\\(?:input|include|subfile|subfileinclude|includestandalone)\s*(?:\[[^\[\]]{0,300}\])?\{([^{}]{1,300})\}"
    r"|\\input\s+([^\s{}\\]{1,300})"
    r"|\\(?:sub)?import\*?\s*\{([^{}]{1,300})\}\s*\{([^{}]{1,300})\}"
)
_DOCUMENT = re.compile(r"\\begin\s*\{document\}")
_CLASS = re.compile(r"\\document(?:class|style)\s*(?:\[[^\]]{0,1000}\])?\s*\{([^{}]{1,100})\}")


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
    whole = _checked(reader.with_inputs(text, path.parent, 0).split(r"\end{document}")[0])
    return _checked(expanded(whole))


def _checked(text: str) -> str:
    if text.count("{") > MAX_BRACES:
        raise SourceError(f"more than {MAX_BRACES} braces", reason=RejectionReason.TOO_LARGE)
    return text


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
        self._left = MAX_TEX
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
            body = body[begin.end() :].split(r"\end{document}")[0] if begin else body
            return self.with_inputs(body, path.parent, depth + 1)

        whole = _INPUT.sub(put, text)
        if len(whole) > MAX_TEX:
            raise SourceError(f"over {MAX_TEX} characters of TeX", reason=RejectionReason.TOO_LARGE)
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
    text = _COMMENT_OR_NONE.sub(_uncommented, _COMMENT_LINE.sub("", text))
    return without_environments(_without_false_branches(_SPACED.sub(r"\\\1", text)), _UNREAD)


def _uncommented(found: re.Match[str]) -> str:
    if found["verbatim"] is not None:
        return re.sub(r"[\\{}$%&#^_~]", " ", found["verbatim"])
    return (found["link"] or "").replace(r"\%", "%").replace("%", r"\%") or found["escaped"] or ""


def _without_false_branches(text: str) -> str:
    r"""Without what stands from ``\iffalse`` to its ``\else`` or ``\fi``, conditionals within it and all."""
    kept, at, level, branch = [], 0, 0, ""  # how deep in a false conditional, and in which branch of it
    for mark in _BRANCH.finditer(text):
        if not level and mark[1] == "iffalse":
            kept.append(text[at : mark.start()])
            level, branch = 1, "if"
        elif level and mark[1] not in ("else", "fi"):
            level += 1
        elif level == 1 and mark[1] == "else":
            at, branch = mark.end(), "else"
        elif level and mark[1] == "fi":
            level -= 1
            if not level:
                kept.append(text[at : mark.start()] if branch == "else" else "")
                at = mark.end()
    return "".join([*kept, "" if level else text[at:]])
