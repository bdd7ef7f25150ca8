"""Tasks of lmms-eval, without it: what is asked is what the system asks, and the sums are the board's."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest
import yaml
from PIL import Image

from diagramloop.doors.lmms_tasks import Run, functions, write_task
from diagramloop.doors.lmms_tasks.__main__ import main
from diagramloop.doors.lmms_tasks._run import opened
from diagramloop.engines.answer import Answer, AnswerTask
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation._evaluate import evaluate
from diagramloop.evaluation.asked_models import model_option
from diagramloop.evaluation.tasks import task_named
from diagramloop.models.chat import ChatModel, Message, Reply
from tests.diagramloop.doors.lmms_tasks.small_run import RUNS, replied

Document = dict[str, str]


class Model:
    """A model that answers by what is asked."""

    name = "m"

    def reply(self, messages: Sequence[Message], **limits: Any) -> Reply:
        pictures = [Image.open(io.BytesIO(picture)) for message in messages for picture in message.pictures]
        return Reply(replied([message.text for message in messages], pictures))


def documents(run: Run) -> list[Document]:
    return [{"id": id, "run": run.words()} for id in opened(run.words()).posed]


def told(docs: Sequence[Document], reply: Callable[[list[str], list[Image.Image]], str]) -> dict[str, Any]:
    """The values that lmms-eval would print, made as it makes them."""
    values: dict[str, list[Any]] = {}
    for doc in docs:
        parts = [part for message in functions.doc_to_messages(doc) for part in message["content"]]
        texts = [part["text"] for part in parts if part["type"] == "text"]
        said = reply(texts, [part["url"] for part in parts if part["type"] == "image"])
        for metric, value in functions.process_results(doc, [said.strip()]).items():
            values.setdefault(metric, []).append(json.loads(json.dumps(value)))
    missed = values.pop("items not scored")
    return {
        **{metric: functions.board_value(items) for metric, items in values.items()},
        "items not scored": functions.not_scored(missed),
    }


@pytest.mark.parametrize("run", RUNS, ids=lambda run: run.task)
def test_the_values_are_ours_to_the_last_digit(run: Run) -> None:
    place = model_option(task_named(run.task, run.conditions).kind, run.system)
    given = {**run.options, place: Model()}
    table = evaluate(run.task, run.data, run.system, options=given, limit=run.limit, conditions=run.conditions)
    several = len({row.data for row in table.rows}) > 1
    ours = {f"{row.data} {row.metric}" if several else row.metric: row.value for row in table.rows}
    theirs = told(documents(run), replied)
    assert theirs.pop("items not scored") == 0
    assert theirs == {name: ours[name] for name in theirs}
    assert {value for value in theirs.values() if value is not None and 0 < value < 1}


def test_models_without_a_chat_are_given_the_same_words_and_pictures() -> None:
    doc = documents(RUNS[0])[0]
    system, user = functions.doc_to_messages(doc)
    (picture,) = functions.doc_to_visual(doc)
    assert functions.doc_to_text(doc) == f"{system['content'][0]['text']}\n\n{user['content'][0]['text']}"
    assert user["content"][1]["url"].tobytes() == picture.tobytes()


@pytest.mark.parametrize("reply", ["[LMMS_EVAL_REQUEST_FAILED after 5 retries] 503", "[LMMS_EVAL_BUDGET_EXCEEDED]"])
def test_what_the_machine_failed_is_counted_and_not_scored(reply: str) -> None:
    docs = documents(RUNS[1])
    theirs = told(docs, lambda *_: reply)
    assert theirs.pop("items not scored") == len(docs)
    assert set(theirs.values()) == {None}


def test_a_model_that_says_nothing_is_wrong() -> None:
    theirs = told(documents(RUNS[1]), lambda *_: "")
    assert theirs == {"answer/exact": 0, "answer/lenient": 0, "answer/f1": 0, "items not scored": 0}


class Asking:
    """An answerer that asks as often as it is told to."""

    name = "asking"

    def __init__(self, chat: ChatModel, times: int) -> None:
        self._chat, self._times = chat, times

    def answer(self, task: AnswerTask) -> Answer:
        said = [self._chat.reply([Message("user", task.question)]).text for _ in range(self._times)]
        return Answer("".join(said) or "3")


def asking(times: int) -> Run:
    return Run("answer", f"{__name__}:Asking", options={"times": times}, limit=1, view="graph")


def test_a_system_that_asks_twice_is_refused() -> None:
    with pytest.raises(DiagramloopError, match="more than once") as refused:
        told(documents(asking(2)), lambda *_: "3")
    assert refused.value.reason is RejectionReason.UNSUPPORTED


def test_what_a_system_answers_without_asking_is_its_answer_whatever_a_model_says() -> None:
    theirs = told(documents(asking(0)), lambda texts, _: "x" * len(texts[0]))
    assert theirs == told(documents(asking(1)), lambda *_: "3")


def test_a_task_that_is_written_names_its_documents_and_functions(tmp_path: Path) -> None:
    run = RUNS[0]
    name = write_task(run, tmp_path)
    task = yaml.load((tmp_path / f"{name}.yaml").read_text(), Loader=Loader)
    lines = (tmp_path / task["dataset_kwargs"]["data_files"][task["test_split"]]).read_text().splitlines()
    assert [json.loads(line) for line in lines] == documents(run)
    one: Mapping[str, Any] = functions.process_results(json.loads(lines[0]), ["?"])
    named = [metric["metric"] for metric in task["metric_list"]]
    assert set(one) <= set(named)
    assert len(named) == len(set(named))
    assert task["doc_to_messages"] is functions.doc_to_messages
    assert task["generation_kwargs"]["max_new_tokens"] == 8_192


class Loader(yaml.SafeLoader):
    """YAML as lmms-eval reads it."""


Loader.add_constructor("!function", lambda loader, node: resolve_name(loader.construct_scalar(node)))


def test_the_command_says_how_to_go_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["answer", str(tmp_path), "--limit", "1"]) == 0
    assert f"--include_path {tmp_path} --tasks diagramloop_answer" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["answer", "--system", "solver"], "takes no language model"),
        (["converse"], "no system of the task converse"),
        (["parse", "--data", "nowhere"], "no data set"),
        (["answer", "--options", "[]"], "no JSON object"),
        (["answer", "--options", "{"], "no JSON object"),
    ],
)
def test_the_command_refuses_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], why: str
) -> None:
    assert main([arguments[0], str(tmp_path), "--limit", "1", *arguments[1:]]) == 1
    said = capsys.readouterr().err
    assert why in said
    assert said.count("\n") == 1
    assert not list(tmp_path.iterdir())
