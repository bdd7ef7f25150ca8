"""One file over HTTP: resumed where it was cut, bounded, retried, verified, and put in place at once or not at all."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path

import httpx2
from tqdm import tqdm

from diagramloop.data.sources._addresses import Resolve, addresses_of
from diagramloop.data.sources._client import client
from diagramloop.data.sources._urls import redaction_of, shown
from diagramloop.errors import FetchError, RejectionReason
from diagramloop.whole_files import naming

ATTEMPTS = 6
LONGEST_WAIT = 120.0  # seconds between two attempts; a server that asks for more is given up
PATIENCE, SLOWEST = 60.0, 1_000  # seconds; from then on, bytes a second: a server may send one now and then for ever
PARTIAL, RANGE_UNUSABLE = 206, 416
_BUSY = frozenset({408, 425, 429, 500, 502, 503, 504})
_WEB_PAGE = re.compile(rb"\s*+(?:<!--(?>.*?-->)\s*+)*+<(?:!doctype html|html)", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True)
class Wanted:
    """The file to download.

    Attributes:
        url: http or https.
        target: where it is put.
        sha256: of its content (hex), or None to take whatever comes.
        max_bytes: more is refused.
    """

    url: str
    target: Path
    sha256: str | None
    max_bytes: int

    @property
    def shown(self) -> str:
        """The URL for messages, without the keys in it."""
        return shown(self.url)

    @property
    def part(self) -> Path:
        """The place of its beginning until all of it is there."""
        return self.target.with_name(f"{self.target.name}.part")


class _TryAgainError(Exception):
    def __init__(self, why: str, wait: float | None = None) -> None:
        super().__init__(why)
        self.wait = wait


def download(
    wanted: Wanted,
    *,
    sleep: Callable[[float], None] = time.sleep,
    quiet: bool = False,
    resolve: Resolve = addresses_of,
) -> Path:
    """Brings ``wanted.target``; a target that is there already and has the right checksum is left alone.

    Without a checksum nothing vouches that two parts belong to one file, so then nothing is resumed.

    Args:
        sleep: how to wait.
        quiet: whether no progress is shown.
        resolve: the addresses of a host, of which a public one's must be public, see :mod:`._addresses`.

    Raises:
        FetchError: bad status (MISSING), a web page instead of data or another checksum (INVALID), too many
            bytes (TOO_LARGE), a scheme that is not HTTP or a host that is not public (UNSAFE), no success in six
            attempts, or too slow (TIMEOUT).
    """
    if wanted.target.exists() and wanted.sha256 in (None, sha256_of(wanted.target)):
        return wanted.target
    wanted.target.parent.mkdir(parents=True, exist_ok=True)
    if wanted.sha256 is None:
        wanted.part.unlink(missing_ok=True)
    with client(wanted.url, resolve) as http:
        _until_complete(http, wanted, sleep, quiet)
    _verify(wanted)
    return wanted.part.replace(wanted.target)


def sha256_of(path: Path) -> str:
    """SHA-256 of a file, hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _until_complete(http: httpx2.Client, wanted: Wanted, sleep: Callable[[float], None], quiet: bool) -> None:
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return _attempt(http, wanted, quiet)
        except (httpx2.UnsupportedProtocol, httpx2.TooManyRedirects, httpx2.InvalidURL) as error:
            raise _failed(wanted, error, RejectionReason.UNSAFE) from None
        except (_TryAgainError, httpx2.TransportError, httpx2.DecodingError) as error:
            if attempt == ATTEMPTS:
                raise _failed(wanted, error, RejectionReason.TIMEOUT) from None
            asked = error.wait if isinstance(error, _TryAgainError) else None
            sleep(float(2 ** (attempt - 1)) if asked is None else asked)


def _failed(wanted: Wanted, error: Exception, reason: RejectionReason) -> FetchError:
    return FetchError(f"{wanted.shown}: {redaction_of(wanted.url).text(str(error))}", reason=reason)


def _attempt(http: httpx2.Client, wanted: Wanted, quiet: bool) -> None:
    have = wanted.part.stat().st_size if wanted.sha256 and wanted.part.exists() else 0
    headers = {"Range": f"bytes={have}-"} if have else {}
    with http.stream("GET", wanted.url, headers=headers) as response:
        if response.status_code == RANGE_UNUSABLE and have:
            if response.headers.get("Content-Range") == f"bytes */{have}":
                return  # the part is all of it
            wanted.part.unlink()
            raise _TryAgainError("the kept part is longer than the file")
        _check_status(response, wanted.shown)
        partial = response.status_code == PARTIAL
        if partial and not response.headers.get("Content-Range", "").startswith(f"bytes {have}-"):
            raise FetchError(f"{wanted.shown} gives another part than asked for", reason=RejectionReason.INVALID)
        _receive(response, wanted, have if partial else 0, quiet)


def _check_status(response: httpx2.Response, url: str) -> None:
    if response.status_code in _BUSY:
        raise _TryAgainError(f"status {response.status_code}", _retry_after(response))
    if not response.is_success:
        raise FetchError(f"{url}: status {response.status_code}")


def _retry_after(response: httpx2.Response) -> float | None:
    """Seconds that the server asks to wait, or None; see RFC 9110, section 10.2.3."""
    asked = response.headers.get("Retry-After", "")
    try:
        wait = float(asked) if asked.isdigit() else (parsedate_to_datetime(asked) - datetime.now(UTC)).total_seconds()
    except (ValueError, TypeError):
        return None
    if wait > LONGEST_WAIT:
        raise FetchError(f"the server asks to wait {wait:.0f} s", reason=RejectionReason.TIMEOUT)
    return max(wait, 0.0)


def _receive(response: httpx2.Response, wanted: Wanted, have: int, quiet: bool) -> None:
    announced = response.headers.get("Content-Length", "")
    total = have + int(announced) if announced.isdigit() else None
    with (
        naming(wanted.part),
        wanted.part.open("r+b" if have else "wb") as file,
        tqdm(total=total, initial=have, unit="B", unit_scale=True, desc=wanted.target.name, disable=quiet) as bar,
    ):
        file.seek(have)
        file.truncate()
        began, came = time.monotonic(), 0
        for chunk in response.iter_bytes():
            if have == 0 and _WEB_PAGE.match(chunk):
                raise FetchError(f"{wanted.shown} gives a web page, not the file", reason=RejectionReason.INVALID)
            have += len(chunk)
            if have > wanted.max_bytes:
                raise FetchError(f"{wanted.shown}: over {wanted.max_bytes} bytes", reason=RejectionReason.TOO_LARGE)
            file.write(chunk)
            bar.update(len(chunk))
            came += len(chunk)
            if came < SLOWEST * (time.monotonic() - began - PATIENCE):
                raise _TryAgainError(f"less than {SLOWEST} bytes a second")


def _verify(wanted: Wanted) -> None:
    """A wrong part is removed, so that the next run starts anew."""
    found = sha256_of(wanted.part)
    if wanted.sha256 not in (None, found):
        wanted.part.unlink()
        raise FetchError(f"{wanted.shown}: SHA-256 is {found}, not {wanted.sha256}", reason=RejectionReason.INVALID)
