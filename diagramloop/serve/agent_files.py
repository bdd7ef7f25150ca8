"""Files that an agent names: within one folder, read within bounds, and written only where nothing is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import formats as graph_formats

MAX_FILE_BYTES = 50_000_000


@dataclass(frozen=True)
class AgentFiles:
    """The files of a folder.

    Attributes:
        folder: that a name is looked up in, and that none leads out of.
    """

    folder: Path

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

    def write(self, name: str, content: bytes) -> None:
        """Make a new file, whole.

        Raises:
            DiagramloopError: it is elsewhere (UNSAFE), is there already (INVALID), or cannot be made (MISSING).
        """
        path = self._within(name)
        try:
            with path.open("xb") as file:
                file.write(content)
        except FileExistsError as error:
            raise DiagramloopError(f"{name!r} is there already: name a new file") from error
        except OSError as error:
            raise DiagramloopError(f"{name!r}: {error.strerror}", reason=RejectionReason.MISSING) from error

    def _within(self, name: str) -> Path:
        root = self.folder.resolve()
        try:
            path = (root / name).resolve()
        except (OSError, ValueError) as error:
            raise DiagramloopError(f"{name[:100]!r} is no name of a file", reason=RejectionReason.UNSAFE) from error
        if not path.is_relative_to(root):
            message = f"{name[:100]!r} is not within {root}, where alone files are read and written"
            raise DiagramloopError(message, reason=RejectionReason.UNSAFE)
        return path


def format_by_suffix(name: str) -> str | None:
    """The format that a file's suffix stands for; None for pictures and others."""
    return graph_formats.format_of(name) if graph_formats.suffix_of(name) in graph_formats.suffixes() else None
