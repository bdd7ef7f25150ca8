"""Pages by number: which source a page comes from, its seed and its crops follow from its number alone.

So a training that was killed goes on with the pages it would have seen, however many processes draw them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

import numpy as np

from diagramloop.by_name import check_options, returned, standing_at
from diagramloop.data.synth.ink_page import InkPage
from diagramloop.engines.training.crops import crops_of
from diagramloop.engines.training.settings import SourceSettings, TrainingSettings
from diagramloop.engines.training.targets import Targets, targets_of
from diagramloop.errors import DiagramloopError

Places = Mapping[str, str]


@dataclass(frozen=True)
class NumberedPages:
    """A mixture of sources, page by page.

    Attributes:
        sources: by name.
        seed: other pages for another one.
        places: what options stand for on this machine, such as a folder: by the value that they have in settings.
    """

    sources: Mapping[str, SourceSettings]
    seed: str
    places: Places = field(default_factory=dict)

    def page(self, number: int) -> tuple[str, InkPage]:
        """The page with this number, and the name of the source that it is from.

        Raises:
            DiagramloopError: its source cannot draw it.
            TypeError: what its source draws is no page.
        """
        name = self._names[int(self._rng(number).choice(len(self._names), p=self._shares))]
        return name, returned(self._draw[name](f"{self.seed}/{name}/{number}"), InkPage, f"source {name!r}")

    def crops(self, number: int, side_px: int, count: int) -> list[Targets]:
        """Targets of crops of the page with this number; raises as :meth:`page`."""
        rng = self._rng(number, "crops")
        return [targets_of(crop) for crop in crops_of(self.page(number)[1], side_px, count, rng)]

    def check(self) -> None:
        """Checks that each source stands where it is said to, and takes its options.

        Raises:
            DiagramloopError: it does not.
        """
        for name, source in self.sources.items():
            try:
                check_options(standing_at(source.make, "source of pages"), source.options, "seed")
            except TypeError as error:
                raise DiagramloopError(f"the source of pages {name!r} cannot be asked: {error}") from error

    @cached_property
    def _names(self) -> list[str]:
        return sorted(self.sources)

    @cached_property
    def _shares(self) -> list[float]:
        shares = [self.sources[name].share for name in self._names]
        return [share / sum(shares) for share in shares]

    @cached_property
    def _draw(self) -> dict[str, Callable[[str], Any]]:
        return {
            name: partial(standing_at(source.make), **placed(source.options, self.places))
            for name, source in self.sources.items()
        }

    def _rng(self, number: int, what: str = "source") -> np.random.Generator:
        digest = hashlib.sha256(f"{self.seed}/{what}/{number}".encode()).digest()
        return np.random.default_rng(int.from_bytes(digest[:8], "little"))


class Steps:
    """The crops that are drawn for each step, or for several, as torch's loader asks for them: by number.

    Args:
        settings: of the training.
        places: as :class:`NumberedPages` has them.
    """

    def __init__(self, settings: TrainingSettings, places: Places) -> None:
        self._settings = settings
        self._pages = NumberedPages(settings.sources, f"train/{settings.seed}", places)
        self._pages.check()

    def __len__(self) -> int:
        return self._settings.drawn_sets

    def __getitem__(self, drawn: int) -> Targets:
        """Targets of the crops of a set, with the crops as first axis."""
        settings = self._settings
        numbers = range(drawn * settings.pages_per_step, (drawn + 1) * settings.pages_per_step)
        crops = (self._pages.crops(number, settings.crop_px, settings.crops_per_page) for number in numbers)
        return stacked([crop for of_page in crops for crop in of_page])


def batches(settings: TrainingSettings, first: int, places: Places) -> Iterator[Targets]:
    """The sets of crops from the ``first`` on, drawn by ``settings.workers`` processes ahead of their use."""
    return loaded(Steps(settings, places), range(first, settings.drawn_sets), settings.workers)


def loaded(drawn: Any, numbers: range, workers: int) -> Iterator[Any]:
    """The items that torch's loader makes of ``drawn``, by number, by so many processes ahead of its use."""
    from torch.utils.data import DataLoader

    ahead: dict[str, Any] = (
        {"multiprocessing_context": "spawn", "prefetch_factor": 4, "worker_init_fn": _alone} if workers else {}
    )
    return iter(
        DataLoader(
            drawn,
            batch_size=None,
            sampler=numbers,
            num_workers=workers,
            collate_fn=_as_it_is,  # arrays, which go through a pipe: shared memory is scarce in containers
            **ahead,
        )
    )


def validation_crops(settings: TrainingSettings, places: Places) -> list[Targets]:
    """The pages of validation, one crop of each, the same ones for the same settings."""
    pages = NumberedPages(settings.for_validation, f"validation/{settings.seed}", places)
    pages.check()
    numbers = range(settings.validation_pages)
    return [crop for number in numbers for crop in pages.crops(number, settings.crop_px, 1)]


def placed(options: Mapping[str, Any], places: Places) -> dict[str, Any]:
    """Options with what they stand for on this machine."""
    return {name: places.get(value, value) if isinstance(value, str) else value for name, value in options.items()}


def things_of(sources: Mapping[str, SourceSettings], places: Places) -> dict[str, list[str]]:
    """By source, fingerprints of the real things that its pages show, as boards know them; none of what is drawn.

    A source's function says them by an attribute ``things``: a function of the same options.
    """
    named = {name: getattr(standing_at(source.make), "things", None) for name, source in sources.items()}
    return {
        name: sorted(things(**placed(sources[name].options, places))) if things else []
        for name, things in named.items()
    }


def stacked(crops: list[Targets]) -> Targets:
    """Several crops as one, with the crops as first axis."""
    return Targets(*(np.stack(arrays) for arrays in zip(*crops, strict=True)))


def _alone(_: int) -> None:
    """Each of many processes has one thread, or they are in each other's way."""
    import cv2

    cv2.setNumThreads(1)


def _as_it_is(drawn: Any) -> Any:
    return drawn
