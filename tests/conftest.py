"""Shared fixtures, such as where the real data lies, if it does; the order of the tests, and how workers share them."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from processor_time import set_living_aside
from scripted_endpoint import ScriptedEndpoint

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"

# Tests start hundreds of processes, each of which would compile the project anew, and workers all tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

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

    The tests that take longest come first, those of the pipelines before all: then all workers end together.
    """
    items.sort(key=place_in_order)
    if "long" not in config.option.markexpr:
        left = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


def place_in_order(item: pytest.Item) -> int:
    """Tests of the pipelines, then those of other whole things, then those of single rooms of the library."""
    room = item.nodeid.removeprefix("tests/").partition("/")[0]
    return {"pipelines": 0, "diagramloop": 2}.get(room, 1)


def pytest_collection() -> None:
    """Nothing that is collected becomes garbage."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Tests and what they import live until the end."""
    set_living_aside()
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Workers that are done take over half of what another has left, so that none is left alone with long tests."""
    if config.getvalue("dist") != "load":
        return None
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log)


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder named by DIAGRAMLOOP_REAL_DATA; skips the test without it."""
    where = os.environ.get("DIAGRAMLOOP_REAL_DATA")
    if not where or not Path(where).is_dir():
        pytest.skip("set DIAGRAMLOOP_REAL_DATA to the folder that holds flowexplainbench/ to run this test")
    return Path(where)


@pytest.fixture(autouse=True)
def _modules_of_users_forgotten(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Modules that a test writes, or that users are shown, have the same names: the next test finds its own."""
    before = set(sys.modules)
    yield
    places = (str(tmp_path_factory.getbasetemp()), str(EXAMPLES))
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(places):
            del sys.modules[name]


@pytest.fixture
def scripted_endpoint() -> Iterator[ScriptedEndpoint]:
    """A local server that speaks the OpenAI protocol; see :mod:`scripted_endpoint`."""
    endpoint = ScriptedEndpoint()
    yield endpoint
    endpoint.close()
