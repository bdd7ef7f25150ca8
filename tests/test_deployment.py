"""The image and the services that are deployed: they name what is there, and answer one another."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml
from dagster_page import Page, free_port
from dockerfile_parse import DockerfileParser

from tests.patience import wait_until

ROOT = Path(__file__).parents[1]
DEPLOYMENT = ROOT / "deployment"
BIN = Path(sys.executable).parent


def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((DEPLOYMENT / "compose.yaml").read_text(encoding="utf-8"))
    return loaded


def instructions() -> list[tuple[str, str]]:
    parser = DockerfileParser(fileobj=(DEPLOYMENT / "Dockerfile").open("rb"))
    return [(found["instruction"], found["value"]) for found in parser.structure]


def arguments() -> dict[str, str]:
    """The defaults of the image's arguments."""
    return dict(value.split("=", 1) for name, value in instructions() if name == "ARG")


def test_the_services_are_what_the_specification_of_compose_allows() -> None:
    command = [BIN / "check-jsonschema", "--builtin-schema", "vendor.compose-spec", DEPLOYMENT / "compose.yaml"]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout
    services = compose()["services"]
    assert set(services) == {"worker", "webserver", "daemon", "mlflow"}
    published = [port for service in services.values() for port in service.get("ports", ())]
    assert published
    assert all(port.startswith("127.0.0.1:") for port in published)  # no page asks who one is


def test_the_image_is_made_of_what_is_there_for_a_user_who_is_not_root() -> None:
    found = instructions()
    sources = [name for kind, value in found if kind == "COPY" for name in value.split()[:-1]]
    assert sources
    assert all((ROOT / name).exists() for name in sources)
    listed = (DEPLOYMENT / "Dockerfile.dockerignore").read_text(encoding="utf-8").split()
    assert {name.removeprefix("!") for name in listed if name.startswith("!")} == set(sources)
    (base,) = (value for kind, value in found if kind == "FROM")
    assert base.partition(":")[2].startswith("3.11-")  # the newest patch
    assert [value for kind, value in found if kind == "USER"] == ["worker"]
    assert all("constraints hashes.txt" in value for kind, value in found if kind == "RUN" and "uv pip" in value)


def test_the_image_installs_extras_that_there_are() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert set(arguments()["EXTRAS"].split(",")) < set(extras)
    build = compose()["x-service"]["build"]
    assert build["args"]["EXTRAS"] == f"${{EXTRAS:-{arguments()['EXTRAS']}}}"
    assert (DEPLOYMENT / build["context"] / build["dockerfile"]).is_file()


def test_each_folder_of_state_is_a_volume_that_the_image_gives_to_its_user() -> None:
    loaded = compose()
    mounted = dict(volume.split(":")[:2] for volume in loaded["x-service"]["volumes"])
    state = {name: place for name, place in mounted.items() if name != ".."}
    assert set(state) == set(loaded["volumes"])
    (made,) = (value for kind, value in instructions() if kind == "RUN" and "useradd" in value)
    assert all(place in made.split() for place in state.values())


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd on this machine")
def test_the_unit_of_systemd_is_one() -> None:
    unit = DEPLOYMENT / "diagramloop.service"
    checked = subprocess.run(["systemd-analyze", "verify", "--user", unit], capture_output=True, text=True, check=False)
    complaints = [line for line in checked.stderr.splitlines() if unit.name in line]
    assert complaints == []


@contextmanager
def running(command: list[str], folder: Path, log: Path) -> Iterator[None]:
    """A service, while in use."""
    program = [str(BIN / command[0]), *command[1:]]
    with log.open("w") as said:
        service = subprocess.Popen(program, cwd=folder, start_new_session=True, stdout=said, stderr=said)
        try:
            yield
        finally:
            os.killpg(service.pid, signal.SIGTERM)
            service.wait(60)


def answers(command: list[str]) -> bool:
    """True if a check of health succeeds."""
    return subprocess.run([str(BIN / command[0]), *command[1:]], capture_output=True, check=False).returncode == 0


@pytest.mark.long
def test_the_services_find_one_another_and_a_run_is_the_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(Path(__file__).parent / "pipelines" / "toy", project := tmp_path / "project")
    subprocess.run(["git", "init", "-q", str(project)], check=True)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(project), str(ROOT)]))
    monkeypatch.setenv("DAGSTER_HOME", str(project / ".diagramloop" / "dagster"))
    worker, web = free_port(), free_port()
    services = compose()["services"]

    def here(command: list[str]) -> list[str]:
        ports = {"4000": str(worker), "3000": str(web), "0.0.0.0": "127.0.0.1"}
        place = {"deployment/workspace.yaml": str(tmp_path / "workspace.yaml")}
        return [{**ports, **place}.get(word, word) for word in command]

    workspace = (DEPLOYMENT / "workspace.yaml").read_text(encoding="utf-8")
    told = workspace.replace("host: worker", "host: 127.0.0.1").replace("4000", str(worker))
    (tmp_path / "workspace.yaml").write_text(told)
    with running(here(services["worker"]["command"]), project, tmp_path / "worker.log"):
        wait_until(lambda: answers(here(services["worker"]["healthcheck"]["test"][1:])))
        with (
            running(here(services["webserver"]["command"]), project, tmp_path / "webserver.log"),
            running(here(services["daemon"]["command"]), project, tmp_path / "daemon.log"),
        ):
            page = Page(web)
            wait_until(lambda: page.ask("{ version }"))
            assert page.refresh()["status"] == "SUCCESS"
    assert (project / "artifacts/leaderboard/leaderboard.json").is_file()
