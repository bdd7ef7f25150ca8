"""A weight has its training data beside it, tells of the items that it saw and of no others, and holds no data."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from diagramloop.engines.attribute import ATTRIBUTORS
from diagramloop.engines.converse import AGENTS
from diagramloop.engines.extract import EXTRACTORS
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.contestants.parsers import PARSERS
from diagramloop.evaluation.lineage import (
    Lineage,
    Seen,
    chart_fingerprint,
    fingerprint,
    lineages_of,
    read_lineage,
    seen,
)
from diagramloop.graph import Box, Edge, FlowGraph, Node
from diagramloop.plugins import Kind

ROOT = Path(__file__).parents[3]
FILES = sorted(ROOT.glob("diagramloop/**/*.lineage.json"))
BY_SCRIPT = [  # the others are written by what makes a record, or a list of words
    path
    for path in FILES
    if "learned" not in path.parts
    and not any(path.with_name(path.name.replace(".lineage.json", kind)).exists() for kind in (".json", ".txt"))
]


def test_a_chart_is_the_same_whatever_its_ids_order_and_places() -> None:
    one = FlowGraph(
        nodes=(Node(id="a", text="Cold?"), Node(id="b", text="Heat")),
        edges=(Edge(source="a", target="b", label="yes"),),
    )
    box: Box = (0.0, 0.0, 9.0, 9.0)
    same = FlowGraph(
        nodes=(Node(id="2", text="heat", box=box), Node(id="1", text="COLD? ")),
        edges=(Edge(source="1", target="2", label="Yes"),),
    )
    turned = one.replace(edges=(Edge(source="b", target="a", label="yes"),))
    assert chart_fingerprint(one) == chart_fingerprint(same) != chart_fingerprint(turned)


def test_only_what_was_seen_is_called_in_sample_and_what_is_not_known_is_not_said() -> None:
    lineage = Lineage("w.npz", "Words, one half", "trained on", frozenset({fingerprint("a"), fingerprint("b")}))
    items = [[fingerprint(text)] for text in "abc"]
    said = "in-sample: 2 of 3 items are of what w.npz was trained on (Words, one half)"
    assert seen(items, [lineage]) == Seen(2, said)
    assert seen(items[2:], [lineage]) == Seen(0, "")
    assert seen(items, []) == Seen(0, "")
    assert seen(items, None) == Seen(None, "")


def test_systems_name_the_lineages_of_their_own_weights() -> None:
    systems: tuple[tuple[Kind[Any], str], ...] = (
        (ATTRIBUTORS, "embedded"),
        (EXTRACTORS, "text2flow"),
        (AGENTS, "floca"),
    )
    for kind, name in systems:
        assert lineages_of(kind, name, {})
        assert lineages_of(kind, "nobody", {}) is None
    assert lineages_of(EXTRACTORS, "text2flow", {"model": {}}) is None
    assert lineages_of(AGENTS, "floca", {"model": {}}) is None
    assert lineages_of(AGENTS, "random_edge", {}) == ()
    assert lineages_of(EXTRACTORS, "zero_shot", {}) is None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_lineage_is_of_the_weight_beside_it_and_holds_fingerprints_alone(path: Path) -> None:
    package = ".".join(path.parent.relative_to(ROOT).parts)
    lineage, raw = read_lineage(f"{package}:{path.name}"), json.loads(path.read_text())
    assert raw["things"] == sorted(lineage.things)
    assert all(len(thing) == 16 and int(thing, 16) >= 0 for thing in lineage.things)
    weight = path.with_name(lineage.weight)
    assert weight.suffix != ".safetensors" or raw["sha256"] == hashlib.sha256(weight.read_bytes()).hexdigest()


def test_every_shipped_weight_has_its_lineage() -> None:
    weights = [*ROOT.glob("diagramloop/**/*.safetensors"), *ROOT.glob("diagramloop/**/*.onnx")]
    assert weights
    assert {w.with_name(f"{w.stem}.lineage.json") for w in weights} <= set(FILES)


@pytest.mark.real_data
def test_the_lineages_are_those_of_the_data(real_data: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.training.lineages", str(real_data), "--out", str(tmp_path)]
    subprocess.run(command, check=True, cwd=ROOT, env={"PYTHONPATH": str(ROOT), "PATH": ""})
    made = sorted(tmp_path.rglob("*.lineage.json"))
    assert [path.relative_to(tmp_path) for path in made] == [p.relative_to(ROOT / "diagramloop") for p in BY_SCRIPT]
    assert all(a.read_bytes() == b.read_bytes() for a, b in zip(made, BY_SCRIPT, strict=True))


def test_weights_beside_which_a_lineage_lies_are_counted_wherever_options_name_them(tmp_path: Path) -> None:
    things = [fingerprint(f"thing {number}") for number in range(4)]
    told = {"weight": "small", "data": "half of it", "use": "trained on", "things": things[:2]}
    (tmp_path / "lineage.json").write_text(json.dumps(told))
    options = {"agents": {"shape_hunter": {"make": "mask2former", "options": {"checkpoint": str(tmp_path)}}}}
    found = lineages_of(PARSERS, "hmas_embedded", options)
    met = seen([[thing] for thing in things], found)
    assert met.items == 2
    assert met.note == "in-sample: 2 of 4 items are of what small was trained on (half of it)"
    assert lineages_of(PARSERS, "hmas_embedded", {}) is None
    (tmp_path / "lineage.json").write_text("{}")
    with pytest.raises(DiagramloopError, match="is no lineage"):
        lineages_of(PARSERS, "hmas_embedded", options)
