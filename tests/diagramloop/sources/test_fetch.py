"""Fetching from a server on this machine that misbehaves in every way we could think of."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import tarfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from local_server import LocalServer, QuietHandler

from diagramloop.errors import FetchError, RejectionReason, SourceError
from diagramloop.sources import open_documents
from diagramloop.sources._download import Wanted, download
from diagramloop.sources.fetch import fetch, known_manifests, main, read_manifest

CONTENT = bytes(range(256)) * 1000
SHA256 = hashlib.sha256(CONTENT).hexdigest()
PAGE = b"\n<!DOCTYPE html><html><body>Please log in</body></html>"


class Handler(QuietHandler):
    """The first part of the path says how to misbehave."""

    seen: dict[str, list[str | None]]

    def do_GET(self) -> None:
        way = self.path.split("/")[1]
        ranges = self.seen.setdefault(way, [])
        ranges.append(self.headers.get("Range"))
        getattr(self, f"way_{way}")(len(ranges))

    def way_whole(self, _: int) -> None:
        begin = int((self.headers.get("Range") or "bytes=0-")[len("bytes=") : -1])
        if begin >= len(CONTENT):
            self.send(416, b"", {"Content-Range": f"bytes */{len(CONTENT)}"})
        elif begin:
            self.send(206, CONTENT[begin:], {"Content-Range": f"bytes {begin}-{len(CONTENT) - 1}/{len(CONTENT)}"})
        else:
            self.send(200, CONTENT)

    def way_norange(self, _: int) -> None:
        self.send(200, CONTENT)

    def way_cut(self, time: int) -> None:
        if time > 1:
            return self.way_whole(time)
        self.send(200, CONTENT, cut=100_000)
        return None

    def way_cutagain(self, _: int) -> None:
        self.send(200, CONTENT, cut=100_000)

    def way_otherpart(self, _: int) -> None:
        self.send(206, CONTENT[7:], {"Content-Range": f"bytes 7-{len(CONTENT) - 1}/{len(CONTENT)}"})

    def way_missing(self, _: int) -> None:
        self.send(404, b"no such file")

    def way_busy(self, time: int) -> None:
        self.send(*((429, b"", {"Retry-After": "7"}) if time == 1 else (503, b"") if time == 2 else (200, CONTENT)))

    def way_never(self, _: int) -> None:
        self.send(503, b"", {"Retry-After": "86400"})

    def way_page(self, _: int) -> None:
        self.send(200, PAGE)

    def way_file(self, _: int) -> None:
        self.send(302, b"", {"Location": "file:///etc/hostname"})

    def way_ftp(self, _: int) -> None:
        self.send(302, b"", {"Location": "ftp://127.0.0.1/x"})

    def way_moved(self, _: int) -> None:
        self.send(301, b"", {"Location": "/whole/x"})

    def way_circle(self, _: int) -> None:
        self.send(302, b"", {"Location": "/circle/x"})

    def way_drip(self, _: int) -> None:
        self.send_response(200)
        self.end_headers()
        with contextlib.suppress(OSError):  # until the client has left
            for sign in CONTENT:
                self.wfile.write(bytes([sign]))
                time.sleep(0.01)


@pytest.fixture
def server() -> Iterator[tuple[str, dict[str, list[str | None]]]]:
    handler = type("Seeing", (Handler,), {"seen": {}})
    with LocalServer(handler) as running:
        yield running.address, handler.seen


def got(
    server, way: str, folder: Path, sha256: str | None = SHA256, waits: list[float] | None = None, most=10**6
) -> Path:
    wanted = Wanted(f"{server[0]}/{way}/x", folder / "x.bin", sha256, most)
    return download(wanted, sleep=(waits if waits is not None else []).append, quiet=True)


@pytest.mark.parametrize("way", ["whole", "norange", "cut", "moved", "busy"])
def test_arrives_complete_and_leaves_no_part(server, tmp_path, way):
    assert got(server, way, tmp_path).read_bytes() == CONTENT
    assert [p.name for p in tmp_path.iterdir()] == ["x.bin"]


def test_a_server_that_sends_a_byte_now_and_then_is_left(server, tmp_path, monkeypatch):
    monkeypatch.setattr("diagramloop.sources._download.PATIENCE", 0.1)
    with pytest.raises(FetchError, match="less than 1000 bytes a second") as caught:
        got(server, "drip", tmp_path)
    assert caught.value.reason is RejectionReason.TIMEOUT
    assert len(server[1]["drip"]) == 6  # going on where it was left


def test_goes_on_where_it_was_cut(server, tmp_path):
    got(server, "cut", tmp_path)
    assert server[1]["cut"] == [None, "bytes=100000-"]


@pytest.mark.parametrize("kept", [1, 100_000, len(CONTENT), len(CONTENT) + 1])
@pytest.mark.parametrize("way", ["whole", "norange"])
def test_a_part_kept_by_an_earlier_run_is_used_or_replaced(server, tmp_path, kept, way):
    (tmp_path / "x.bin.part").write_bytes((CONTENT + b"more")[:kept])
    assert got(server, way, tmp_path).read_bytes() == CONTENT


def test_a_foreign_part_is_not_used_without_a_checksum(server, tmp_path):
    (tmp_path / "x.bin.part").write_bytes(b"foreign")
    assert got(server, "whole", tmp_path, sha256=None).read_bytes() == CONTENT
    assert server[1]["whole"] == [None]


def test_a_foreign_part_is_found_by_the_checksum_and_removed(server, tmp_path):
    (tmp_path / "x.bin.part").write_bytes(b"foreign")
    with pytest.raises(FetchError, match="SHA-256"):
        got(server, "whole", tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert got(server, "whole", tmp_path).read_bytes() == CONTENT


def test_what_is_there_is_not_fetched_again_unless_it_is_wrong(server, tmp_path):
    got(server, "whole", tmp_path)
    got(server, "whole", tmp_path)
    assert len(server[1]["whole"]) == 1
    (tmp_path / "x.bin").write_bytes(b"flipped")
    assert got(server, "whole", tmp_path).read_bytes() == CONTENT


def test_waits_as_asked_then_longer_and_longer(server, tmp_path):
    waits: list[float] = []
    got(server, "busy", tmp_path, waits=waits)
    assert waits == [7.0, 2.0]


@pytest.mark.parametrize(
    ("way", "reason", "most"),
    [
        ("missing", RejectionReason.MISSING, 10**6),
        ("page", RejectionReason.INVALID, 10**6),
        ("otherpart", RejectionReason.INVALID, 10**6),
        ("whole", RejectionReason.TOO_LARGE, 1000),
        ("never", RejectionReason.TIMEOUT, 10**6),
        ("cutagain", RejectionReason.TIMEOUT, 10**6),
        ("file", RejectionReason.UNSAFE, 10**6),
        ("ftp", RejectionReason.UNSAFE, 10**6),
        ("circle", RejectionReason.UNSAFE, 10**6),
    ],
)
def test_gives_up_with_a_reason_and_puts_nothing_in_place(server, tmp_path, way, reason, most):
    with pytest.raises(FetchError) as caught:
        got(server, way, tmp_path, most=most)
    assert caught.value.reason is reason
    assert not (tmp_path / "x.bin").exists()


@pytest.mark.faults
@pytest.mark.parametrize("way", ["missing", "page", "whole", "never", "cutagain", "file", "circle"])
def test_no_key_in_an_address_is_told(server, tmp_path, way, caplog):
    caplog.set_level("INFO")
    address = server[0].replace("http://", "http://me:canary-canary@")
    wanted = Wanted(f"{address}/{way}/x?part=1&access_token=canary%2Dcanary", tmp_path / "x", SHA256, 1000)
    with pytest.raises(FetchError) as caught:
        download(wanted, sleep=lambda _: None, quiet=True)
    assert "canary" not in str(caught.value)
    assert "canary" not in caplog.text


def test_a_server_that_is_not_there(tmp_path):
    with pytest.raises(FetchError) as caught:
        download(Wanted("http://127.0.0.1:9/x", tmp_path / "x", SHA256, 10), sleep=lambda _: None, quiet=True)
    assert caught.value.reason is RejectionReason.TIMEOUT


def manifest(folder: Path, **file: object) -> str:
    row = {"path": "a/x.bin", "url": "http://127.0.0.1:9/x", "sha256": SHA256} | file
    path = folder / "manifest.json"
    path.write_text(json.dumps({"name": "n", "licence": "CC0-1.0", "files": [row]}))
    return str(path)


def test_the_known_manifest_says_that_nothing_vouches_for_it():
    (file,) = read_manifest("flowexplainbench").files
    assert file.unverified
    assert file.unpack is not None


@pytest.mark.parametrize(
    "wrong",
    [
        {"sha256": None},
        {"unverified": True},
        {"sha256": "abc"},
        {"url": "file:///etc/hostname"},
        {"max_bytes": 0},
        {"max_bytes": "many"},
    ],
)
def test_a_manifest_that_contradicts_its_form_is_refused(tmp_path, wrong):
    with pytest.raises(SourceError):
        read_manifest(manifest(tmp_path, **wrong))


@pytest.mark.parametrize("path", ["../x", "/x", "a/../../x", "a/.hidden", "a\\x", "a/nul\0"])
def test_a_manifest_writes_nowhere_else(tmp_path, path):
    with pytest.raises(SourceError) as caught:
        fetch(read_manifest(manifest(tmp_path, path=path)), tmp_path / "to", quiet=True)
    assert caught.value.reason is RejectionReason.UNSAFE


def test_command_fetches_and_unpacks_an_archive(server, tmp_path, capsys, monkeypatch):
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        entry = tarfile.TarInfo("repo-1/data/dataset.json")
        entry.size = 2
        archive.addfile(entry, io.BytesIO(b"{}"))
    monkeypatch.setattr(Handler, "way_whole", lambda self, _: self.send(200, stream.getvalue()))
    path = manifest(
        tmp_path,
        path="a.tar.gz",
        url=f"{server[0]}/whole/a",
        sha256=None,
        unverified=True,
        unpack={"folder": "repo-1/data", "into": "set"},
    )
    assert main([path, str(tmp_path / "to")]) == 0
    assert (tmp_path / "to/set/dataset.json").read_bytes() == b"{}"
    assert hashlib.sha256(stream.getvalue()).hexdigest() in capsys.readouterr().out
    assert main([path, str(tmp_path / "to")]) == 0
    assert len(server[1]["whole"]) == 1


PROCEDURE = {
    "file_index": 1,
    "paragraph": "Begin, then stop.",
    "padding": " " * 200_000,
    "step_nodes": [{"resourceId": "s", "type": "StartNode"}, {"resourceId": "e", "type": "EndNode"}],
    "SequenceFlow": [{"src": "s", "tgt": "e"}],
}


def test_a_single_json_file_is_fetched_past_a_cut_and_opened(server, tmp_path, monkeypatch):
    documents = json.dumps([PROCEDURE]).encode()
    monkeypatch.setitem(globals(), "CONTENT", documents)
    sha256 = hashlib.sha256(documents).hexdigest()
    path = manifest(tmp_path, path="paged/test.json", url=f"{server[0]}/cut/test.json", sha256=sha256)
    assert main([path, str(tmp_path / "to")]) == 0
    first, second = server[1]["cut"]
    assert first is None
    assert second.startswith("bytes=")
    assert [item.id for item in open_documents("paged", tmp_path / "to/paged").documents()] == ["1"]


@pytest.mark.parametrize("way", ["page", "missing", "whole"])  # the last has another checksum
def test_what_is_not_the_json_file_is_not_put_in_place(server, tmp_path, capsys, way):
    path = manifest(tmp_path, path="paged/test.json", url=f"{server[0]}/{way}/test.json", sha256="0" * 64)
    assert main([path, str(tmp_path / "to")]) == 1
    assert "error:" in capsys.readouterr().err
    assert not list((tmp_path / "to").rglob("*.json"))


def test_the_command_says_what_there_is_to_fetch(capsys):
    assert {"flowexplainbench", "paged", "flodial", "pfdial"} <= set(known_manifests())
    for name in known_manifests():
        assert read_manifest(name).files
    with pytest.raises(SystemExit):
        main(["--help"])
    said = capsys.readouterr().out
    assert all(name in said for name in known_manifests())


def test_command_names_what_went_wrong(tmp_path, capsys):
    assert main([str(tmp_path / "absent.json"), str(tmp_path)]) == 1
    assert "absent.json is missing" in capsys.readouterr().err
