"""Fetching from a local server that plays arXiv and misbehaves in every way arXiv does."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from local_archive import LocalArchive, Served, feed, packed

from diagramloop.data.sources import Arxiv, Paper, Rejected
from diagramloop.data.sources.papers.eprint import check_eprint
from diagramloop.data.sources.papers.fetching import Fetched, Fetcher, Server
from diagramloop.data.sources.papers.index import Wanted
from diagramloop.errors import RejectionReason
from diagramloop.evaluation.data_sets import shipped_corpus

pytest.importorskip("arxiv", reason="fetching papers needs the extra 'papers'")

SHIPPED = shipped_corpus() / "papers"
TEX = rb"\documentclass{article}\begin{document}\section{A} Text.\end{document}"

ZIPPED = gzip.compress(TEX, mtime=0)


def folder_packed(name: str) -> bytes:
    source = SHIPPED / name / "source"
    return packed({p.relative_to(source).as_posix(): p.read_bytes() for p in sorted(source.rglob("*")) if p.is_file()})


@pytest.fixture
def archive() -> Iterator[LocalArchive]:
    served = LocalArchive()
    yield served
    served.close()


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def fetcher(archive: LocalArchive, waits: list[float], tmp_path: Path) -> Fetcher:
    return Fetcher(tmp_path / "papers", Server.at(archive.address), delay=0.0, retries=1, sleep=waits.append)


def one(rows: Iterator[Fetched | Rejected]) -> Fetched | Rejected:
    found = list(rows)
    assert len(found) == 1
    return found[0]


def test_a_folder_a_single_file_and_a_pdf_are_fetched_and_read(archive, fetcher, tmp_path):
    archive.papers = [
        Served("2505.00001v2", "LanternCount", folder_packed("lanterncount"), category="cs.CV"),
        Served("2505.00002v1", "ClockFerry", (SHIPPED / "clockferry" / "eprint").read_bytes(), licence=None),
        Served("2505.00003v1", "DockPilot", (SHIPPED / "dockpilot" / "eprint").read_bytes(), category="cs.RO"),
    ]
    wanted = [Wanted("2505.00001"), Wanted("arXiv:2505.00002v1", "ic"), Wanted("https://arxiv.org/abs/2505.00003v1")]
    rows = list(fetcher.by_id(wanted))
    assert [row.id for row in rows] == ["2505.00001v2", "2505.00002v1", "2505.00003v1"]
    papers = list(Arxiv(tmp_path / "papers").papers())
    assert all(isinstance(paper, Paper) for paper in papers)
    assert [paper.domain for paper in papers] == ["cs.CV", "ic", "cs.RO"]
    assert [paper.licence for paper in papers] == ["CC-BY-4.0", "none stated", "CC-BY-4.0"]
    captions = [paper.caption for paper in papers]
    assert captions[0].startswith("Overview of the proposed LanternCount framework.")
    assert captions[1].startswith("The verification flow of ClockFerry.")
    assert captions[2].startswith("Overview of the DockPilot architecture.")
    assert all(paper.picture.startswith(b"\x89PNG") for paper in papers)


def test_a_second_run_asks_for_nothing_that_is_there(archive, fetcher):
    archive.papers = [Served("2505.00001v2", eprint=ZIPPED)]
    first = one(fetcher.by_id([Wanted("2505.00001v2")]))
    assert isinstance(first, Fetched)
    assert not first.was_there
    asked = len(archive.requests)
    again = one(fetcher.by_id([Wanted("2505.00001v2")]))
    assert isinstance(again, Fetched)
    assert again.was_there
    assert len(archive.requests) == asked
    latest = one(fetcher.by_id([Wanted("2505.00001")]))  # which version is the latest, only the API knows
    assert isinstance(latest, Fetched)
    assert latest.was_there
    assert archive.count("/e-print/") == 1


def test_a_damaged_paper_is_fetched_anew(archive, fetcher):
    archive.papers = [Served("2505.00001v2", eprint=ZIPPED)]
    fetched = one(fetcher.by_id([Wanted("2505.00001v2")]))
    assert isinstance(fetched, Fetched)
    (fetched.folder / "eprint").write_bytes(b"half")
    again = one(fetcher.by_id([Wanted("2505.00001v2")]))
    assert isinstance(again, Fetched)
    assert not again.was_there
    assert (fetched.folder / "eprint").read_bytes() == ZIPPED


def test_retry_after_is_obeyed(archive, fetcher, waits):
    archive.papers = [Served("2505.00001v1", eprint=ZIPPED, busy=2)]
    assert isinstance(one(fetcher.by_id([Wanted("2505.00001v1")])), Fetched)
    assert waits.count(7.0) == 2


def test_a_server_that_asks_for_hours_is_given_up(archive, fetcher):
    archive.papers = [Served("2505.00001v1", eprint=TEX, busy=9, retry_after="86400")]
    row = one(fetcher.by_id([Wanted("2505.00001v1")]))
    assert isinstance(row, Rejected)
    assert row.reason is RejectionReason.TIMEOUT


@pytest.mark.parametrize(
    ("served", "reason", "said"),
    [
        (Served("2505.00009v1", eprint=None), RejectionReason.MISSING, "404"),
        (Served("2505.00009v1", eprint=TEX, status=403), RejectionReason.MISSING, "403"),
        (
            Served("2505.00009v1", eprint=None, comment="This paper has been withdrawn"),
            RejectionReason.MISSING,
            "withdrawn",
        ),
        (Served("2505.00009v1", eprint=b"<!DOCTYPE html><html>Denied</html>"), RejectionReason.INVALID, "web page"),
        (Served("2505.00009v1", eprint=gzip.compress(b"<html>Denied</html>")), RejectionReason.INVALID, "web page"),
        (Served("2505.00009v1", eprint=b"%auto-ignore\nwithdrawn"), RejectionReason.MISSING, "withdrawn"),
        (Served("2505.00009v1", eprint=b""), RejectionReason.MISSING, "empty"),
        (Served("2505.00009v1", eprint=gzip.compress(TEX * 99)[:-20]), RejectionReason.UNREADABLE, "cut short"),
        (Served("2505.00009v1", eprint=TEX * 99, cut=100), RejectionReason.TIMEOUT, ""),
        (Served("2505.00009v1", eprint=b"%!PS-Adobe-3.0"), RejectionReason.UNSUPPORTED, "PostScript"),
        (Served("2505.00009v1", eprint=b"\x7fELF\0\0"), RejectionReason.UNREADABLE, "neither"),
    ],
)
def test_what_is_no_paper_is_rejected_and_the_batch_goes_on(archive, fetcher, tmp_path, served, reason, said):
    archive.papers = [served, Served("2505.00010v1", eprint=ZIPPED)]
    row, other = list(fetcher.by_id([Wanted(served.id), Wanted("2505.00010v1")]))
    assert isinstance(row, Rejected)
    assert (row.id, row.reason) == (served.id, reason)
    assert said in row.detail
    assert isinstance(other, Fetched)
    assert [path.name for path in (tmp_path / "papers").iterdir()] == ["2505.00010v1"]


def test_a_connection_that_was_cut_is_tried_again(archive, fetcher):
    archive.papers = [Served("2505.00001v1", eprint=ZIPPED, cut=20, cuts=2)]
    assert isinstance(one(fetcher.by_id([Wanted("2505.00001v1")])), Fetched)


def test_the_next_run_goes_on_where_the_licence_was_missing(archive, fetcher, tmp_path, monkeypatch):
    archive.papers = [Served("2505.00001v1", eprint=ZIPPED)]
    server = Server(f"{archive.address}/api/query", f"{archive.address}/e-print", f"{archive.address}/gone")
    broken = Fetcher(tmp_path / "papers", server, delay=0.0, sleep=lambda _: None)
    assert isinstance(one(broken.by_id([Wanted("2505.00001v1")])), Rejected)
    assert isinstance(one(fetcher.by_id([Wanted("2505.00001v1")])), Fetched)
    assert archive.count("/e-print/") == 1


def test_ids_that_are_none_and_papers_that_are_unknown(archive, fetcher):
    archive.papers = [Served("cs/0112017v1", eprint=TEX)]
    rows = list(fetcher.by_id([Wanted("../../etc"), Wanted("2505.99999"), Wanted("cs/0112017")]))
    assert [type(row) for row in rows] == [Rejected, Rejected, Fetched]
    assert [row.reason for row in rows[:2]] == [RejectionReason.INVALID, RejectionReason.MISSING]
    assert rows[2].id == "cs_0112017v1"


@pytest.mark.parametrize("id", ["../../evil", "/etc/x", "2505.00001v1/../../evil"])
def test_a_server_that_names_papers_so_that_they_lead_out(archive, fetcher, tmp_path, id):
    archive.papers = [Served(id, eprint=TEX)]
    row = one(fetcher.by_query("all:x", 1))
    assert isinstance(row, Rejected)
    assert row.reason is RejectionReason.INVALID
    assert archive.count("/e-print") == 0
    assert not (tmp_path / "papers").exists()


def test_a_record_without_a_title_is_rejected(archive, fetcher):
    archive.papers = [Served("2505.00001v1", title=" ", eprint=TEX)]
    row = one(fetcher.by_id([Wanted("2505.00001v1")]))
    assert isinstance(row, Rejected)
    assert row.reason is RejectionReason.INVALID


@pytest.mark.parametrize("feed", ["", "<html>no</html>", "<feed", feed([Served("x", date="yesterday")], 1)])
def test_an_api_that_answers_nonsense(archive, fetcher, feed):
    archive.feed = feed
    assert all(isinstance(row, Rejected) for row in fetcher.by_query("all:x", 1))
    row = one(fetcher.by_id([Wanted("2505.00001v1")]))
    assert isinstance(row, Rejected)
    assert row.reason in (RejectionReason.MISSING, RejectionReason.UNREADABLE)


def test_an_api_that_never_ends_is_left(archive, fetcher, monkeypatch):
    monkeypatch.setattr("diagramloop.data.sources.papers.archive_api.MAX_ANSWER_BYTES", 100)
    row = one(fetcher.by_id([Wanted("2505.00001v1")]))
    assert isinstance(row, Rejected)
    assert row.reason is RejectionReason.TOO_LARGE


def test_an_api_that_answers_a_byte_now_and_then_is_left(archive, fetcher, monkeypatch):
    monkeypatch.setattr("diagramloop.data.sources.papers.archive_api.TIME_LIMIT", 0.3)
    archive.drips = True
    row = one(fetcher.by_id([Wanted("2505.00001v1")]))
    assert isinstance(row, Rejected)
    assert (row.reason, row.detail) == (RejectionReason.TIMEOUT, "no whole answer in 0.3 s")


def test_by_query(archive, fetcher):
    archive.papers = [Served(f"2505.0000{i}v1", f"Paper {i}", TEX) for i in range(5)]
    assert [row.id for row in fetcher.by_query("cat:cs.CV", 3)] == [f"2505.0000{i}v1" for i in range(3)]


def test_by_title(archive, fetcher):
    archive.papers = [
        Served("2505.00001v1", "LanternCount: Counting People in Dim Scenes", TEX),
        Served("2505.00002v1", "Counting", TEX),
    ]
    rows = list(fetcher.by_title(['lanterncount: counting "people" in dim scenes', "Counting", "No such paper"]))
    assert [row.id for row in rows[:2]] == ["2505.00001v1", "2505.00002v1"]
    assert isinstance(rows[2], Rejected)
    assert rows[2].reason is RejectionReason.MISSING


def test_the_api_is_tried_again_and_then_given_up(archive, fetcher):
    archive.papers = [Served("2505.00001v1", eprint=TEX)]
    archive.api_failures = 1
    assert isinstance(one(fetcher.by_id([Wanted("2505.00001v1")])), Fetched)
    archive.api_failures = 9
    row = one(fetcher.by_id([Wanted("2505.00002v1")]))
    assert isinstance(row, Rejected)
    assert row.reason is RejectionReason.ENGINE_FAILED


def test_the_record_says_where_it_came_from(archive, fetcher):
    archive.papers = [Served("2505.00001v3", "On  Spaces", TEX, abstract="a\n b", licence="http://example.org/own")]
    fetched = one(fetcher.by_id([Wanted("2505.00001v3", "nlp")]))
    assert isinstance(fetched, Fetched)
    record = json.loads((fetched.folder / "paper.json").read_text())
    assert record["version"] == "v3"
    assert (record["title"], record["abstract"], record["domain"]) == ("On Spaces", "a b", "nlp")
    assert record["licence"] == "http://example.org/own"
    assert record["url"].endswith("/e-print/2505.00001v3")


@pytest.mark.faults
def test_what_nobody_foresaw_ends_one_paper_and_is_told(archive, fetcher, monkeypatch):
    archive.papers = [Served("2505.00001v1", eprint=ZIPPED), Served("2505.00002v1", eprint=ZIPPED)]
    look = check_eprint

    def fail(path: Path) -> None:
        if "00001" in str(path):
            raise RecursionError("too deep")
        look(path)

    monkeypatch.setattr("diagramloop.data.sources.papers.fetching.check_eprint", fail)
    rejected, good = fetcher.by_id([Wanted("2505.00001v1"), Wanted("2505.00002v1")])
    assert isinstance(rejected, Rejected)
    assert (rejected.reason, rejected.detail) == (RejectionReason.ENGINE_FAILED, "RecursionError: too deep")
    assert isinstance(good, Fetched)


@pytest.mark.faults
def test_no_key_of_a_mirror_is_written_down(archive, waits, tmp_path, caplog):
    caplog.set_level("INFO")
    archive.papers = [Served("2505.00001v1", eprint=ZIPPED), Served("2505.00002v1")]
    address = archive.address.replace("http://", "http://me:canary-canary@")
    fetcher = Fetcher(tmp_path / "papers", Server.at(address), delay=0.0, retries=0, sleep=waits.append)
    good, rejected = fetcher.by_id([Wanted("2505.00001v1"), Wanted("2505.00002v1")])
    assert isinstance(good, Fetched)
    assert isinstance(rejected, Rejected)
    assert "canary" not in (good.folder / "paper.json").read_text()
    assert "canary" not in rejected.detail
    archive.api_failures = 9
    down, *_ = fetcher.by_id([Wanted("2505.00003v1")])
    assert isinstance(down, Rejected)
    assert "canary" not in down.detail
    archive.close()
    gone, *_ = fetcher.by_id([Wanted("2505.00003v1")])
    assert isinstance(gone, Rejected)
    assert "canary" not in gone.detail
    assert "canary" not in "\n".join(r.getMessage() for r in caplog.records if r.name.startswith("httpx"))
