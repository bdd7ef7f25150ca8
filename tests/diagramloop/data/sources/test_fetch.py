"""Fetching from a server on this machine that misbehaves in every way we could think of."""

from __future__ import annotations

from pathlib import Path

import pytest

from diagramloop.data.sources._download import Wanted, download
from diagramloop.errors import FetchError, RejectionReason
from tests.diagramloop.data.sources.misbehaving_server import CONTENT, SHA256


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
    monkeypatch.setattr("diagramloop.data.sources._download.PATIENCE", 0.1)
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
