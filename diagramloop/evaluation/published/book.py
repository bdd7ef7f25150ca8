"""All published tables and claims, read once and checked."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import yaml
from pydantic import ValidationError, model_validator

from diagramloop.errors import DiagramloopError, RejectionReason, first_complaint
from diagramloop.evaluation.published.rules import AnyClaim
from diagramloop.evaluation.published.tables import Paper, Strict, Table

FILE = "published.yaml"
ALL = "all"  # papers


class Book(Strict):
    """All that is published of what this project measures.

    Attributes:
        papers: by the name that commands take.
        tables: by name.
        claims: of the papers, each with its rule.
    """

    papers: dict[str, Paper]
    tables: dict[str, Table]
    claims: tuple[AnyClaim, ...]

    @model_validator(mode="after")
    def _whole(self) -> Book:
        papers = {table.paper for table in self.tables.values()} | {claim.paper for claim in self.claims}
        if unknown := papers - {"", *self.papers}:
            raise ValueError(f"no papers {sorted(unknown)}")
        for claim in self.claims:
            try:
                claim.judged(self.tables)
            except (KeyError, ValueError, ZeroDivisionError, DiagramloopError) as error:
                raise ValueError(f"{claim.source}, {claim.says!r} cannot be judged: {error!r}") from error
        return self

    def named(self, paper: str) -> tuple[str, ...]:
        """The papers that a name means: one, or ``all``.

        Raises:
            DiagramloopError: there is none of this name (MISSING).
        """
        if paper == ALL:
            return tuple(self.papers)
        if paper not in self.papers:
            names = ", ".join((*self.papers, ALL))
            raise DiagramloopError(f"no paper {paper!r}; there are {names}", reason=RejectionReason.MISSING)
        return (paper,)


@cache
def published() -> Book:
    """The tables and claims that ship with the library."""
    return read_book((files("diagramloop.evaluation.published") / FILE).read_text(encoding="utf-8"))


def read_book(text: str) -> Book:
    """Read a file of published tables and claims.

    Raises:
        DiagramloopError: it is no YAML (SYNTAX), or not in its form (INVALID).
    """
    try:
        return Book.model_validate(yaml.safe_load(text))
    except yaml.YAMLError as error:
        raise DiagramloopError(f"{FILE}: {error}", reason=RejectionReason.SYNTAX) from error
    except ValidationError as error:
        raise DiagramloopError(f"{FILE}: {first_complaint(error)}", reason=RejectionReason.INVALID) from error
