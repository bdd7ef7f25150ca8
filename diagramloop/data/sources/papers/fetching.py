"""Fetching papers from arXiv: found by id, by query or by title, their licence, their e-print; resumed, never hurried.

The Atom API (through the ``arxiv`` client) says what a paper is; it knows no licences, so these come from the record in
the archive's OAI-PMH interface; the e-print comes over HTTP, and with it the PDF, which shows how LaTeX puts a figure
together. arXiv asks for three seconds between two requests.
A paper is there when its ``paper.json`` is, which is written last; one that is there and whole is not asked for again.
"""

from __future__ import annotations

import contextlib
import logging
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from diagramloop.data.sources._download import Wanted as WantedFile
from diagramloop.data.sources._download import download, sha256_of
from diagramloop.data.sources._model import Rejected
from diagramloop.data.sources._rows import validate
from diagramloop.data.sources._urls import shown
from diagramloop.data.sources.papers._record import EPRINT, PaperRecord, is_whole, write_record
from diagramloop.data.sources.papers.archive_api import ArchiveAPI, Entry
from diagramloop.data.sources.papers.eprint import PDF, check_eprint, is_pdf
from diagramloop.data.sources.papers.index import Wanted, arxiv_id
from diagramloop.data.sources.papers.oai import licence_of
from diagramloop.errors import DiagramloopError, FetchError, RejectionReason

_log = logging.getLogger(__name__)

MAX_EPRINT_BYTES = 200_000_000
DELAY = 3.0  # seconds between two requests, as arXiv's terms of use ask

_WITHDRAWN = re.compile(r"\bwithdrawn\b", re.I)


@dataclass(frozen=True)
class Server:
    """The addresses of the interfaces; the defaults are arXiv's own."""

    api: str = "https://export.arxiv.org/api/query"
    eprints: str = "https://export.arxiv.org/e-print"
    oai: str = "https://oaipmh.arxiv.org/oai"
    pdfs: str = "https://export.arxiv.org/pdf"

    @classmethod
    def at(cls, address: str) -> Server:
        """A mirror that has all below one address, under ``api/query``, ``e-print``, ``oai`` and ``pdf``.

        Raises:
            FetchError: the address is not one of HTTP (INVALID).
        """
        if not re.match(r"https?://[^/\s]", address):
            message = (
                f"{shown(address[:200])!r} is no address of a server: give one that begins with http:// or https://"
            )
            raise FetchError(message, reason=RejectionReason.INVALID)
        base = address.rstrip("/")
        return cls(f"{base}/api/query", f"{base}/e-print", f"{base}/oai", f"{base}/pdf")


@dataclass(frozen=True)
class Fetched:
    """A paper that is there: its id, its folder, and whether it was before."""

    id: str
    folder: Path
    was_there: bool


class Fetcher:
    """Fetches papers into ``destination``, one folder each.

    Args:
        destination: as :class:`~diagramloop.data.sources.papers.Arxiv` reads it.
        server: whom to ask.
        delay: seconds between two requests.
        retries: of the API's client; a download is tried six times.
        sleep: how to wait.
    """

    def __init__(
        self,
        destination: Path,
        server: Server | None = None,
        *,
        delay: float = DELAY,
        retries: int = 3,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._destination = destination
        self._server = server or Server()
        self._api = ArchiveAPI(self._server.api, delay, retries)
        self._delay = delay
        self._sleep = sleep

    def by_id(self, wanted: Iterable[Wanted]) -> Iterator[Fetched | Rejected]:
        """The papers of these ids: what came, or why not, one row each; those that are there come first."""
        missing: dict[str, Wanted] = {}
        for paper in wanted:
            try:
                id = arxiv_id(paper.id)
            except DiagramloopError as error:
                yield _rejected(error, paper.id)
                continue
            folder = self._folder(id)
            if is_whole(folder):
                yield Fetched(folder.name, folder, True)
            else:
                missing[id] = paper
        for row in self._api.by_id(list(missing)):
            yield from self._bring(row, missing)

    def by_query(self, query: str, most: int) -> Iterator[Fetched | Rejected]:
        """At most ``most`` papers that the API finds for a query in its own language (``cat:cs.CV AND ti:flow``)."""
        for row in self._api.by_query(query, most):
            yield from self._bring(row, {})

    def by_title(self, titles: Sequence[str]) -> Iterator[Fetched | Rejected]:
        """The papers of these titles (DiagramEval, Section 5.1), but for case, marks and a typing error or two."""
        for title in titles:
            yield from self._bring(self._api.by_title(title), {})

    def _bring(self, row: Entry | Rejected, wanted: dict[str, Wanted]) -> Iterator[Fetched | Rejected]:
        if isinstance(row, Rejected):
            yield row
            return
        asked = wanted.get(row.id) or wanted.get(row.unversioned)
        try:
            yield self._fetched(row, asked.domain if asked else "")
        except Exception as error:  # as in the list of papers: one ends itself, not those that follow
            yield _rejected(error, row.id)

    def _fetched(self, entry: Entry, domain: str) -> Fetched:
        folder = self._folder(arxiv_id(entry.id))  # what the server calls it is not to be trusted either
        if is_whole(folder):
            return Fetched(folder.name, folder, True)
        url = f"{self._server.eprints}/{entry.id}"
        eprint = self._eprint(entry, url, folder / EPRINT)
        self._print(entry, folder / PDF, eprint)
        self._sleep(self._delay)
        licence = licence_of(self._server.oai, entry.unversioned, sleep=self._sleep)
        record = {
            "id": folder.name,
            "version": entry.version,
            "title": entry.title,
            "abstract": entry.abstract,
            "licence": licence,
            "domain": domain or entry.category,
            "url": shown(url),
            "eprint_sha256": sha256_of(eprint),
        }
        write_record(folder, validate(PaperRecord, record))
        return Fetched(folder.name, folder, False)

    def _eprint(self, entry: Entry, url: str, target: Path) -> Path:
        """The e-print, whole; one of an earlier run is kept if it is."""
        try:
            if not _holds_whole(target):
                self._sleep(self._delay)
                target.unlink(missing_ok=True)
                check_eprint(download(WantedFile(url, target, None, MAX_EPRINT_BYTES), sleep=self._sleep, quiet=True))
        except FetchError as error:
            _remove(target)
            if error.reason in (RejectionReason.MISSING, RejectionReason.INVALID) and entry.says(_WITHDRAWN):
                raise FetchError(f"withdrawn: no source ({error})") from error
            raise
        return target

    def _print(self, entry: Entry, target: Path, eprint: Path) -> None:
        """The paper as it is printed, where the e-print is no PDF itself; a paper is whole without it."""
        if target.is_file() or is_pdf(eprint):
            return
        self._sleep(self._delay)
        try:
            url = f"{self._server.pdfs}/{entry.id}"
            download(WantedFile(url, target, None, MAX_EPRINT_BYTES), sleep=self._sleep, quiet=True)
        except FetchError as error:
            _log.warning("%s comes without its PDF: %s", entry.id, error)

    def _folder(self, id: str) -> Path:
        return self._destination / id.replace("/", "_")


def _remove(target: Path) -> None:
    """Remove the parts of an e-print that cannot be had, and the folder if it was for it only."""
    for path in (target, target.with_name(f"{target.name}.part")):
        path.unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        target.parent.rmdir()


def _holds_whole(target: Path) -> bool:
    try:
        check_eprint(target)
    except (FetchError, OSError):
        return False
    return True


def _rejected(error: Exception, id: str) -> Rejected:
    return Rejected.of(error, id, "arxiv", "paper")
