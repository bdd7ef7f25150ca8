"""Options of commands that ask a language model, and the sign of life while it is waited for."""

from __future__ import annotations

import time

import pytest
import typer

from diagramloop.doors.cli._model_options import configured
from diagramloop.doors.cli._waits import WaitingLine
from diagramloop.models.waiting import Wait, waiting, watched_by
from tests.diagramloop.doors.cli.command import run


def test_options_are_fields_of_the_request_and_settings_are_the_models() -> None:
    options = ["temperature=null", "top_p=0.9", "stop=[a, b]", "user=me=you", "reasoning={effort: low}"]
    settings = ["seconds=600", "max_tokens.plan=4000", "max_tokens.svg=null", "limit_field=max_completion_tokens"]
    assert configured("tiny", "http://x/v1", None, options, settings) == {
        "model": "tiny",
        "base_url": "http://x/v1",
        "store": None,
        "extra": {
            "temperature": None,
            "top_p": 0.9,
            "stop": ["a", "b"],
            "user": "me=you",
            "reasoning": {"effort": "low"},
        },
        "seconds": 600,
        "max_tokens": {"plan": 4000, "svg": None},
        "limit_field": "max_completion_tokens",
    }


@pytest.mark.parametrize(
    ("options", "settings"),
    [
        (["temperature"], None),
        (["=1"], None),
        (None, ["seconds"]),
        (["x=["], None),
        (None, ["max_tokens=3", "max_tokens.a=4"]),
    ],
)
def test_what_is_no_pair_is_told(options, settings) -> None:
    with pytest.raises(typer.BadParameter):
        configured("tiny", "http://x/v1", None, options, settings)


@pytest.mark.parametrize("given", [(["a=1"], None), (None, ["a=1"])])
def test_an_option_without_a_model_is_told(given) -> None:
    with pytest.raises(typer.BadParameter, match="add --model"):
        configured(None, "http://x/v1", None, *given)


@pytest.mark.parametrize("command", ["extract", "attribute", "converse"])
def test_every_command_that_takes_a_model_takes_them(command, scripted_endpoint, tmp_path) -> None:
    file = tmp_path / "chart.mmd"
    file.write_text("flowchart TD\n A{Is it on?} -->|no| B[Switch it on]\n A -->|yes| C[Call us]")
    more = {"extract": ["--extractor", "zero_shot"], "attribute": ["-q", "?", "--attributor", "flow_path_agent"]}
    told = ["--model", "tiny", "--base-url", scripted_endpoint.base_url]
    told += ["--option", "top_p=0.9", "--option", "temperature=null", "--setting", "max_tokens=7"]
    scripted_endpoint.script = ["Start -> Boil water -> End"]
    run(command, file, *more.get(command, []), *told, stdin="The lamp is dark.\n")
    assert scripted_endpoint.requests
    for sent in scripted_endpoint.requests:
        assert (sent["top_p"], sent["max_tokens"]) == (0.9, 7)
        assert "temperature" not in sent


def test_a_setting_that_there_is_not_is_told(tmp_path) -> None:
    file = tmp_path / "text.txt"
    file.write_text("Boil water.")
    told = run("extract", file, "--extractor", "zero_shot", "--model", "tiny", "--setting", "secnds=3")
    assert told.exit_code == 1
    assert "did you mean 'seconds'" in told.stderr


@pytest.mark.parametrize(("terminal", "begins", "ends"), [(True, "\r\x1b[K", "\r\x1b[K"), (False, "", "0 s\n")])
def test_who_waits_sees_that_something_goes_on(terminal, begins, ends, capsys) -> None:
    with watched_by(WaitingLine(terminal=terminal, every=0.05)), waiting(Wait("tiny\x1b", 2, 5, 60.0)):
        time.sleep(0.4)
    said = capsys.readouterr().err
    assert said.startswith(f"{begins}waiting for tiny: attempt 2 of 5, 0 s")
    assert said.endswith(ends)


def test_a_short_wait_is_not_worth_a_word(capsys) -> None:
    with watched_by(WaitingLine(terminal=True)), waiting(Wait("tiny", 1, 5, 60.0)):
        pass
    assert capsys.readouterr().err == ""
