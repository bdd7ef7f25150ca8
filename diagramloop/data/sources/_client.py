"""The one HTTP client for data that comes over the net; httpx2, which the client of language models needs as well."""

from __future__ import annotations

import logging

import httpx2

from diagramloop import __version__
from diagramloop.data.sources._addresses import PublicTransport, Resolve, addresses_of
from diagramloop.data.sources._urls import shown
from diagramloop.errors import FetchError, RejectionReason

MOST_REDIRECTS = 5


def _without_keys(record: logging.LogRecord) -> bool:
    """httpx2 logs the URLs of requests as they are."""
    if isinstance(record.args, tuple):
        record.args = tuple(shown(str(part)) if isinstance(part, httpx2.URL) else part for part in record.args)
    return True


logging.getLogger("httpx2").addFilter(_without_keys)


def client(url: str, resolve: Resolve = addresses_of) -> httpx2.Client:
    """A client for ``url`` and what that leads to: never from https to http, nor from a public host to another.

    Requests raise a FetchError (UNSAFE) where they would.
    """
    schemes = ("https",) if url.startswith("https:") else ("https", "http")

    def check_scheme(request: httpx2.Request) -> None:  # called for redirects, too
        if request.url.scheme not in schemes:
            raise FetchError(f"{shown(url)} leads to {request.url.scheme}:", reason=RejectionReason.UNSAFE)

    return httpx2.Client(
        transport=PublicTransport(resolve),
        follow_redirects=True,
        max_redirects=MOST_REDIRECTS,
        timeout=httpx2.Timeout(30.0, connect=15.0),
        headers={"Accept-Encoding": "identity", "User-Agent": f"diagramloop/{__version__}"},
        event_hooks={"request": [check_scheme]},
    )
