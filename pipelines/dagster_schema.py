"""The types of the configuration of Dagster's runs: they decide how fast, never what, and no stage depends on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from omegaconf import MISSING


@dataclass
class ScheduleConfig:
    """Time at which Dagster refreshes what is composed, in cron's notation, and whether its daemon does so.

    ``fresh_hours``: the leaderboard is shown as stale when no run has looked at it for so long; None for never.
    """

    cron: str = MISSING
    running: bool = MISSING
    fresh_hours: float | None = None


@dataclass
class DagsterExecutorConfig:
    """The executor of Dagster's runs: ``in_process``, ``multiprocess``, ``docker``, ``k8s``, ``ray`` or
    ``package.module:attribute``; ``options`` are its own."""

    name: str = "in_process"
    options: dict[str, Any] = field(default_factory=dict)


@dataclass
class DagsterRetriesConfig:
    """Attempts at the failed items of a stage of one of ``pools`` in the same run, after a pause each."""

    pools: list[str] = field(default_factory=list)
    times: int = 0
    pause_seconds: float = 60.0


@dataclass
class ListingConfig:
    """Papers that arXiv lists: at most ``most`` of a ``query`` in the language of its API, of the ``last_days``."""

    query: str = MISSING
    most: int = 20
    last_days: float | None = None


@dataclass
class FetchConfig:
    """Data that Dagster's job ``fetch`` brings to ``data/``, and its schedule.

    ``arxiv``: listings by folder. ``data_sets``: names that ``python -m diagramloop.data.sources.fetch`` knows.
    ``server``: a mirror in the place of arXiv; ``pause_seconds``: between two requests to it.
    """

    arxiv: dict[str, ListingConfig] = field(default_factory=dict)
    data_sets: list[str] = field(default_factory=list)
    server: str | None = None
    pause_seconds: float = 3.0
    cron: str = MISSING
    running: bool = MISSING
