"""Tasks of Inspect: the same requests to a model as one call of diagramloop makes, and the same row."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from scripted_endpoint import ScriptedEndpoint, Status, tool_call

from diagramloop.errors import DiagramloopError, ModelError, RejectionReason
from diagramloop.evaluation._evaluate import evaluate
from diagramloop.evaluation.asked_models import model_option
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.evaluation.pictures import Drawing
from diagramloop.evaluation.tasks import task_named
from diagramloop.models.chat import Message, chat_model

inspect_ai = pytest.importorskip("inspect_ai", reason="the extra inspect is not installed")
MONO: dict[str, Any] = {"similarity": "lexical", "drawing": Drawing(styles=("mono",))}
LEXICAL: dict[str, Any] = {"similarity": "lexical"}
GRAPHS = {"view": "graph", "system": "parsed_graph_model", "options": {"picture": False}}
TASKS: dict[str, tuple[str, str, dict[str, Any], dict[str, Any]]] = {
    "parse": ("charts", "vision_parser", {**LEXICAL, "styles": "mono"}, MONO),
    "extract": ("documents", "zero_shot", {}, {}),
    "attribute": ("charts", "flow_path_agent", {}, {}),
    "answer": ("charts", "parsed_graph_model", GRAPHS, {}),
    "converse": ("dialogues", "graph_serialisation", {}, {}),
}
REPLIES = {
    "parse": ["flowchart TD\n  a[Start] --> b{Is it?}\n  b -- yes --> c[End]", "no diagram"],
    "extract": ["Start -> Boil the water\nBoil the water -> End", "I cannot."],
    "attribute": [tool_call("final_answer", {"answer": ["A", "C"]}), "A, B", tool_call("bfs", {})],
    "answer": ['{"answer": "3"}', '{"answer": "Yes"}', '{"answer": 2}'],
    "converse": ['{"node": "b"}', "yes", "Is it on?"],
}


@pytest.fixture
def spoken(scripted_endpoint: ScriptedEndpoint) -> Callable[[str], ScriptedEndpoint]:
    """The endpoint with replies that hang on what is asked alone."""

    def of_task(task: str) -> ScriptedEndpoint:
        said = REPLIES[task]
        scripted_endpoint.script = lambda body: said[hashed(body) % len(said)]
        return scripted_endpoint

    return of_task


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder in the corpus's form: one chart of it with its questions and dialogues, and one document."""
    folder = tmp_path_factory.mktemp("data") / "small"
    chosen = {"charts": "dead-lamp.mmd", "questions": "dead-lamp.json", "dialogues": "dead-lamp.json", "documents": "*"}
    for kind, name in chosen.items():
        for file in sorted(shipped_corpus().glob(f"{kind}/*/{name}"))[: 2 if name == "*" else 1]:
            target = folder / file.relative_to(shipped_corpus())
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
    return str(folder)


def hashed(body: dict[str, Any]) -> int:
    return hashlib.sha256(json.dumps(texts(body)).encode()).digest()[0]


def texts(body: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """Words of a request, whichever client wrote it."""
    said = []
    for message in body["messages"]:
        content = message.get("content") or ""
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        words = [part.get("text") or part["image_url"]["url"] for part in parts]
        calls = [call["function"]["name"] + call["function"]["arguments"] for call in message.get("tool_calls") or ()]
        said.append((message["role"], [word for word in (*words, *calls) if word]))
    return said


def inspected(task: str, endpoint: ScriptedEndpoint, folder: Path, **arguments: Any) -> Any:
    """The log of an evaluation by Inspect against the endpoint, as its own client speaks to it."""
    import diagramloop.doors.inspect_tasks as tasks

    model = inspect_ai.model.get_model("openai-api/local/m", base_url=endpoint.base_url, api_key="none", memoize=False)
    made = getattr(tasks, task)(**arguments)
    (log,) = inspect_ai.eval(made, model=model, log_dir=str(folder), display="none", max_retries=0, log_level="warning")
    return log


def values(log: Any) -> dict[str, float]:
    (scores,) = log.results.scores
    return {name: metric.value for name, metric in scores.metrics.items()}


@pytest.mark.parametrize("task", TASKS)
def test_the_row_is_ours_to_the_last_digit(
    spoken: Callable[[str], ScriptedEndpoint], tmp_path: Path, small: str, task: str
) -> None:
    limit, system, arguments, under = TASKS[task]
    endpoint = spoken(task)
    log = inspected(task, endpoint, tmp_path, data=small, **{limit: 1}, **arguments)
    assert log.status == "success", (log.error.message, log.error.traceback[-1500:])
    theirs, endpoint.requests[:] = [*endpoint.requests], []
    chat = {"model": "m", "base_url": endpoint.base_url, "attempts": 1}
    place = model_option(task_named(task, under).kind, system)
    given = {**arguments.get("options", {}), place: chat}
    table = evaluate(task, small, system, options=given, limit=1, conditions=under)
    asked = [sorted(map(json.dumps, map(texts, requests))) for requests in (theirs, endpoint.requests)]
    assert asked[0] == asked[1] != []
    several = len({row.data for row in table.rows}) > 1
    told = {f"{row.data} {row.metric}" if several else row.metric: row.value for row in table.rows}
    found = {name: value for name, value in values(log).items() if name != "dialogue/seconds"}
    unread = {row.unread for row in table.rows}
    assert {value for name, value in found.items() if name.endswith("unread")} == unread - {None}
    found = {name: value for name, value in found.items() if not name.endswith("unread")}
    of_items = {name: value for name, value in told.items() if value is not None and name in found}
    assert found == of_items
    assert len(found) >= 3
    assert {sample.id for sample in log.samples} == {score.row.id for score in table.scores}


def test_what_the_model_refuses_is_wrong_and_what_the_server_fails_is_not_scored(
    scripted_endpoint: ScriptedEndpoint, tmp_path: Path
) -> None:
    scripted_endpoint.script = [{"refusal": "no"}]
    log = inspected("answer", scripted_endpoint, tmp_path, charts=1, system="question_model", view="graph")
    assert log.status == "success", (log.error.message, log.error.traceback[-1500:])
    assert values(log) == {"answer/exact": 0.0, "answer/lenient": 0.0, "answer/f1": 0.0}
    scripted_endpoint.script = [Status(401, "who are you?")]
    failed = inspected("answer", scripted_endpoint, tmp_path, charts=1, system="question_model", view="graph")
    assert failed.status == "error"
    assert "401" in failed.error.message or "Authentication" in failed.error.message
    assert failed.results is None


def test_a_limit_of_inspect_ends_the_sample(spoken: Callable[[str], ScriptedEndpoint], tmp_path: Path) -> None:
    import diagramloop.doors.inspect_tasks as tasks

    endpoint = spoken("answer")
    model = inspect_ai.model.get_model("openai-api/local/m", base_url=endpoint.base_url, api_key="none", memoize=False)
    made = tasks.answer(charts=1, system="question_model", view="graph")
    (log,) = inspect_ai.eval(made, model=model, log_dir=str(tmp_path), display="none", limit=1, token_limit=5)
    assert [sample.limit.type for sample in log.samples] == ["token"]


def test_the_command_of_inspect_finds_the_tasks(spoken: Callable[[str], ScriptedEndpoint], tmp_path: Path) -> None:
    """In a folder that is no checkout; two samples of the shipped corpus."""
    chosen = ["-T", "system=question_model", "-T", "view=graph", "-T", "charts=1", "--limit", "2"]
    base = ["--model", "openai-api/local/m", "--model-base-url", spoken("answer").base_url]
    written = ["--log-dir", str(tmp_path / "logs"), "--log-format", "json", "--display", "none"]
    command = [sys.executable, "-m", "inspect_ai", "eval", "diagramloop/answer", *base, *chosen, *written]
    keys = {"LOCAL_API_KEY": "none"}
    done = subprocess.run(command, cwd=tmp_path, env=os.environ | keys, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-2_000:]
    (file,) = (tmp_path / "logs").glob("*.json")
    log = json.loads(file.read_text())
    assert (log["status"], len(log["samples"])) == ("success", 2)
    assert set(log["results"]["scores"][0]["metrics"]) == {"answer/exact", "answer/lenient", "answer/f1"}


def test_there_is_no_model_of_inspects_outside_of_an_evaluation() -> None:
    with pytest.raises(ModelError) as refused:
        chat_model({"back_end": "inspect"}).reply([Message("user", "hello")])
    assert refused.value.reason is RejectionReason.MISSING


def test_a_task_without_items_says_so(tmp_path: Path) -> None:
    import diagramloop.doors.inspect_tasks as tasks

    (tmp_path / "charts" / "one").mkdir(parents=True)
    (tmp_path / "charts" / "one" / "a.mmd").write_text("flowchart TD; a --> b")
    with pytest.raises(DiagramloopError) as refused:
        tasks.answer(data=str(tmp_path))
    assert refused.value.reason is RejectionReason.EMPTY
