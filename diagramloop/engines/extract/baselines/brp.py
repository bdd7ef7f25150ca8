"""BRP (Neuberger et al., 2023): mentions by a conditional random field, what they refer to, and relations by boosted
trees, each trained on the data set PET."""

from __future__ import annotations

from pkgutil import resolve_name
from typing import Any

from diagramloop.errors import ModelError
from diagramloop.evaluation.contestants.extractors import Extraction, Extractor, extracted


class Brp:
    """BRP as whoever has it runs it: its weights are not published, and what they are trained on is not at hand.

    Args:
        pipeline: ``package.module:Class`` of an extractor that runs it.
        options: of its constructor.

    Raises:
        ModelError: none is named, or it cannot be made (MISSING).
    """

    name = "brp"

    def __init__(self, pipeline: str | None = None, **options: Any) -> None:
        if pipeline is None:
            raise ModelError(
                "brp needs its three models, trained on the data set PET with the program that it was published with:"
                " name a class that runs them as the option pipeline"
            )
        try:
            self._pipeline: Extractor = resolve_name(pipeline)(**options)
        except (ImportError, AttributeError, ValueError, TypeError) as error:
            raise ModelError(f"brp: no pipeline from {pipeline!r}: {error}") from error

    def extract(self, text: str) -> Extraction:
        """See :meth:`diagramloop.engines.extract.Extractor.extract`."""
        return extracted(self._pipeline, text, self.name)
