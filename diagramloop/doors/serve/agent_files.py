"""Files that an agent names: read within one folder and within bounds; new ones made in a folder for them alone.

What a document says may talk an agent into anything, and Markdown passes through as it is: what is written must
therefore never be a file that a program takes up by its place or its name, such as ``conftest.py`` or ``.envrc``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import formats as graph_formats
from diagramloop.whole_files import write_new

MAX_FILE_BYTES = 50_000_000
OUT = "out"
"""The folder of new files, in the one that is served."""
MARKDOWN = ".md"
_ORDERS = frozenset(("agents", "claude", "copilot-instructions", "gemini", "skill"))
"""Names that agents read as what their user wants, in whatever folder they lie."""


@dataclass(frozen=True)
class AgentFiles:
    """The files of a folder.

    Attributes:
        folder: that a name is looked up in, and that none leads out of.
        out: that new files are made in; :data:`OUT` in the folder if None.
    """

    folder: Path
    out: Path | None = None

    def read(self, name: str) -> bytes:
        """The content of a file.

        Raises:
            DiagramloopError: it is elsewhere (UNSAFE), is none (MISSING) or is too large (TOO_LARGE).
        """
        path = self._within(name)
        if not path.is_file():
            raise DiagramloopError(f"no file {name!r}", reason=RejectionReason.MISSING)
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
        if len(content) > MAX_FILE_BYTES:
            raise DiagramloopError(f"more than {MAX_FILE_BYTES} bytes", reason=RejectionReason.TOO_LARGE)
        return content

    def write(self, name: str, content: bytes, suffixes: Sequence[str]) -> str:
        """Make a new file, whole or not at all, and return where it is: within the folder, as :meth:`read` takes it.

        Args:
            name: of the file alone; no folder.
            suffixes: of what is written, one of which the name has.

        Raises:
            DiagramloopError: the name is no plain one or has another suffix (UNSAFE), is taken (INVALID), or the file
                cannot be made (MISSING).
        """
        _check_plain(name, suffixes)
        folder = self._folder_of_new_files()
        try:
            write_new(folder / name, content)
        except FileExistsError as error:
            raise DiagramloopError(f"{name!r} is there already: name a new file") from error
        except OSError as error:
            raise DiagramloopError(f"{name!r}: {error.strerror}", reason=RejectionReason.MISSING) from error
        root = self.folder.resolve()
        return str((folder / name).relative_to(root) if folder.is_relative_to(root) else folder / name)

    def _folder_of_new_files(self) -> Path:
        if self.out is not None:  # who started the server has named it
            folder = self.out.resolve()
        else:
            folder = self.folder.resolve() / OUT
            if folder.is_symlink():  # it came with the folder, and may lead anywhere
                message = f"{OUT!r} is a link: new files are made in a folder"
                raise DiagramloopError(message, reason=RejectionReason.UNSAFE)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            message = f"there is no folder {folder.name!r} for new files: {error.strerror}"
            raise DiagramloopError(message, reason=RejectionReason.MISSING) from error
        return folder

    def _within(self, name: str) -> Path:
        root = self.folder.resolve()
        try:
            path = (root / name).resolve()
        except (OSError, ValueError) as error:
            raise DiagramloopError(f"{name[:100]!r} is no name of a file", reason=RejectionReason.UNSAFE) from error
        if not path.is_relative_to(root):
            message = f"{name[:100]!r} is not within {root}, where alone files are read"
            raise DiagramloopError(message, reason=RejectionReason.UNSAFE)
        return path


def format_by_suffix(name: str) -> str | None:
    """The format that a file's suffix stands for; None for pictures and others."""
    return graph_formats.format_of(name) if graph_formats.suffix_of(name) in graph_formats.suffixes() else None


def _check_plain(name: str, suffixes: Sequence[str]) -> None:
    """Refuse a name that is more than a name, or that a program would take the file up by."""
    plain = name.isprintable() and name[:1].isalnum() and not set(name) & set("/\\:")
    if not plain:
        message = f"{name[:100]!r} is no plain name of a file: begin with a letter, and name no folder"
        raise DiagramloopError(message, reason=RejectionReason.UNSAFE)
    if graph_formats.suffix_of(name) not in suffixes:
        message = f"{name[:100]!r} has another suffix than what is written: {' or '.join(suffixes)}"
        raise DiagramloopError(message, reason=RejectionReason.UNSAFE)
    if name.partition(".")[0].casefold() in _ORDERS:
        message = f"{name[:100]!r} is a name that agents take orders from: name it otherwise"
        raise DiagramloopError(message, reason=RejectionReason.UNSAFE)
