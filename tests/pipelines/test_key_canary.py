"""The key of a model's server, told back by that server: in no file that a run leaves, and in nothing that it says."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import pyarrow.parquet as pq
import pytest
from scripted_endpoint import ScriptedEndpoint, Status

from pipelines.project import Project
from pipelines.refresh import RefreshError, refresh

pytest.importorskip("openai", reason="endpoints need diagramloop[chat]")
pytestmark = pytest.mark.faults

KEY = "sk-CANARY/4711+key=="
STAGES = '''

def change(row, how, pause):
    """A word put to a model behind an endpoint."""
    from diagramloop.models import Message, chat_model

    said = chat_model(json.loads(os.environ["TOY_MODEL"])).reply([Message("user", row["text"] or "?")])
    return [{"id": row["id"], "text": said.text}]
'''
ECHOES: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "in a URL": lambda said: quote(said, safe=""),
    "in small letters of a URL": lambda said: quote(said, safe="").replace("%2F", "%2f"),
    "in base64": lambda said: base64.b64encode(said.encode()).decode(),
    "in base64 of more": lambda said: base64.b64encode(f"me: {said}; you".encode()).decode(),
    "in base64 for URLs": lambda said: base64.urlsafe_b64encode(f"header={said}".encode()).decode(),
    "in HTML": lambda said: said.replace("/", "&#47;").replace("+", "&#x2B;"),
}
ANSWERS: list[Callable[[str], Status]] = [
    lambda said: Status(401, {"error": {"message": f"no such key: {said}"}}),
    lambda said: Status(500, {"error": {"message": f"a fault: {said}"}}),
    lambda said: Status(200, {"choices": [{"message": {"content": f"You said {said}."}}]}),
    lambda said: Status(200, f"no answer: {said}"),
    lambda said: Status(307, "", {"location": f"http://127.0.0.1:9/?{said}"}),
]


@pytest.fixture
def asking(toy: Project, scripted_endpoint: ScriptedEndpoint, monkeypatch: pytest.MonkeyPatch) -> Project:
    """The toy project with a model in it, and a store of its calls."""
    stages = toy.root / "toy_stages.py"
    stages.write_text(stages.read_text(encoding="utf-8") + STAGES, encoding="utf-8")
    store = str(toy.root / "calls" / "calls.sqlite")
    model = {"model": "m", "base_url": scripted_endpoint.base_url, "attempts": 1, "store": store}
    monkeypatch.setenv("TOY_MODEL", json.dumps(model))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    return toy


def all_that_is_kept(root: Path) -> str:
    """Every byte of every file, and every cell of every table, which may be packed."""
    files = [path for path in root.rglob("*") if path.is_file()]
    tables = [str(pq.read_table(path).to_pydict()) for path in files if path.suffix == ".parquet"]
    return "\n".join([*(path.read_bytes().decode("latin-1") for path in files), *tables])


def test_a_key_that_is_told_back_is_nowhere(
    asking: Project,
    scripted_endpoint: ScriptedEndpoint,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("DEBUG", "diagramloop")

    def echo(_: object) -> Status:
        answer = ANSWERS[len(scripted_endpoint.requests) % len(ANSWERS)]
        header = scripted_endpoint.addressed[-1][1]["authorization"]
        return answer(" | ".join(way(header) for way in ECHOES.values()))

    scripted_endpoint.script = echo
    with suppress(RefreshError):  # a run in which the world failed says so
        refresh(asking, ["changer=[upper]"])
    assert {headers["authorization"] for _, headers in scripted_endpoint.addressed} == {f"Bearer {KEY}"}
    assert len(scripted_endpoint.requests) >= len(ANSWERS)
    out = capfd.readouterr()
    said = all_that_is_kept(asking.root) + out.out + out.err + caplog.text
    for begins in ("no such key: ", "a fault: ", "You said ", "no answer: ", "sends on to http://127.0.0.1:9/?"):
        assert f"{begins}[redacted]" in said  # it was there to be found
    told = [*(way(f"Bearer {KEY}") for way in ECHOES.values()), quote(KEY, safe=""), "CANARY"]
    assert not [way for way in told if way in said]
    kept = b"".join(path.read_bytes() for path in (asking.root / "calls").iterdir())
    assert b"You said [redacted]" in kept  # it is an answer, but for the key
