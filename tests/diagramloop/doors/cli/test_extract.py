"""``diagramloop extract`` and ``diagramloop simulate`` as a shell user meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from processor_time import within
from scripted_endpoint import ScriptedEndpoint

from diagramloop.graph import NodeKind, formats
from diagramloop.graph.triples import read_triples
from tests.diagramloop.doors.cli.command import run

TEXT = "First, open the letter. If it is a bill, pay the bill. Otherwise, file the letter. Finally, the process ends."
TRIPLES = "Start -> open\nopen -> XOR1\nXOR1 -> (bill) pay\nXOR1 -> (otherwise) file\npay -> End\nfile -> End\n"


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / "letter.txt"
    path.write_text(TEXT)
    return path


def kinds(text: str, format: str) -> list[NodeKind]:
    return [node.kind for node in formats.read(text, format).nodes]


def test_mermaid_triples_and_json(document: Path) -> None:
    assert "XOR1" in run("extract", document).stdout
    triples = run("extract", document, "--format", "triples").stdout
    assert {NodeKind.START, NodeKind.XOR, NodeKind.END} <= {node.kind for node in read_triples(triples).nodes}
    assert NodeKind.XOR in kinds(run("extract", document, "-f", "json").stdout, "json")


def test_standard_input_and_several_files(document: Path, tmp_path: Path) -> None:
    assert run("extract", "-", stdin=TEXT).stdout == run("extract", document).stdout
    other = tmp_path / "other.txt"
    other.write_text(TEXT)
    assert run("extract", document, other).exit_code == 2
    assert run("extract", document, other, "-o", tmp_path / "graphs").exit_code == 0
    assert sorted(path.name for path in (tmp_path / "graphs").iterdir()) == ["letter.mmd", "other.mmd"]


def test_the_loop_runs_without_a_model(document: Path) -> None:
    assert run("extract", document, "-e", "text2flow").exit_code == 0


def test_an_extractor_on_a_model(document: Path, tmp_path: Path, scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = [TRIPLES]
    ask = ("extract", document, "-e", "few_shot", "--model", "m", "--base-url", scripted_endpoint.base_url)
    ask = (*ask, "--calls", tmp_path / "calls.sqlite", "-f", "triples")
    first = run(*ask)
    assert read_triples(first.stdout) == read_triples(TRIPLES)
    assert run(*ask).stdout == first.stdout
    assert len(scripted_endpoint.requests) == 1


def test_prompts_of_ones_own(document: Path, tmp_path: Path, scripted_endpoint: ScriptedEndpoint) -> None:
    scripted_endpoint.script = [TRIPLES]
    (tmp_path / "own").mkdir()
    ask = ("extract", document, "-e", "zero_shot", "--model", "m", "--base-url", scripted_endpoint.base_url)
    assert "no prompt" in run(*ask, "--prompts", tmp_path / "own").stderr
    (tmp_path / "own" / "build.txt").write_text("My own words: $document")
    assert run(*ask, "--prompts", tmp_path / "own").exit_code == 0
    assert scripted_endpoint.requests[0]["messages"][-1]["content"].startswith("My own words: ")
    assert run("extract", document, "--prompts", tmp_path / "own").exit_code == 2


def test_wrong_usage(document: Path) -> None:
    assert run("extract", document, "-e", "few_shot").exit_code == 2
    unknown = run("extract", document, "-e", "nobody")
    assert (unknown.exit_code, "no extractor 'nobody'" in unknown.stderr) == (1, True)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"   \n\t ",
        bytes(range(256)) * 50,
        b"\x89PNG\r\n\x1a\n" + bytes(2_000),
        ("word " * 400_000).encode(),
        ("open the box and close it " * 10_000).encode(),
        ("open the box and close it " * 7_000).encode(),
        ("Open the box\n" * 10_000).encode(),
    ],
    ids=["empty", "blank", "bytes", "png", "2 MB", "no full stop", "one sentence", "10,000 lines"],
)
@pytest.mark.parametrize("name", ["embedded", "text2flow"])
def test_hostile_texts_end_in_a_result_or_one_clear_line(content: bytes, name: str, tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes(content)
    with within(20):
        result = run("extract", path, "-e", name, "-f", "triples")
    assert result.exit_code in {0, 1}
    assert result.exception is None or isinstance(result.exception, SystemExit)
    if result.exit_code:
        assert result.stderr.startswith(f"diagramloop extract: {path}: ")
        assert result.stderr.count("\n") == 1


def test_an_extracted_chart_is_known_again_by_simulate(document: Path, tmp_path: Path) -> None:
    chart = tmp_path / "letter.mmd"
    chart.write_text(run("extract", document).stdout)
    result = run("simulate", chart)
    assert (result.exit_code, "no issues" in result.stdout) == (0, True), result.stdout
    found = json.loads(run("simulate", chart, "--json").stdout)
    assert "XOR1" in found["nodes"].values()
    assert found["exact"]


def test_issues_are_told_with_an_exit_code_of_their_own(tmp_path: Path) -> None:
    chart = tmp_path / "chart.mmd"
    chart.write_text("flowchart TD\n s([Start]) --> x{Ready?}\n x -->|yes| e([End])\n x --> stop[Stop here]\n")
    result = run("simulate", chart)
    assert result.exit_code == 3
    assert "missing condition" in result.stdout
    assert "Stop here" in result.stdout
    found = json.loads(run("simulate", chart, "--json").stdout)
    assert {issue["kind"] for issue in found["issues"]} == {"missing condition", "no path to End"}
    assert sum(issue["frequency"] for issue in found["issues"]) == pytest.approx(1.0)


def test_an_ordinary_chart_and_a_broken_one(tmp_path: Path) -> None:
    good, broken = tmp_path / "good.mmd", tmp_path / "broken.mmd"
    good.write_text("flowchart TD\n a --> b{Ready?}\n b -->|yes| c\n b -->|no| a\n")
    broken.write_text("flowchart TD\n a -->\n -->")
    assert run("simulate", good).exit_code == 0
    result = run("simulate", good, broken)
    assert result.exit_code == 1
    assert "good.mmd: " in result.stdout
    assert "broken.mmd" in result.stderr


def test_simulating_reads_standard_input() -> None:
    assert run("simulate", "-", stdin="flowchart TD\n a --> b\n").exit_code == 0


def test_a_model_for_an_extractor_that_asks_none_is_a_usage_error(document: Path) -> None:
    result = run("extract", document, "--model", "m")
    assert result.exit_code == 2
    assert "asks no language model" in " ".join(result.stderr.replace("│", " ").split())
