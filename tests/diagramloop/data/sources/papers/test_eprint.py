"""E-prints that nobody vouches for: each is refused quickly, in little memory, and nothing outside is touched."""

from __future__ import annotations

import gzip
import io
import tarfile
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from local_archive import packed
from processor_time import within

from diagramloop.data.sources.papers.eprint import check_eprint, unpack_eprint
from diagramloop.errors import DiagramloopError, FetchError, RejectionReason

TEX = rb"\documentclass{article}\begin{document}Hello\end{document}"
SECONDS, MEMORY = 1.0, 200_000_000


def refused(content: bytes, tmp_path: Path) -> RejectionReason:
    """The reason; asserts that refusing took under a second and 200 MB, and that nothing was left behind."""
    eprint, out, canary = tmp_path / "eprint", tmp_path / "in" / "out", tmp_path / "canary"
    eprint.write_bytes(content)
    canary.write_text("alive")
    tracemalloc.start()
    with within(SECONDS), pytest.raises(FetchError) as caught:
        unpack_eprint(eprint, out)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < MEMORY
    assert canary.read_text() == "alive"
    assert not out.exists()
    assert {path.name for path in tmp_path.iterdir()} <= {"eprint", "canary", "in"}
    return caught.value.reason


def tar_of(*entries: tuple[tarfile.TarInfo, bytes], format: int = tarfile.PAX_FORMAT) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=format) as archive:
        for entry, content in entries:
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return out.getvalue()


def entry(name: str, kind: bytes = tarfile.REGTYPE, to: str = "", **pax: str) -> tarfile.TarInfo:
    made = tarfile.TarInfo(name)
    made.type, made.linkname, made.pax_headers = kind, to, dict(pax)
    return made


@pytest.mark.parametrize(
    ("content", "names"),
    [
        (packed({"main.tex": TEX, "figs/a.png": b"png"}), {"main.tex", "figs/a.png"}),
        (gzip.decompress(packed({"./main.tex": TEX})), {"main.tex"}),
        (gzip.compress(TEX), {"main.tex"}),
        (TEX, {"main.tex"}),
        (b"%PDF-1.5\n...", {"paper.pdf"}),
        (gzip.compress(b"%PDF-1.5\n..."), {"paper.pdf"}),
    ],
)
def test_every_form_in_which_papers_come(tmp_path, content, names):
    (tmp_path / "eprint").write_bytes(content)
    out = unpack_eprint(tmp_path / "eprint", tmp_path / "out")
    assert {p.relative_to(out).as_posix() for p in out.rglob("*") if p.is_file()} == names
    check_eprint(tmp_path / "eprint")


@pytest.mark.parametrize("name", ["../canary", "/tmp/diagramloop-canary", "a/../../canary", "a\\..\\..\\canary"])
def test_paths_that_lead_out(tmp_path, name):
    assert refused(tar_of((entry(name), b"dead")), tmp_path) is RejectionReason.UNSAFE


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE])
def test_links_and_devices(tmp_path, kind):
    content = tar_of((entry("main.tex"), TEX), (entry("link", kind, "../canary"), b""))
    assert refused(content, tmp_path) is RejectionReason.UNSAFE


def test_what_is_said_of_a_broken_archive_is_the_same_every_time(tmp_path):
    (tmp_path / "eprint").write_bytes(tar_of((entry("a"), TEX), (entry("a/b"), TEX)))
    said = []
    for out in ("one", "two"):
        with pytest.raises(FetchError) as caught:
            unpack_eprint(tmp_path / "eprint", tmp_path / out)
        said.append(str(caught.value))
    assert said[0] == said[1]
    assert "/" not in said[0]


def test_a_link_to_a_folder_and_a_file_in_it(tmp_path):
    content = tar_of((entry("d", tarfile.SYMTYPE, ".."), b""), (entry("d/canary"), b"dead"))
    assert refused(content, tmp_path) is RejectionReason.UNSAFE


def zeros(count: int) -> Iterator[bytes]:
    for _ in range(count >> 20):
        yield bytes(1 << 20)


@pytest.fixture(scope="module")
def bomb() -> bytes:
    """A tar file of 256 MB of nothing, in a few hundred kilobytes."""
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb", compresslevel=6, mtime=0) as file:
        head = entry("main.tex")
        head.size = 1 << 28
        file.write(head.tobuf())
        for chunk in zeros(1 << 28):
            file.write(chunk)
    return out.getvalue()


def test_a_bomb(tmp_path, bomb):
    assert len(bomb) < 300_000
    assert refused(bomb, tmp_path) is RejectionReason.TOO_LARGE


def test_a_bomb_of_files(tmp_path):
    content = tar_of(*((entry(f"{i}.tex"), b"") for i in range(6_000)), format=tarfile.USTAR_FORMAT)
    assert refused(gzip.compress(content), tmp_path) is RejectionReason.TOO_LARGE


def test_a_bomb_in_an_extended_header(tmp_path):
    content = tar_of((entry("main.tex", comment="x" * 100_000_000), b""))
    assert refused(gzip.compress(content, 1), tmp_path) is RejectionReason.TOO_LARGE


def test_an_extended_header_that_hides_a_size(tmp_path):
    assert (
        refused(tar_of((entry("main.tex", **{"GNU.sparse.realsize": "99"}), TEX)), tmp_path) is RejectionReason.UNSAFE
    )


def test_sparse_files(tmp_path):
    assert refused(tar_of((entry("a", tarfile.GNUTYPE_SPARSE), b"")), tmp_path) is RejectionReason.UNSAFE


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", RejectionReason.MISSING),
        (gzip.compress(b""), RejectionReason.MISSING),
        (gzip.compress(TEX)[:-9], RejectionReason.UNREADABLE),
        (gzip.compress(TEX)[:-4] + b"\0\0\0\0", RejectionReason.UNREADABLE),
        (packed({"main.tex": TEX * 9_000})[:-500], RejectionReason.UNREADABLE),
        (gzip.decompress(packed({"main.tex": TEX * 900}))[:2000], RejectionReason.UNREADABLE),
        (b"<html><body>429</body></html>", RejectionReason.INVALID),
        (b'<?xml version="1.0"?>\n<!DOCTYPE html><html>', RejectionReason.INVALID),
        (b"%!PS-Adobe-2.0", RejectionReason.UNSUPPORTED),
        (b"just some words", RejectionReason.UNREADABLE),
        (b"%auto-ignore\nThis paper has been withdrawn.", RejectionReason.MISSING),
    ],
)
def test_what_is_no_paper(tmp_path, content, reason):
    assert refused(content, tmp_path) is reason


@given(st.binary(max_size=2000), st.booleans(), st.booleans())
def test_any_bytes_end_in_files_or_a_reason(tmp_path_factory, content, zipped, tarred):
    folder = tmp_path_factory.mktemp("any")
    content = (tar_of((entry("a.tex"), TEX))[:512] + content) if tarred else content
    (folder / "eprint").write_bytes(gzip.compress(content) if zipped else content)
    try:
        unpack_eprint(folder / "eprint", folder / "out")
    except DiagramloopError:
        assert not (folder / "out").exists()


@pytest.mark.faults
@pytest.mark.parametrize("name", ["d/" * 2_000 + "x", "d/" * 41 + "x", "x" * 1_001, "é" * 501])
def test_a_path_that_is_too_long_or_too_deep(tmp_path, name):
    assert refused(tar_of((entry(name), b"x")), tmp_path) is RejectionReason.TOO_LARGE


@pytest.mark.faults
def test_a_header_that_points_beyond_the_end(tmp_path):
    big = entry("paper.tex")
    big.size = 1 << 80
    content = big.tobuf(tarfile.GNU_FORMAT) + b"\0" * 1024
    assert refused(content, tmp_path) is RejectionReason.UNREADABLE
