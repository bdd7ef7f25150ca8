"""Unpacking archives that nobody vouches for: plain files only, bounded, nothing outside the destination."""

from __future__ import annotations

import stat
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Literal

from diagramloop.errors import FetchError, RejectionReason
from diagramloop.whole_files import is_of_the_disk

MAX_FILES = 200_000
MAX_BYTES = 10_000_000_000
CHUNK = 1 << 20
MAX_PADDING = 1 << 26  # behind the last file of a tar archive
MAX_FOLDERS = 40  # one within the other; Python makes each by a call within a call, and gives up at 1,000
MAX_PATH_BYTES = 1_000  # of a member; file systems take 4,096 in all, with the destination's own


@dataclass(frozen=True)
class _Member:
    name: str
    kind: Literal["file", "folder", "other"]
    content: IO[bytes] | None


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
            _write_all(_members(archive), PurePosixPath(folder), unpacked, max_bytes, max_files)
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


def _members(archive: Path) -> Iterator[_Member]:
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as opened:
            yield from (_zip_member(opened, info) for info in opened.infolist())
    else:
        with tarfile.open(archive, "r:*") as opened_tar:
            yield from (_tar_member(opened_tar, info) for info in opened_tar)
            _read_to_end(opened_tar)


def _read_to_end(archive: tarfile.TarFile) -> None:
    """The compressed stream's own checksum stands at its end, behind padding that nobody else reads."""
    assert archive.fileobj is not None
    for _ in range(MAX_PADDING // CHUNK):
        if not archive.fileobj.read(CHUNK):
            return
    raise FetchError("too much behind the last file", reason=RejectionReason.TOO_LARGE)


def _zip_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> _Member:
    if info.is_dir():
        return _Member(info.filename, "folder", None)
    mode = info.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG) or info.flag_bits & 1:  # a link, or encrypted
        return _Member(info.filename, "other", None)
    return _Member(info.filename, "file", archive.open(info))


def _tar_member(archive: tarfile.TarFile, info: tarfile.TarInfo) -> _Member:
    if info.isdir():
        return _Member(info.name, "folder", None)
    return _Member(info.name, "file", archive.extractfile(info)) if info.isreg() else _Member(info.name, "other", None)


def _write_all(
    members: Iterator[_Member], folder: PurePosixPath, destination: Path, max_bytes: int, max_files: int
) -> None:
    left = max_bytes
    for number, member in enumerate(members, start=1):
        if number > max_files:
            raise FetchError(f"more than {max_files} files", reason=RejectionReason.TOO_LARGE)
        path = _checked(member.name)
        if member.kind == "folder" or not path.is_relative_to(folder):
            continue
        if member.content is None:
            raise FetchError(f"{member.name!r} is no plain file", reason=RejectionReason.UNSAFE)
        left -= _write(member.content, destination / path.relative_to(folder), left)


def _checked(name: str) -> PurePosixPath:
    if len(name.encode("utf-8", "surrogateescape")) > MAX_PATH_BYTES or name.count("/") > MAX_FOLDERS:
        raise FetchError(f"too long or too deep a path: {name[:100]!r}...", reason=RejectionReason.TOO_LARGE)
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or any(c in name for c in "\\:\0"):
        raise FetchError(f"{name!r} leads out of the archive", reason=RejectionReason.UNSAFE)
    return path


def _write(content: IO[bytes], target: Path, left: int) -> int:
    """Number of bytes written, counted as they come: what an archive says of itself may be wrong."""
    target.parent.mkdir(parents=True, exist_ok=True)
    written = 0
    with content, target.open("xb") as file:
        while chunk := content.read(CHUNK):
            written += len(chunk)
            if written > left:
                raise FetchError("the archive holds too many bytes", reason=RejectionReason.TOO_LARGE)
            file.write(chunk)
    return written
