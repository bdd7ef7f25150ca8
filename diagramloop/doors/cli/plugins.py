"""``diagramloop plugins``: what there is of each kind, and which package it is from."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from diagramloop.doors.cli._complaints import complain, one_line
from diagramloop.plugins import OWN, Offer, offers


def plugins(
    check: Annotated[
        bool, typer.Option("--check", help="Load those of other packages, and hold their metrics to what they declare.")
    ] = False,
) -> None:
    """List the plug-ins of every kind: sources, formats, engines, parsers, metrics, ...

    Exit code 1 if --check finds one that is not as it should be.
    """
    table = Table("kind", "name", "place", "package")
    for offer in offers():
        table.add_row(*map(one_line, (_kind(offer), offer.name, offer.place, f"{offer.package} {offer.version}")))
    Console(width=None if Console().is_terminal else 200).print(table)
    faults = [fault for offer in offers() if check and not offer.own for fault in _faults(offer)]
    for fault in faults:
        complain("plugins", fault)
    if faults:
        raise typer.Exit(1)


def _kind(offer: Offer) -> str:
    return offer.group.removeprefix(f"{OWN}.")


def _faults(offer: Offer) -> list[str]:
    """Faults of a plug-in of another package."""
    from diagramloop.by_name import standing_at
    from diagramloop.scores.registry import FAMILIES

    called = f"{_kind(offer)} {offer.name!r} of {offer.package}"
    known = {other.group for other in offers() if other.own}
    if offer.group not in known:
        return [f"{called}: there is no such kind of plug-in"]
    try:
        standing_at(offer.place, _kind(offer))
    except Exception as error:  # whatever their module raises
        return [f"{called}: {error}"]
    return [f"{called}: {fault}" for fault in _broken_promises(offer)] if offer.group == FAMILIES.group else []


def _broken_promises(offer: Offer) -> list[str]:
    from diagramloop.scores.planted_faults import broken_promises
    from diagramloop.scores.registry import metrics_of

    pairs = list(metrics_of(offer))
    if not pairs:
        return ["it is no family of metrics, or one of its names is there already"]
    return [f"{metric.name}: {fault}" for metric, compared in pairs for fault in broken_promises(metric, compared)]
