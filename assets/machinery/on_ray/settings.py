"""Settings of a run on a cluster."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from diagramloop.errors import DiagramloopError, RejectionReason

MEBIBYTE = 2**20


class ClusterError(DiagramloopError):
    """The cluster cannot work on items: not reached, of other versions, or of other code."""

    reason = RejectionReason.ENGINE_FAILED


@dataclass(frozen=True)
class ClusterSettings:
    """The cluster and how much of it is used; see :class:`pipelines.schema.ExecutorConfig`.

    Attributes:
        root: of the checkout.
        address: of the cluster; None begins one on this machine, which ends with the run.
        workers: of items; one for each core of the cluster if None, those that join it later included.
        in_flight_bytes: of items that were handed out and of results not yet kept; one item is handed out in any case.
        calls_at_once: to one endpoint of a model, of the whole cluster.
        devices: workers of streams (``stream: true``); one for each ``gpus`` of the cluster's, at least one, if None.
        gpus: of each of these; none where the cluster has none.
        environment: variables that the workers need, such as keys of endpoints.
    """

    root: Path
    address: str | None = None
    workers: int | None = None
    in_flight_bytes: int = 256 * MEBIBYTE
    calls_at_once: int = 8
    devices: int | None = None
    gpus: float = 1.0
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if self.address is not None and self.address.startswith("ray://"):
            raise ClusterError(
                f"executor.address={self.address} is a Ray client's: run on a node of the cluster with the address"
                " HOST:6379 or auto, for what is finished is kept where the run was started",
                reason=RejectionReason.INVALID,
            )
