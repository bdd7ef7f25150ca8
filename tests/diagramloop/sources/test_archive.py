from __future__ import annotations

import contextlib
import io
import tarfile
import zipfile
from pathlib import Path
from random import Random

import pytest

from diagramloop.errors import FetchError, RejectionReason
from diagramloop.sources._archive import unpack

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
