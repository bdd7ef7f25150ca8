"""``diagramloop papers`` from the command line, against a local server that plays arXiv."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from local_archive import LocalArchive, Served
from typer.testing import CliRunner

from diagramloop.data.sources.fetch import Manifest, read_manifest
from diagramloop.doors.cli._app import app
from diagramloop.evaluation.data_sets import shipped_corpus

pytest.importorskip("arxiv", reason="fetching papers needs the extra 'papers'")

SHIPPED = shipped_corpus() / "papers"
TEX = gzip.compress(rb"\documentclass{article}\begin{document}\section{A} Text.\end{document}", mtime=0)


@pytest.fixture
def archive() -> Iterator[LocalArchive]:
    served = LocalArchive([Served("2505.00001v1", "First", TEX), Served("2505.00002v1", "Second", None)])
    yield served
    served.close()


def run(*arguments: str) -> tuple[int, list[dict[str, object]]]:
    done = CliRunner().invoke(app, ["papers", *arguments])
    return done.exit_code, [json.loads(line) for line in done.stdout.splitlines()]


def test_fetch_by_index_query_and_title(archive, tmp_path):
    index = tmp_path / "index.json"
    index.write_text(json.dumps({"cv_x": ["2505.00001v1"], "nlp_x": ["2505.00002v1"]}))
    to = (str(tmp_path / "out"), "--server", archive.address, "--delay", "0")
    code, rows = run("fetch", *to, "--ids", str(index))
    assert code == 1
    assert rows[0] == {"paper": "2505.00001v1", "folder": str(tmp_path / "out" / "2505.00001v1"), "was_there": False}
    assert (rows[1]["paper"], rows[1]["rejected"]) == ("2505.00002v1", "missing")
    assert json.loads((tmp_path / "out" / "2505.00001v1" / "paper.json").read_text())["domain"] == "cv"
    code, rows = run("fetch", *to, "--ids", "2505.00001v1", "--title", "First", "--query", "all:x", "--max", "1")
    assert code == 0
    assert [row["was_there"] for row in rows] == [True, True, True]


DOMAINS = ("cv", "ic", "ml", "nlp", "robotics")


def test_a_published_index_is_fetched_by_its_name_and_goes_on_where_it_was_cut(archive, tmp_path, monkeypatch):
    ids = [f"2505.0000{at}v1" for at in range(1, 6)]
    archive.papers[:] = [Served(id, f"Paper {id}", TEX) for id in ids]
    archive.papers[2].eprint = None
    index = {f"{domain}_2025_autobench": [id] for domain, id in zip(DOMAINS, ids, strict=True)}
    index["ml_2025_autobench"].append(ids[0])  # a paper that two domains list
    asked: list[Path] = []

    def published(manifest: Manifest, destination: Path, *, quiet: bool) -> list[Path]:
        assert (manifest.name, quiet) == ("sciflow_bench", True)
        destination.mkdir(exist_ok=True)
        (destination / "autobench_index.json").write_text(json.dumps(index))
        asked.append(destination / "autobench_index.json")
        return asked[-1:]

    monkeypatch.setattr("diagramloop.data.sources.papers.index.fetch", published)
    to = (str(tmp_path / "out"), "--server", archive.address, "--delay", "0", "--ids", "sciflow_bench")
    code, rows = run("fetch", *to)
    assert (code, [row["paper"] for row in rows if "rejected" not in row]) == (1, [*ids[:2], *ids[3:]])
    before = len([path for path in archive.requests if "e-print" in path])
    archive.papers[2].eprint = TEX
    code, rows = run("fetch", *to)
    assert (code, {row["paper"]: row["was_there"] for row in rows}) == (0, {id: id != ids[2] for id in ids})
    assert len([path for path in archive.requests if "e-print" in path]) == before + 1
    records = [json.loads((tmp_path / "out" / id / "paper.json").read_text()) for id in ids]
    assert [record["domain"] for record in records] == list(DOMAINS)


def test_the_published_index_is_pinned_to_a_commit():
    (file,) = read_manifest("sciflow_bench").files
    assert re.search(r"/[0-9a-f]{40}/autobench_index\.json$", file.url)


def test_an_index_with_half_a_character_is_a_line_as_any_other(tmp_path):
    (tmp_path / "index.json").write_text('["\\ud800"]')
    result = CliRunner().invoke(app, ["papers", "fetch", str(tmp_path / "out"), "--ids", str(tmp_path / "index.json")])
    assert result.exit_code == 1
    assert json.loads(result.stdout)["rejected"] == "invalid"


def test_nothing_asked_for_is_a_usage_error(tmp_path):
    assert run("fetch", str(tmp_path))[0] == 2


def test_list_says_which_figure_and_why(tmp_path):
    pytest.importorskip("pylatexenc", reason="reading LaTeX needs the extra 'papers'")
    paper = tmp_path / "papers" / "clockferry"
    paper.mkdir(parents=True)
    (paper / "eprint").write_bytes((SHIPPED / "clockferry" / "eprint").read_bytes())
    (paper / "paper.json").write_text('{"id": "clockferry", "title": "T", "licence": "CC0-1.0"}')
    code, rows = run("list", str(tmp_path / "papers"))
    assert code == 0
    assert rows[0]["figure"] == 1
    assert "caption" in rows[0]["reasons"]  # type: ignore[operator]
    assert rows[0]["verified_graph"] is False


@pytest.mark.parametrize("address", ["nonsense", "file:///etc", "http://"])
def test_what_is_no_server_is_told_once_and_not_tried(tmp_path, address):
    result = CliRunner().invoke(app, ["papers", "fetch", str(tmp_path), "--ids", "2505.00001", "--server", address])
    assert (result.exit_code, result.stdout) == (1, "")
    assert "no address of a server" in result.stderr
