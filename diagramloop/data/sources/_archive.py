"""Unpacking archives that nobody vouches for: plain files only, bounded, nothing outside the destination."""

from __future__ import annotations

import stat
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from diagramloop.data.sources._tar_stream import CHUNK, Member, tar_members
from diagramloop.errors import FetchError, RejectionReason
from diagramloop.graph.bounded_zip import directory_bytes
from diagramloop.whole_files import is_of_the_disk

MAX_FILES = 200_000
MAX_BYTES = 10_000_000_000
MAX_DIRECTORY_BYTES = 30_000_000  # of a zip file's own list of what is in it, which is read as a whole
MAX_FOLDERS = 40  # one within the other; Python makes each by a call within a call, and gives up at 1,000
MAX_PATH_BYTES = 1_000  # of a member; file systems take 4,096 in all, with the destination's own


def unpack(
    archive: Path, folder: str, destination: Path, *, max_bytes: int = MAX_BYTES, max_files: int = MAX_FILES
) -> Path:
    """Puts what lies in ``folder`` of a zip or tar file into ``destination``, all of it or nothing.

    Raises:
        FetchError: no archive (UNREADABLE), nothing in the folder (MISSING), a link, device or path that leads
            out (UNSAFE), too many files or bytes, or a path that is too long or too deep (TOO_LARGE), the destination
            exists (INVALID).
    """
    if destination.exists():
        raise FetchError(f"{destination} exists already", reason=RejectionReason.INVALID)
    destination.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=destination.parent, prefix=".unpacking-") as temporary:
        unpacked = Path(temporary) / "content"
        try:
            _write_all(_members(archive, max_bytes), PurePosixPath(folder), unpacked, max_bytes, max_files)
        except FetchError:
            raise
        except Exception as error:  # readers leak zlib, struct, Unicode and overflow errors on hostile bytes
            if is_of_the_disk(error):
                error.filename = str(destination)  # in place of a temporary folder
                raise
            why = getattr(error, "strerror", None) or error  # without the path of a temporary folder
            raise FetchError(f"{archive.name} cannot be unpacked: {why}", reason=RejectionReason.UNREADABLE) from error
        if not unpacked.exists():
            raise FetchError(f"{archive.name} has no files in {folder}")
        unpacked.rename(destination)
    return destination


def _members(archive: Path, max_bytes: int) -> Iterator[Member]:
    with archive.open("rb") as file:
        if not zipfile.is_zipfile(file):
            file.seek(0)
            yield from tar_members(file, max_bytes)
            return
        if directory_bytes(file) > MAX_DIRECTORY_BYTES:
            raise FetchError("too many files", reason=RejectionReason.TOO_LARGE)
        with zipfile.ZipFile(file) as opened:
            for info in opened.infolist():
                yield _zip_member(opened, info)


def _zip_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Member:
    if info.is_dir():
        return Member(info.filename, "folder", None)
    mode = info.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG) or info.flag_bits & 1:  # a link, or encrypted
        return Member(info.filename, "other", None)
    return Member(info.filename, "file", _zip_chunks(archive, info))


def _zip_chunks(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Iterator[bytes]:
    with archive.open(info) as content:
        while chunk := content.read(CHUNK):
            yield chunk


def _write_all(
    members: Iterator[Member], folder: PurePosixPath, destination: Path, max_bytes: int, max_files: int
) -> None:
    left = max_bytes
    for number, member in enumerate(members, start=1):
        if number > max_files:
            raise FetchError(f"more than {max_files} files", reason=RejectionReason.TOO_LARGE)
        path = _checked(member.name)
        if member.kind == "folder" or not path.is_relative_to(folder):
            continue
        if member.chunks is None:
            raise FetchError(f"{member.name!r} is no plain file", reason=RejectionReason.UNSAFE)
        left -= _write(member.chunks, destination / path.relative_to(folder), left)


def _checked(name: str) -> PurePosixPath:
    if len(name.encode("utf-8", "surrogateescape")) > MAX_PATH_BYTES or name.count("/") > MAX_FOLDERS:
        raise FetchError(f"too long or too deep a path: {name[:100]!r}...", reason=RejectionReason.TOO_LARGE)
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or any(c in name for c in "\\:\0"):
        raise FetchError(f"{name!r} leads out of the archive", reason=RejectionReason.UNSAFE)
    return path


def _write(chunks: Iterator[bytes], target: Path, left: int) -> int:
    """Number of bytes written, counted as they come: what an archive says of itself may be wrong."""
    target.parent.mkdir(parents=True, exist_ok=True)
    written = 0
    with target.open("xb") as file:
        for chunk in chunks:
            written += len(chunk)
            if written > left:
                raise FetchError("the archive holds too many bytes", reason=RejectionReason.TOO_LARGE)
            file.write(chunk)
    return written
