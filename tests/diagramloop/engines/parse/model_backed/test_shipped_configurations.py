"""The parsers of conf/parser that need models, with a local server or a tiny checkpoint in the model's place."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from tiny_checkpoints import save_tiny_qwen_vl

from diagramloop.engines.parse import HMAS
from diagramloop.engines.parse._agents import ROLES, agent
from diagramloop.errors import ModelError, RejectionReason
from diagramloop.evaluation.contestants.parsers import parser

CONF = Path(__file__).parents[5] / "conf" / "parser"


def configured(name, **placed):
    """``make`` and ``options`` of a parser, some scalars replaced."""

    def filled(value):
        if isinstance(value, dict):
            return {key: filled(placed.get(key, inner)) for key, inner in value.items()}
        return value

    read = yaml.safe_load((CONF / f"{name}.yaml").read_text("utf-8"))
    return read["make"], filled(read["options"])


@pytest.mark.parametrize("name", ["hmas_vision", "hmas_vision_topology", "vision_parser"])
def test_by_an_endpoint(name, chart, sighted, chat, scripted_endpoint):
    make, options = configured(name, chat=chat())
    made_parser = parser(make, **options)
    parsed = made_parser.parse(chart)
    assert [(node.id, node.text) for node in parsed.graph.nodes] == [("N1", "first"), ("N2", "second")]
    assert [(edge.source, edge.target, edge.label) for edge in parsed.graph.edges] == [("N1", "N2", "yes")]
    made = len(scripted_endpoint.requests)
    assert made_parser.parse(chart).graph == parsed.graph
    assert len(scripted_endpoint.requests) == made > 0


def test_by_a_local_checkpoint(chart, tmp_path):
    for package in ("torch", "torchvision", "transformers"):
        pytest.importorskip(package, reason="the extra `models` is not installed")
    save_tiny_qwen_vl(tmp_path / "qwen")
    placed = {"model": str(tmp_path / "qwen"), "store": str(tmp_path / "calls"), "dtype": None, "longest_side": 112}
    make, options = configured("hmas_qwen_vl", **placed, max_tokens=8)
    with pytest.raises(ModelError, match="no list of flows") as caught:  # but eight words of its own
        parser(make, **options).parse(chart)
    assert caught.value.reason is RejectionReason.UNREADABLE
    team = HMAS.of(options["agents"])
    models = {id(getattr(team, role)._asker._model) for role in options["agents"]}
    assert len(models) == 1


def test_every_named_agent_is_there(chat):
    for role, names in ROLES.items():
        for name in names:
            if name not in ("mask2former", "onnx"):  # which want weights
                agent(role, name, {"chat": chat()} if name == "model" else {})
