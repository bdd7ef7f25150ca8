from __future__ import annotations

import contextlib
import gzip
import io
import struct
import tarfile
import zipfile
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from processor_time import within

from diagramloop.data.sources._archive import unpack
from diagramloop.errors import FetchError, RejectionReason

FILES = {"repo/data/a.json": b"{}", "repo/data/images/c/original.png": b"png", "repo/README": b"outside the folder"}


def tar(path: Path, entries: dict[str, bytes | tarfile.TarInfo]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, content in entries.items():
            entry = content if isinstance(content, tarfile.TarInfo) else tarfile.TarInfo(name)
            body = content if isinstance(content, bytes) else b""
            entry.size = len(body)
            archive.addfile(entry, io.BytesIO(body))
    return path


def zipped(path: Path, entries: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return path


def special(name: str, kind: bytes, to: str = "") -> dict[str, tarfile.TarInfo]:
    entry = tarfile.TarInfo(name)
    entry.type, entry.linkname = kind, to
    return {name: entry}


def reason_of(archive: Path, folder: Path, **caps: int) -> RejectionReason:
    with pytest.raises(FetchError) as caught:
        unpack(archive, "repo/data", folder / "out", **caps)
    assert not (folder / "out").exists()
    assert [p for p in folder.iterdir() if p.name.startswith(".unpacking")] == []
    return caught.value.reason


@pytest.mark.parametrize("make", [tar, zipped])
def test_unpacks_the_folder_and_nothing_else(tmp_path, make):
    out = unpack(make(tmp_path / "archive", FILES), "repo/data", tmp_path / "out")
    found = {p.relative_to(out).as_posix(): p.read_bytes() for p in out.rglob("*") if p.is_file()}
    assert found == {"a.json": b"{}", "images/c/original.png": b"png"}


@pytest.mark.parametrize("make", [tar, zipped])
@pytest.mark.parametrize(
    "name", ["../evil", "/tmp/evil", "repo/data/../../../evil", "repo/data/a\\..\\evil", "C:/evil"]
)
def test_a_path_that_leads_out_is_refused(tmp_path, make, name):
    assert reason_of(make(tmp_path / "archive", FILES | {name: b"x"}), tmp_path) is RejectionReason.UNSAFE


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE])
def test_links_and_devices_are_refused(tmp_path, kind):
    archive = tar(tmp_path / "archive", FILES | special("repo/data/link", kind, "/etc/hostname"))
    assert reason_of(archive, tmp_path) is RejectionReason.UNSAFE


def test_links_in_zip_files_are_refused(tmp_path):
    with zipfile.ZipFile(tmp_path / "archive", "w") as archive:
        info = zipfile.ZipInfo("repo/data/link")
        info.external_attr = 0o120777 << 16
        archive.writestr(info, "/etc/hostname")
    assert reason_of(tmp_path / "archive", tmp_path) is RejectionReason.UNSAFE


@pytest.mark.parametrize("make", [tar, zipped])
def test_a_bomb_is_stopped(tmp_path, make):
    archive = make(tmp_path / "archive", {"repo/data/zeros": bytes(5_000_000)})
    assert archive.stat().st_size < 50_000
    assert reason_of(archive, tmp_path, max_bytes=1_000_000) is RejectionReason.TOO_LARGE


@pytest.mark.parametrize("content", [b"", b"not an archive", b"PK\x03\x04broken", b"\x1f\x8b\x08broken"])
def test_no_archive(tmp_path, content):
    (tmp_path / "archive").write_bytes(content)
    assert reason_of(tmp_path / "archive", tmp_path) is RejectionReason.UNREADABLE


@pytest.mark.parametrize("make", [tar, zipped])
def test_a_damaged_archive_leaves_nothing(tmp_path, make):
    archive = make(tmp_path / "archive", {"repo/data/x": bytes(range(256)) * 4000})
    content = bytearray(archive.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 40] = bytes(40)
    archive.write_bytes(bytes(content))
    assert reason_of(archive, tmp_path) is RejectionReason.UNREADABLE


def test_an_absent_folder(tmp_path):
    assert reason_of(tar(tmp_path / "archive", {"other/x": b"x"}), tmp_path) is RejectionReason.MISSING


def test_an_existing_destination_is_left_alone(tmp_path):
    (tmp_path / "out").mkdir()
    with pytest.raises(FetchError) as caught:
        unpack(tar(tmp_path / "archive", FILES), "repo/data", tmp_path / "out")
    assert caught.value.reason is RejectionReason.INVALID


@pytest.mark.faults
@pytest.mark.parametrize("make", [tar, zipped])
@pytest.mark.parametrize("name", ["d/" * 2_000 + "x", "d/" * 41 + "x", "x" * 1_001])
def test_a_path_that_is_too_long_or_too_deep_is_refused(tmp_path, make, name):
    assert reason_of(make(tmp_path / "archive", FILES | {name: b"x"}), tmp_path) is RejectionReason.TOO_LARGE


@pytest.mark.faults
def test_a_name_in_no_alphabet_is_refused(tmp_path):
    archive = zipped(tmp_path / "archive", {"repo/data/é.json": b"{}"})
    archive.write_bytes(archive.read_bytes().replace("é".encode(), b"\xa2\xa9"))
    assert reason_of(archive, tmp_path) is RejectionReason.UNREADABLE


@pytest.mark.faults
@pytest.mark.parametrize("make", [tar, zipped])
def test_any_damage_has_a_reason(tmp_path, make):
    rng, whole = Random(0), make(tmp_path / "archive", FILES).read_bytes()
    for number in range(300):
        damaged = bytearray(whole)
        for _ in range(rng.randint(1, 8)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        (tmp_path / "archive").write_bytes(damaged)
        with contextlib.suppress(FetchError):
            unpack(tmp_path / "archive", "repo/data", tmp_path / f"out{number}")


def header(name: str, size: int, kind: bytes = tarfile.REGTYPE) -> bytes:
    """A tar header that says any size, also a negative one."""
    block = bytearray(tarfile.TarInfo(name).tobuf(tarfile.GNU_FORMAT))
    block[124:136] = (size % (1 << 96) if size < 0 else size | 1 << 95).to_bytes(12, "big")
    block[156:157], block[148:156] = kind, b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)


@pytest.mark.parametrize("packed", [bytes, gzip.compress])
@pytest.mark.parametrize("size", [-512, -1024, -513, -(1 << 60)])
@pytest.mark.parametrize("kind", [tarfile.REGTYPE, tarfile.DIRTYPE, tarfile.XHDTYPE, tarfile.GNUTYPE_LONGNAME, b"Z"])
@pytest.mark.parametrize("before", [b"", header("other/x", 0), header("other/x", 0) * 2])
def test_a_negative_size_leads_nowhere(tmp_path, packed, size, kind, before):
    (tmp_path / "archive").write_bytes(packed(before + header("other/y", size, kind) + bytes(1024)))
    with within(1.0):
        assert reason_of(tmp_path / "archive", tmp_path) is RejectionReason.UNREADABLE


def pax(fields: bytes, format: bytes = tarfile.XHDTYPE) -> bytes:
    """An extended header, and an empty file behind it."""
    return header("pax", len(fields), format) + fields + bytes(-len(fields) % 512) + header("repo/data/a", 0)


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE])
@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        (b"1" * 65_000, RejectionReason.UNREADABLE),
        (b"7 a=bc\n" * 9_000 + b"9", RejectionReason.UNREADABLE),
        (b"9 size=1\n", RejectionReason.UNSAFE),
        (b"20 GNU.sparse.map=1\n", RejectionReason.UNSAFE),
        (b"0 a=b\n", RejectionReason.UNREADABLE),
        (b"99 a=b\n", RejectionReason.UNREADABLE),
        (b"7 a=bc\n" * 10_000, RejectionReason.TOO_LARGE),
    ],
)
def test_extended_headers_are_read_once_or_refused(tmp_path, kind, fields, reason):
    (tmp_path / "archive").write_bytes(pax(fields, kind) * 20 + bytes(1024))
    with within(1.0):
        assert reason_of(tmp_path / "archive", tmp_path) is reason


def test_extended_headers_without_a_file_end(tmp_path):
    (tmp_path / "archive").write_bytes(header("pax", 0, tarfile.XHDTYPE) * 100_000 + header("repo/data/a", 0))
    with within(1.0):
        assert reason_of(tmp_path / "archive", tmp_path) is RejectionReason.TOO_LARGE


def test_what_is_passed_over_counts_too(tmp_path):
    archive = tar(tmp_path / "archive", {"elsewhere/zeros": bytes(5_000_000)} | FILES)
    assert reason_of(archive, tmp_path, max_bytes=1_000_000) is RejectionReason.TOO_LARGE


def test_a_zip_file_that_hides_how_many_members_it_has(tmp_path):
    entry = b"PK\1\2" + bytes(24) + struct.pack("<H", 2) + bytes(16) + b"d/"
    directory = entry * 700_000
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, len(directory), 0, 0)
    (tmp_path / "archive").write_bytes(directory + end)
    with within(1.0):
        assert reason_of(tmp_path / "archive", tmp_path) is RejectionReason.TOO_LARGE


NAMES = st.text("abé/. ", min_size=1, max_size=160).filter(
    lambda name: ".." not in name.split("/") and not name.startswith("/") and "//" not in name and name.count("/") < 9
)


@given(
    st.dictionaries(NAMES, st.binary(max_size=1_200), max_size=5),
    st.sampled_from([tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT]),
    st.sampled_from(["w", "w:gz", "w:bz2"]),
)
def test_what_tarfile_writes_is_unpacked_as_tarfile_reads_it(tmp_path_factory, files, format, mode):
    folder = tmp_path_factory.mktemp("tar")
    with contextlib.suppress(ValueError), tarfile.open(folder / "archive", mode, format=format) as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))  # ValueError: a name that is too long for the format
    with tarfile.open(folder / "archive") as archive:
        read = {entry.name: archive.extractfile(entry).read() for entry in archive if entry.isreg()}
    try:
        out = unpack(folder / "archive", "", folder / "out")
    except FetchError:
        whole = {Path(name) for name in read}
        assert len(whole) < len(read) or not read or any(p in whole for name in whole for p in name.parents)
        return
    assert {Path(name): content for name, content in read.items()} == {
        path.relative_to(out): path.read_bytes() for path in out.rglob("*") if path.is_file()
    }
