"""A local server that plays arXiv: the Atom API, the e-prints and the records with their licences."""

from __future__ import annotations

import gzip
import io
import tarfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit
from xml.sax.saxutils import escape

from local_server import LocalServer, QuietHandler

LICENCE = "http://creativecommons.org/licenses/by/4.0/"


@dataclass
class Served:
    """One paper of the archive, and how it misbehaves.

    Attributes:
        id: with its version.
        eprint: bytes as served, or None for status 404.
        pdf: the paper as it is printed, or None for status 404.
        busy: how many requests for the e-print are answered with 429 first.
        retry_after: what the server then asks for.
        cut: the connection ends after so many bytes, at each of the first ``cuts`` requests.
        status: of the e-print, if not 200.
        licence: as the record has it; None for a record without one.
    """

    id: str
    title: str = "A Paper"
    eprint: bytes | None = None
    pdf: bytes | None = None
    abstract: str = "What it is about."
    comment: str = ""
    category: str = "cs.CV"
    busy: int = 0
    retry_after: str = "7"
    cut: int | None = None
    cuts: int = 99
    status: int = 200
    licence: str | None = LICENCE
    date: str = "2025-05-01T00:00:00Z"


@dataclass
class LocalArchive:
    """Serves papers on a loopback port of its own.

    Attributes:
        papers: what there is.
        api_failures: how many API requests are answered with 503 first.
        feed: what the API answers, whatever it is asked; None for what there is.
        drips: whether the API answers a byte now and then.
        requests: the paths that were asked for, without queries, in order.
    """

    papers: list[Served] = field(default_factory=list)
    api_failures: int = 0
    feed: str | None = None
    drips: bool = False
    requests: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self._server = LocalServer(type("Handler", (_Handler,), {"archive": self}))

    @property
    def address(self) -> str:
        """For a client."""
        return self._server.address

    def close(self) -> None:
        """Ends the server."""
        self._server.close()

    def count(self, prefix: str) -> int:
        """Count the requests that began so."""
        return sum(path.startswith(prefix) for path in self.requests)

    def found(self, asked: dict[str, str]) -> list[Served]:
        """Return the finds of the API: by ids (with version or the latest), or by words of the title, or everything."""
        if ids := asked.get("id_list"):
            matching = [[p for p in self.papers if id in (p.id, p.id.rpartition("v")[0])] for id in ids.split(",")]
            return [max(some, key=lambda p: p.id) for some in matching if some]
        words = asked.get("search_query", "").removeprefix("ti:").strip('"').lower().split()
        titled = [p for p in self.papers if all(word in p.title.lower() for word in words)]
        return titled if asked.get("search_query", "").startswith("ti:") else self.papers


class _Handler(QuietHandler):
    """Answers for one archive."""

    archive: LocalArchive

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        self.archive.requests.append(url.path)
        asked = {name: values[0] for name, values in parse_qs(url.query).items()}
        if url.path == "/api/query":
            self._api(asked)
        elif url.path == "/oai":
            self._record(asked["identifier"].rpartition(":")[2])
        elif url.path.startswith("/pdf/"):
            self._pdf(url.path.removeprefix("/pdf/"))
        else:
            self._eprint(url.path.removeprefix("/e-print/"))

    def _api(self, asked: dict[str, str]) -> None:
        if self.archive.api_failures:
            self.archive.api_failures -= 1
            self.send(503, b"busy")
            return
        if self.archive.drips:
            self._drip()
            return
        start, most = int(asked.get("start", 0)), int(asked.get("max_results", 10))
        found = self.archive.found(asked)
        answer = feed(found[start : start + most], len(found)) if self.archive.feed is None else self.archive.feed
        self.send(200, answer.encode())

    def _drip(self) -> None:
        self.send_response(200)
        self.end_headers()
        with suppress(OSError):  # until the client has left
            for _ in range(200):
                self.wfile.write(b" ")
                time.sleep(0.02)

    def _record(self, id: str) -> None:
        paper = next((p for p in self.archive.papers if p.id.startswith(id)), None)
        self.send(200, record(paper).encode())

    def _pdf(self, id: str) -> None:
        content = next((paper.pdf for paper in self.archive.papers if paper.id == id), None)
        self.send(404 if content is None else 200, content or b"no such paper")

    def _eprint(self, id: str) -> None:
        paper = next((p for p in self.archive.papers if p.id == id), None)
        if paper is None or paper.eprint is None:
            self.send(404, b"no such paper")
            return
        self.archive.asked[id] += 1
        if self.archive.asked[id] <= paper.busy:
            self.send(429, b"", {"Retry-After": paper.retry_after})
            return
        cut = paper.cut if self.archive.asked[id] - paper.busy <= paper.cuts else None
        self.send(paper.status, paper.eprint, cut=cut)


def feed(papers: list[Served], total: int) -> str:
    """An Atom feed as the API writes it."""
    entries = "".join(
        f"<entry><id>http://arxiv.org/abs/{p.id}</id><title>{escape(p.title)}</title>"
        f"<summary>{escape(p.abstract)}</summary><published>{p.date}</published>"
        f"<updated>2025-05-02T00:00:00Z</updated><author><name>N. N.</name></author>"
        f"<arxiv:comment>{escape(p.comment)}</arxiv:comment><arxiv:primary_category term='{p.category}'/>"
        f"<category term='{p.category}'/><link href='http://arxiv.org/abs/{p.id}' rel='alternate' type='text/html'/>"
        "</entry>"
        for p in papers
    )
    return (
        "<?xml version='1.0' encoding='UTF-8'?><feed xmlns='http://www.w3.org/2005/Atom' "
        "xmlns:arxiv='http://arxiv.org/schemas/atom' xmlns:opensearch='http://a9.com/-/spec/opensearch/1.1/'>"
        f"<opensearch:totalResults>{total}</opensearch:totalResults><opensearch:startIndex>0</opensearch:startIndex>"
        f"<opensearch:itemsPerPage>{len(papers)}</opensearch:itemsPerPage>{entries}</feed>"
    )


def record(paper: Served | None) -> str:
    """The answer to GetRecord; the protocol's own error for a paper that is not there."""
    head = "<?xml version='1.0'?><OAI-PMH xmlns='http://www.openarchives.org/OAI/2.0/'>"
    if paper is None:
        return f"{head}<error code='idDoesNotExist'/></OAI-PMH>"
    licence = "" if paper.licence is None else f"<license>{paper.licence}</license>"
    inner = f"<arXiv xmlns='http://arxiv.org/OAI/arXiv/'><id>{paper.id}</id>{licence}</arXiv>"
    return f"{head}<GetRecord><record><metadata>{inner}</metadata></record></GetRecord></OAI-PMH>"


def packed(files: dict[str, bytes]) -> bytes:
    """A tar file, gzipped, as arXiv serves multi-file papers."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return gzip.compress(out.getvalue(), mtime=0)
