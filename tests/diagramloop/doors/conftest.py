"""A format of several charts in a file, as another package would offer it."""

from __future__ import annotations

import pytest

from diagramloop import plugins
from diagramloop.graph.formats import FORMATS
from diagramloop.plugins import Offer


@pytest.fixture
def boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes :data:`tests.diagramloop.doors.boards.BOARDS` known."""
    offered = plugins.offers
    offer = Offer(FORMATS.group, "boards", "tests.diagramloop.doors.boards:BOARDS", "tests", "1")

    def offers(group: str = "") -> tuple[Offer, ...]:
        own = (offer,) if group in ("", FORMATS.group) else ()
        return (*offered(group), *own)

    monkeypatch.setattr(plugins, "offers", offers)
