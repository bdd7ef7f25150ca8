"""arXiv's Atom API through the ``arxiv`` client, which keeps the delay and tries again; rows instead of exceptions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import httpx2

from diagramloop.data.sources._client import client
from diagramloop.data.sources._model import Rejected
from diagramloop.data.sources._urls import redaction_of, shown
from diagramloop.errors import FetchError, RejectionReason
from diagramloop.extras import needed
from diagramloop.models.deadline import within

if TYPE_CHECKING:
    import arxiv

PAGE = 100  # papers a request
TIME_LIMIT = 30.0  # seconds for a whole answer
MAX_ANSWER_BYTES = 20_000_000  # inflated; a page of 100 papers has some 300,000
SAME_TITLE = 95.0  # of 100 (rapidfuzz): one typing error or two
CANDIDATES = 10  # papers looked at for one title

_VERSION = re.compile(r"v\d+$")


@dataclass(frozen=True)
class Entry:
    """The API's entry on a paper; ``id`` has its version, ``category`` is the primary one."""

    id: str
    title: str
    abstract: str
    comment: str
    category: str

    @property
    def version(self) -> str:
        """The version, such as ``v2``, or empty."""
        found = _VERSION.search(self.id)
        return found[0] if found else ""

    @property
    def unversioned(self) -> str:
        """The id without its version."""
        return _VERSION.sub("", self.id)

    def says(self, pattern: re.Pattern[str]) -> bool:
        """True if the comment or the abstract holds ``pattern``."""
        return bool(pattern.search(self.comment) or pattern.search(self.abstract))


class ArchiveAPI:
    """The API at one address.

    Args:
        address: of its ``query``.
        delay: seconds between two requests.
        retries: of one request.
    """

    def __init__(self, address: str, delay: float, retries: int) -> None:
        self._address = address
        self._delay = delay
        self._retries = retries

    def by_id(self, ids: Sequence[str]) -> Iterator[Entry | Rejected]:
        """One row for each id, in order: what the API says of the paper, or why there is nothing."""
        for start in range(0, len(ids), PAGE):
            page = ids[start : start + PAGE]
            try:
                found = list(self._results(id_list=list(page), max_results=len(page)))
            except FetchError as error:
                yield from (Rejected.of(error, id, "arxiv", "paper") for id in page)
                continue
            by_id = {entry.unversioned: entry for entry in found} | {entry.id: entry for entry in found}
            yield from (by_id.get(id) or _unknown(id, "arXiv knows no such paper") for id in page)

    def by_query(self, query: str, most: int) -> Iterator[Entry | Rejected]:
        """At most ``most`` papers, the most relevant first; a row that says why where the API gives up."""
        try:
            yield from self._results(query=query, max_results=most)
        except FetchError as error:
            yield Rejected.of(error, query, "arxiv", "paper")

    def by_title(self, title: str) -> Entry | Rejected:
        """The paper of this title, or why there is none."""
        words = " ".join(re.findall(r"\w+", title))
        try:
            found = list(self._results(query=f'ti:"{words}"', max_results=CANDIDATES))
        except FetchError as error:
            return Rejected.of(error, title, "arxiv", "paper")
        from rapidfuzz import fuzz  # which only readers need

        alike = {entry: fuzz.ratio(_bare(entry.title), _bare(title)) for entry in found}
        best = max(alike, key=lambda entry: alike[entry], default=None)
        return best if best and alike[best] >= SAME_TITLE else _unknown(title, "arXiv knows no paper of that title")

    def _results(self, **search: Any) -> Iterator[Entry]:
        import arxiv
        import requests

        try:
            yield from map(_entry, self._client.results(arxiv.Search(**search)))
        except arxiv.HTTPError as error:
            raise FetchError(f"the API answers {error.status}", reason=RejectionReason.ENGINE_FAILED) from error
        except (arxiv.ArxivError, requests.RequestException) as error:
            said = str(error).replace(self._address, shown(self._address))
            raise FetchError(f"the API gives no answer: {said}", reason=RejectionReason.TIMEOUT) from error
        except ValueError as error:  # a date that is none
            raise FetchError(f"the API's answer: {error}", reason=RejectionReason.UNREADABLE) from error

    @cached_property
    def _client(self) -> arxiv.Client:
        try:
            import arxiv
        except ImportError as error:
            raise needed("fetching papers", "arxiv", error=FetchError) from error
        made = arxiv.Client(PAGE, self._delay, self._retries)
        made.query_url_format = f"{self._address}?{{}}"
        made._session = _Session(self._address)
        return made


class _Session:
    """The session that the client asks through in place of its own: each answer is read whole, and within bounds."""

    def __init__(self, address: str) -> None:
        self._http = client(address)
        self._redaction = redaction_of(address)

    def get(self, url: str, headers: Mapping[str, str]) -> httpx2.Response:
        """The answer.

        Raises:
            FetchError: not in time (TIMEOUT), more than anybody asked for (TOO_LARGE), or from where nothing public is
                (UNSAFE).
            requests.ConnectionError: none, for which the client asks again.
        """
        import requests

        try:
            return within(TIME_LIMIT, partial(self._read, url, headers))
        except TimeoutError as error:
            raise FetchError(f"no whole answer in {TIME_LIMIT:g} s", reason=RejectionReason.TIMEOUT) from error
        except httpx2.RequestError as error:
            raise requests.ConnectionError(self._redaction.text(str(error))) from None

    def _read(self, url: str, headers: Mapping[str, str]) -> httpx2.Response:
        content = bytearray()
        with self._http.stream("GET", url, headers=headers) as answer:
            for part in answer.iter_bytes():
                content += part
                if len(content) > MAX_ANSWER_BYTES:
                    message = f"the API answers with over {MAX_ANSWER_BYTES} bytes"
                    raise FetchError(message, reason=RejectionReason.TOO_LARGE)
        return httpx2.Response(answer.status_code, content=bytes(content))


def _entry(result: arxiv.Result) -> Entry:
    return Entry(
        id=result.entry_id.rpartition("/abs/")[2],
        title=" ".join(result.title.split()),
        abstract=" ".join(result.summary.split()),
        comment=result.comment or "",
        category=result.primary_category,
    )


def _bare(title: str) -> str:
    return " ".join(re.findall(r"\w+", title.casefold()))


def _unknown(id: str, detail: str) -> Rejected:
    return Rejected(id, "arxiv", "paper", RejectionReason.MISSING, detail)
