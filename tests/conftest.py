"""Shared fixtures: where the real data lies, if it does."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from processor_time import set_living_aside
from scripted_endpoint import ScriptedEndpoint

# Machines are noisy: what takes long is a benchmark's to say.
untimed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", untimed, derandomize=True, max_examples=40)  # what passed once passes again
settings.register_profile("search", untimed, max_examples=400)  # other examples: pytest --hypothesis-profile=search
settings.load_profile("same")


def pytest_make_parametrize_id(config: pytest.Config, val: object, argname: str) -> str | None:
    """Bytes name no test: compressed ones hold the time, and each process of a parallel run would say another name."""
    return f"{argname} of {len(val)} bytes" if isinstance(val, bytes) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked as long, unless ``-m`` speaks of it, as ``make faults`` does.

    The tests of the pipelines, which take longest, come first, so that all workers end together.
    """
    items.sort(key=lambda item: "pipelines" not in item.path.parent.parts)
    if "long" not in config.option.markexpr:
        left = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


def pytest_collection_finish() -> None:
    """Tests and what they import live until the end."""
    set_living_aside()


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder named by DIAGRAMLOOP_REAL_DATA; skips the test without it."""
    where = os.environ.get("DIAGRAMLOOP_REAL_DATA")
    if not where or not Path(where).is_dir():
        pytest.skip("set DIAGRAMLOOP_REAL_DATA to the folder that holds flowexplainbench/ to run this test")
    return Path(where)


@pytest.fixture
def scripted_endpoint() -> Iterator[ScriptedEndpoint]:
    """A local server that speaks the OpenAI protocol; see :mod:`scripted_endpoint`."""
    endpoint = ScriptedEndpoint()
    yield endpoint
    endpoint.close()
