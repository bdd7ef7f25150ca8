"""The command of lmms-eval against a local server: the same requests as ``diagramloop run`` makes, and its figures."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from scripted_endpoint import ScriptedEndpoint, Status

from diagramloop.doors.lmms_tasks.__main__ import main
from tests.diagramloop.doors.cli.command import run
from tests.diagramloop.doors.lmms_tasks.small_run import replied

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(find_spec("lmms_eval") is None, reason="the extra lmms is not installed"),
]
TASKS = {
    "parse": ["--limit", "1", "--similarity", "lexical"],
    "answer": ["--limit", "2", "--view", "pixels"],
    "extract": ["--limit", "3"],
}


def parts(body: dict[str, Any]) -> tuple[list[str], list[Image.Image]]:
    """Texts and pictures of a request, whichever client wrote it."""
    contents = [message["content"] for message in body["messages"]]
    listed = [[{"type": "text", "text": said}] if isinstance(said, str) else said for said in contents]
    told = [part for content in listed for part in content]
    urls = [part["image_url"]["url"].partition(",")[2] for part in told if part["type"] == "image_url"]
    pictures = [Image.open(io.BytesIO(base64.b64decode(url))) for url in urls]
    return [part["text"] for part in told if part["type"] == "text"], pictures


def asked(endpoint: ScriptedEndpoint) -> list[Any]:
    """The requests that came in, in no order."""
    found = []
    for body in endpoint.requests:
        texts, pictures = parts(body)
        pixels = [hashlib.sha256(picture.convert("RGB").tobytes()).hexdigest() for picture in pictures]
        found.append([texts, pixels, body["max_tokens"], body["temperature"]])
    return sorted(found)


def results(tasks: list[str], folder: Path, endpoint: ScriptedEndpoint) -> dict[str, dict[str, Any]]:
    """The results of lmms-eval, by task and metric."""
    model = f"model_version=m,base_url={endpoint.base_url},max_retries=1"
    command = [sys.executable, "-m", "lmms_eval", "--model", "openai", "--model_args", model, "--batch_size", "1"]
    chosen = ["--include_path", str(folder / "tasks"), "--tasks", ",".join(f"diagramloop_{task}" for task in tasks)]
    kept = ["--log_samples", "--output_path", str(folder / "out")]
    env = os.environ | {"OPENAI_API_KEY": "none", "HF_HUB_OFFLINE": "1", "HF_HOME": str(folder / "cache")}
    done = subprocess.run([*command, *chosen, *kept], cwd=folder, env=env, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stderr[-3_000:]
    (file,) = (folder / "out").rglob("*_results.json")
    found = json.loads(file.read_text())["results"]
    return {
        task: {key.rpartition(",")[0]: value for key, value in found[f"diagramloop_{task}"].items() if ",none" in key}
        for task in tasks
    }


def test_the_figures_are_ours_to_the_last_digit(scripted_endpoint: ScriptedEndpoint, tmp_path: Path) -> None:
    scripted_endpoint.script = lambda body: replied(*parts(body))
    for task, conditions in TASKS.items():
        chosen = [word for word in conditions if word not in ("--view", "pixels")]
        assert main([task, str(tmp_path / "tasks"), *chosen]) == 0
    theirs = results(list(TASKS), tmp_path, scripted_endpoint)
    of_theirs, scripted_endpoint.requests[:] = asked(scripted_endpoint), []
    for task, conditions in TASKS.items():
        system = {"parse": "vision_parser", "answer": "picture_model", "extract": "zero_shot"}[task]
        server = ["--model", "m", "--base-url", scripted_endpoint.base_url]
        told = run("run", task, "--system", system, *conditions, *server, "--json")
        assert told.exit_code == 0, told.stderr
        rows = json.loads(told.stdout)
        several = len({row["data"] for row in rows}) > 1
        ours = {f"{row['data']} {row['metric']}" if several else row["metric"]: row["value"] for row in rows}
        found = {name: value for name, value in theirs[task].items() if name in ours}
        assert found == {name: ours[name] for name in found}
        assert any(value is not None and 0 < value < 1 for value in found.values())
        assert theirs[task]["items not scored"] == 0
    assert asked(scripted_endpoint) == of_theirs != []


def test_what_the_server_fails_is_counted_and_has_no_value(scripted_endpoint: ScriptedEndpoint, tmp_path: Path) -> None:
    scripted_endpoint.script = [Status(400, "no")]
    assert main(["answer", str(tmp_path / "tasks"), "--limit", "1"]) == 0
    found = results(["answer"], tmp_path, scripted_endpoint)["answer"]
    assert found["items not scored"] == len(scripted_endpoint.requests) > 0
    assert found["answer/lenient"] is None
    logged = "".join(path.read_text() for path in (tmp_path / "out").rglob("*samples*"))
    assert '"accepted"' not in logged
