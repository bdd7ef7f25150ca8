"""One worker for all tests of a file: to start one takes seconds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from diagramloop.services import Limits, Workers


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    made = Workers(Limits(workers=1))
    yield made
    made.close()
