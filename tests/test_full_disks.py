"""The disk is full, whoever writes: a sentence names the file and the cause, nothing is there by halves, and again."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from local_server import LocalServer, QuietHandler
from small_disk import room_for

from assets.machinery.store import Entry, ItemStore
from diagramloop.base.journal import Journal
from diagramloop.data.sources import Chart, Question, QuestionType
from diagramloop.data.sources._archive import unpack
from diagramloop.data.sources._download import Wanted, download
from diagramloop.data.sources.papers._record import PaperRecord, write_record
from diagramloop.doors.cli._results import write_result
from diagramloop.engines.attribute.dataset import export
from diagramloop.engines.attribute.embedded.weights import shipped
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.export import write_data
from diagramloop.graph import FlowGraph, Node
from diagramloop.models.calls import Call, CallStore
from diagramloop.whole_files import whole_folder
from pipelines.project import write_if_changed

pytestmark = pytest.mark.faults
ROOM = 30_000  # bytes
CAUSE = r"File too large|disk I/O error|database or disk is full"
BESIDE = ("-wal", "-shm", ".part")  # what SQLite and downloads go on with


@dataclass
class Writer:
    """One place where something is written: ``write`` puts it there, and errors name ``names``."""

    write: Callable[[Path, bytes], object]
    read: Callable[[Path], object]
    names: str


def text_of(content: bytes) -> str:
    return content.hex()


def put_item(folder: Path, content: bytes) -> None:
    with ItemStore(folder / "items.sqlite") as store:
        store.put("key", Entry("done", content))


def item(folder: Path) -> object:
    with ItemStore(folder / "items.sqlite") as store:
        return store.get("key")


def put_call(folder: Path, content: bytes) -> None:
    store = CallStore(folder / "calls.sqlite")
    try:
        store.put(hashlib.sha256(content).hexdigest(), Call(b"asked", content, 1.0))
    finally:
        store.close()


def calls(folder: Path) -> object:
    store = CallStore(folder / "calls.sqlite")
    try:
        return store.size
    finally:
        store.close()


def put_chart(folder: Path, content: bytes) -> None:
    graph = FlowGraph(nodes=(Node(id="a", text="Start", box=(0, 0, 9, 9)),))
    chart = Chart("c", "s", "d", "CC0-1.0", text_of(content), graph, content)
    question = Question("q", "c", "Where?", ("There.",), QuestionType.FACT_RETRIEVAL, ("a",))
    export(folder / "data", [chart], [question], {"c": "<svg/>"})


def put_artifact(folder: Path, content: bytes) -> None:
    with whole_folder(folder / "artifact") as unfinished:
        (unfinished / "small").write_text("small")
        with (unfinished / "part").open("wb") as file:
            file.write(content)


WRITERS = {
    "a result of a command": Writer(
        lambda folder, content: write_result(folder / "out.svg", content),
        lambda folder: (folder / "out.svg").read_bytes(),
        "out.svg",
    ),
    "params.yaml and dvc.yaml": Writer(
        lambda folder, content: write_if_changed(folder / "params.yaml", text_of(content)),
        lambda folder: (folder / "params.yaml").read_text(),
        "params.yaml",
    ),
    "an artifact": Writer(
        put_artifact,
        lambda folder: [path.read_bytes() for path in sorted((folder / "artifact").iterdir())],
        "artifact",
    ),
    "the store of items": Writer(put_item, item, "items.sqlite"),
    "the store of calls": Writer(put_call, calls, "calls.sqlite"),
    "what annotators say": Writer(
        lambda folder, content: Journal(folder / "log.jsonl").append(text_of(content).encode()),
        lambda folder: Journal(folder / "log.jsonl").lines(),
        "log.jsonl",
    ),
    "the annotated data set": Writer(
        put_chart,
        lambda folder: (folder / "data/dataset.json").read_text(),
        "original.png",
    ),
    "a paper's record": Writer(
        lambda folder, content: write_record(folder, PaperRecord(id="1", licence="?", title=text_of(content)[:99_999])),
        lambda folder: sorted(folder.glob("*"))[0].read_bytes(),
        "json",
    ),
}


def files_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.name.endswith(BESIDE)}


def refused(what: Callable[[], object], names: str) -> None:
    with pytest.raises((DiagramloopError, OSError), match=CAUSE) as told, room_for(ROOM):
        what()
    assert names in str(told.value)


@pytest.mark.parametrize("name", WRITERS)
def test_what_was_there_stays_and_the_next_time_it_is_written(name: str, tmp_path: Path) -> None:
    writer, folder = WRITERS[name], tmp_path / "disk"
    folder.mkdir()
    writer.write(folder, b"before")
    before, files = writer.read(folder), files_in(folder)
    refused(lambda: writer.write(folder, bytes(range(256)) * 1000), writer.names)
    assert (writer.read(folder), files_in(folder)) == (before, files)
    writer.write(folder, bytes(range(256)) * 1000)
    assert writer.read(folder) != before


def test_where_nothing_was_there_is_nothing(tmp_path: Path) -> None:
    content = bytes(range(256)) * 1000
    for name, writer in WRITERS.items():
        folder = tmp_path / name
        folder.mkdir()
        refused(lambda writer=writer, folder=folder: writer.write(folder, content), writer.names)
        kept = {"items.sqlite", "calls.sqlite", "log.jsonl"}  # empty, or with a part of a line that counts for nothing
        assert not [path for path in files_in(folder) - kept if (folder / path).is_file()]
        writer.write(folder, content)


def test_an_archive_is_no_worse_for_a_full_disk(tmp_path: Path) -> None:
    packed = tmp_path / "packed.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("in/file", bytes(10**6))
    refused(lambda: unpack(packed, "in", tmp_path / "unpacked"), "unpacked")
    assert list(tmp_path.iterdir()) == [packed]
    unpack(packed, "in", tmp_path / "unpacked")


def test_weights_are_saved_whole(tmp_path: Path) -> None:
    refused(lambda: shipped().numbers().write(tmp_path / "w.safetensors"), "w.safetensors")
    assert not list(tmp_path.iterdir())


def test_a_data_set_is_written_by_whole_tasks(tmp_path: Path) -> None:
    refused(lambda: write_data("corpus", tmp_path / "out", ("converse",)), "jsonl")
    assert not [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert write_data("corpus", tmp_path / "out", ("converse",))


@pytest.fixture
def address() -> Iterator[str]:
    class Handler(QuietHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(bytes(10**5))

    with LocalServer(Handler) as server:
        yield f"{server.address}/file"


def test_a_download_is_not_there_before_it_is_whole(tmp_path: Path, address: str) -> None:
    wanted = Wanted(address, tmp_path / "file", None, 10**6)
    refused(lambda: download(wanted, quiet=True), "file")
    assert not wanted.target.exists()
    assert download(wanted, quiet=True).stat().st_size == 10**5
