"""Archives that nobody vouches for: few members of bounded size, none of which names a place outside."""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import IO

from diagramloop.errors import FormatError, RejectionReason

MAX_MEMBERS = 2_000
MAX_MEMBER_BYTES = 20_000_000
MAX_BYTES = 100_000_000
"""Of all members together, unpacked."""
MAX_DIRECTORY_BYTES = 2_000_000
"""Of the list of members, each with its name: zipfile reads all of it, whatever number of members it tells."""
_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # what office programs use; others take memory as they please
_EPOCH = (1980, 1, 1, 0, 0, 0)


class BoundedZip:
    """An archive whose members are unpacked one by one, within the bounds.

    Raises:
        FormatError: no archive (UNREADABLE), beyond the bounds by its own account (TOO_LARGE), or not packed as office
            programs do (UNSUPPORTED).
    """

    def __init__(self, content: bytes) -> None:
        file = io.BytesIO(content)
        if directory_bytes(file) > MAX_DIRECTORY_BYTES:
            raise FormatError("an archive beyond the bounds", reason=RejectionReason.TOO_LARGE)
        try:
            self._archive = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
            raise FormatError(f"no archive: {error}", reason=RejectionReason.UNREADABLE) from error
        members = self._archive.infolist()
        sizes = [member.file_size for member in members]
        if len(members) > MAX_MEMBERS or sum(sizes) > MAX_BYTES or max(sizes, default=0) > MAX_MEMBER_BYTES:
            raise FormatError("an archive beyond the bounds", reason=RejectionReason.TOO_LARGE)
        if any(member.compress_type not in _PACKINGS for member in members):
            raise FormatError("an archive packed in an unusual way", reason=RejectionReason.UNSUPPORTED)
        self.names = [member.filename for member in members if not member.is_dir()]

    def read(self, name: str) -> bytes:
        """The content of a member.

        Raises:
            FormatError: there is none of that name, it is broken or encrypted (UNREADABLE), or larger than it says.
        """
        try:
            with self._archive.open(name) as member:
                content = member.read(MAX_MEMBER_BYTES + 1)
        except (
            KeyError,
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            RuntimeError,
            NotImplementedError,
            OSError,
        ) as error:
            raise FormatError(f"{name[:80]}: {error}", reason=RejectionReason.UNREADABLE) from error
        if len(content) > MAX_MEMBER_BYTES:
            raise FormatError(f"{name[:80]}: more than {MAX_MEMBER_BYTES} bytes", reason=RejectionReason.TOO_LARGE)
        return content


def directory_bytes(file: IO[bytes]) -> int:
    """The length of the list of members that ``zipfile`` would read as a whole; 0 of what is no archive."""
    try:
        end = getattr(zipfile, "_EndRecData")(file)  # noqa: B009 - no stub has it; it knows what zipfile will believe
    except (OSError, ValueError, zipfile.BadZipFile):
        return 0
    return int(end[5]) if end else 0


def timeless(content: bytes) -> bytes:
    """Return the archive with no times in it, so that the same graph gives the same bytes."""
    archive, out = BoundedZip(content), io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in archive.names:
            packed.writestr(zipfile.ZipInfo(name, _EPOCH), archive.read(name), zipfile.ZIP_DEFLATED)
    return out.getvalue()
