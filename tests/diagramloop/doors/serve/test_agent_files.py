"""Files that an agent may make: a whole new file, in one folder, that no program takes up by its place or its name."""

from __future__ import annotations

import tempfile
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_disk import room_for

from diagramloop.doors.serve.agent_files import MARKDOWN, AgentFiles
from diagramloop.errors import DiagramloopError, RejectionReason

SUFFIXES = (".mmd", ".mermaid")
_TAKEN_UP = (
    "conftest.py", ".envrc", "sitecustomize.py", "Makefile", "setup.cfg", ".github/workflows/x.yml", ".mmd", "a.mmd/",
    "..", "../a.mmd", "/tmp/a.mmd", "sub/a.mmd", ".hidden/a.mmd", "C:a.mmd", "a.mmd:b.mmd", "-rf.mmd", "~/a.mmd",
    "a\nb.mmd", "a\u202edmm.exe.mmd", "a\ud800.mmd", "claude.mmd", "x" * 300 + ".mmd", "taken.mmd", "link.mmd",
)  # fmt: skip
_PIECES = st.sampled_from(
    ["/", "\\", ".", "..", ":", "~", "\0", "\n", "a", "ß", "py", ".mmd", ".md", ".MMD", "out", "AGENTS"]
)
NAMES = (
    st.sampled_from(_TAKEN_UP) | st.lists(_PIECES, max_size=6).map("".join) | st.text(max_size=8).map("{}.mmd".format)
)


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@given(NAMES)
def test_a_name_makes_a_plain_new_file_in_its_folder_or_nothing(name: str) -> None:
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        served, out = root / "served", root / "served" / "out"
        out.mkdir(parents=True)
        (out / "taken.mmd").write_bytes(b"before")
        (out / "link.mmd").symlink_to(root / "elsewhere.mmd")
        before = contents(root)
        try:
            saved = AgentFiles(served).write(name, b"text", SUFFIXES)
        except DiagramloopError:
            assert contents(root) == before
            return
        made = {path: content for path, content in contents(root).items() if path not in before}
        assert made == {served / saved: b"text"}
        assert (served / saved).parent == out
        assert (served / saved).suffix.lower() in SUFFIXES
        assert name.isprintable()
        assert name[0].isalnum()
        assert AgentFiles(served).read(saved) == b"text"


def test_plain_names_are_taken(tmp_path: Path) -> None:
    for name in ("tea.mmd", "Tea v1.2 (draft).MMD", "2 стакана.mermaid", "茶" * 60 + ".mmd"):
        assert AgentFiles(tmp_path).write(name, b"x", SUFFIXES) == f"out/{name}"


@pytest.mark.parametrize("target", ["nowhere", ".github", "/"])
def test_a_folder_of_new_files_that_came_as_a_link_is_refused(tmp_path: Path, target: str) -> None:
    (tmp_path / "out").symlink_to(tmp_path / target)
    with pytest.raises(DiagramloopError) as caught:
        AgentFiles(tmp_path).write("a.mmd", b"", SUFFIXES)
    assert caught.value.reason is RejectionReason.UNSAFE


def test_another_folder_may_be_named(tmp_path: Path) -> None:
    served, apart = tmp_path / "served", tmp_path / "apart"
    served.mkdir()
    assert AgentFiles(served, apart).write("a.md", b"x", (MARKDOWN,)) == str(apart / "a.md")
    assert AgentFiles(served, served / "new").write("a.md", b"x", (MARKDOWN,)) == "new/a.md"
    assert {path.relative_to(tmp_path).as_posix() for path in contents(tmp_path)} == {"apart/a.md", "served/new/a.md"}


def test_of_many_at_once_who_name_one_file_one_makes_it(tmp_path: Path) -> None:
    files, begin, told, refused = AgentFiles(tmp_path), threading.Barrier(8), [], []

    def write(number: int) -> None:
        begin.wait()
        try:
            files.write("a.mmd", bytes([number]) * 100_000, SUFFIXES)
            told.append(number)
        except DiagramloopError as error:
            refused.append(error.reason)

    writers = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    (winner,) = told
    assert refused == [RejectionReason.INVALID] * 7
    assert contents(tmp_path) == {tmp_path / "out/a.mmd": bytes([winner]) * 100_000}


def test_on_a_full_disk_there_is_nothing_and_the_next_time_the_file(tmp_path: Path) -> None:
    files = AgentFiles(tmp_path)
    with pytest.raises(DiagramloopError, match=r"a\.mmd.*File too large"), room_for(1000):
        files.write("a.mmd", b"x" * 2000, SUFFIXES)
    assert contents(tmp_path) == {}
    files.write("a.mmd", b"x" * 2000, SUFFIXES)
    assert files.read("out/a.mmd") == b"x" * 2000
