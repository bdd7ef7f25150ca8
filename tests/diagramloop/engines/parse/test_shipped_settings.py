"""Few numbers of the agents can be set, each with a sentence; all other thresholds are constants of their rooms."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

import pytest

from diagramloop.engines import parse as parser
from diagramloop.engines.parse import HMAS
from diagramloop.engines.parse._agents import ROLES
from diagramloop.engines.parse.settings import Settings
from diagramloop.errors import DiagramloopError, RejectionReason

MOST = 10  # that a reader of the documentation can try one by one


def kinds() -> list[type[Settings]]:
    """All settings of all agents."""
    for module in pkgutil.walk_packages(parser.__path__, f"{parser.__name__}."):
        importlib.import_module(module.name)
    return [kind for kind in Settings.__subclasses__() if kind.__module__.startswith(parser.__name__)]


def test_few_numbers_can_be_set_and_each_has_a_sentence() -> None:
    fields = {f"{kind.__name__}.{name}": field for kind in kinds() for name, field in kind.model_fields.items()}
    assert 0 < len(fields) <= MOST
    for name, field in fields.items():
        sentences = [part for part in field.metadata if isinstance(part, str)]
        assert len(sentences) == 1, name
        assert len(sentences[0].split()) > 3, name


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
def test_what_they_start_with_is_of_their_own_kind(kind: type[Settings]) -> None:
    assert kind.of(kind().model_dump()) == kind()  # what a field starts with is not checked on its own


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("given", [{"nothing_px": 1}, {"lines": 3}, 7, None])
def test_settings_that_there_are_not_are_refused(role: str, given: Any) -> None:
    with pytest.raises(DiagramloopError) as caught:
        HMAS.of({role: {"options": {"settings": given}}})
    assert caught.value.reason == RejectionReason.INVALID
