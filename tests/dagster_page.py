"""Dagster's running web page of a project, asked through the GraphQL that its buttons send."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pipelines.project import Project
from tests.patience import wait_until

ASSETS = """{ assetsOrError { ... on AssetConnection { nodes { key { path } definition {
  groupName hasMaterializePermission repository { name location { name } } } } } } }"""
LAUNCH = """mutation($params: ExecutionParams!) { launchPipelineExecution(executionParams: $params) {
  __typename ... on LaunchRunSuccess { run { runId } } ... on PythonError { message } } }"""
STATUS = """query($id: ID!) { runOrError(runId: $id) { ... on Run { status
  assetMaterializations { assetKey { path } partition metadataEntries { label } tags { key value } } } } }"""


class Page:
    """The web page of a project."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"

    def ask(self, query: str, **variables: Any) -> Any:
        body = json.dumps({"query": query, "variables": variables}).encode()
        request = urllib.request.Request(f"{self.address}/graphql", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            found = json.load(answer)
        assert "errors" not in found, found["errors"]
        return found["data"]

    def launch(self) -> str:
        """Launch the job that makes everything in one run; returns the run's id."""
        nodes = [node for node in self.ask(ASSETS)["assetsOrError"]["nodes"] if node["definition"]]
        repository = nodes[0]["definition"]["repository"]
        selector = {
            "repositoryLocationName": repository["location"]["name"],
            "repositoryName": repository["name"],
            "pipelineName": "refresh",
        }
        launched = self.ask(LAUNCH, params={"selector": selector, "mode": "default", "runConfigData": {}})
        run: str = launched["launchPipelineExecution"]["run"]["runId"]
        return run

    def refresh(self) -> dict[str, Any]:
        """Launch that job; returns the finished run."""
        run = self.launch()
        return wait_until(
            lambda: (r := self.ask(STATUS, id=run)["runOrError"])["status"] in ("SUCCESS", "FAILURE") and r
        )


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


@contextmanager
def webserver(project: Project) -> Iterator[Page]:
    """``python -m pipelines dagster`` in ``project``, while in use."""
    port = free_port()
    command = [sys.executable, "-m", "pipelines", "dagster", "--port", str(port)]
    with (project.root.parent / "dagster.log").open("w") as log:
        server = subprocess.Popen(command, cwd=project.root, start_new_session=True, stdout=log, stderr=log)
        try:
            answering = Page(port)
            wait_until(lambda: answering.ask("{ version }"), seconds=300)
            yield answering
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            try:
                server.wait(30)
            except subprocess.TimeoutExpired:  # a busy machine
                os.killpg(server.pid, signal.SIGKILL)
                server.wait()
