"""The command that fetches data sets, and the manifests that say where they are."""

from __future__ import annotations

import hashlib
import io
import json
import tarfile
from pathlib import Path

import pytest

from diagramloop.data.sources import open_documents
from diagramloop.data.sources.fetch import fetch, known_manifests, main, read_manifest
from diagramloop.errors import RejectionReason, SourceError
from tests.diagramloop.data.sources.misbehaving_server import SHA256, Handler


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
    monkeypatch.setattr("tests.diagramloop.data.sources.misbehaving_server.CONTENT", documents)
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
