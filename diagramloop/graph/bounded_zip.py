"""Archives that nobody vouches for: few members of bounded size, none of which names a place outside."""

from __future__ import annotations

import io
import zipfile
import zlib

from diagramloop.errors import FormatError, RejectionReason

MAX_MEMBERS = 2_000
MAX_MEMBER_BYTES = 20_000_000
MAX_BYTES = 100_000_000
"""Of all members together, unpacked."""
_EPOCH = (1980, 1, 1, 0, 0, 0)


class BoundedZip:
    """An archive whose members are unpacked one by one, within the bounds.

    Raises:
        FormatError: no archive (UNREADABLE), or beyond the bounds by its own account (TOO_LARGE).
    """

    def __init__(self, content: bytes) -> None:
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(content))
        except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
            raise FormatError(f"no archive: {error}", reason=RejectionReason.UNREADABLE) from error
        members = self._archive.infolist()
        sizes = [member.file_size for member in members]
        if len(members) > MAX_MEMBERS or sum(sizes) > MAX_BYTES or max(sizes, default=0) > MAX_MEMBER_BYTES:
            raise FormatError("an archive beyond the bounds", reason=RejectionReason.TOO_LARGE)
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


def timeless(content: bytes) -> bytes:
    """Return the archive with no times in it, so that the same graph gives the same bytes."""
    archive, out = BoundedZip(content), io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in archive.names:
            packed.writestr(zipfile.ZipInfo(name, _EPOCH), archive.read(name), zipfile.ZIP_DEFLATED)
    return out.getvalue()
