"""A paper's licence, from its record in arXiv's OAI-PMH interface (``GetRecord``, metadata format ``arXiv``)."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from diagramloop.data.sources._download import Wanted, download
from diagramloop.errors import FetchError, RejectionReason

MAX_RECORD_BYTES = 2_000_000
NONE_STATED = "none stated"

_LICENCE = "{http://arxiv.org/OAI/arXiv/}license"
_SPDX = {
    "creativecommons.org/licenses/by/4.0": "CC-BY-4.0",
    "creativecommons.org/licenses/by/3.0": "CC-BY-3.0",
    "creativecommons.org/licenses/by-sa/4.0": "CC-BY-SA-4.0",
    "creativecommons.org/licenses/by-nc-sa/4.0": "CC-BY-NC-SA-4.0",
    "creativecommons.org/licenses/by-nc-nd/4.0": "CC-BY-NC-ND-4.0",
    "creativecommons.org/publicdomain/zero/1.0": "CC0-1.0",
}


def licence_of(address: str, id: str, *, sleep: Callable[[float], None]) -> str:
    """The licence of the paper ``id`` (no version): SPDX where it is known, else the record's URL, or "none stated".

    Raises:
        FetchError: no answer, or none in the protocol (UNREADABLE), or no such record (MISSING).
    """
    asked = urlencode({"verb": "GetRecord", "identifier": f"oai:arXiv.org:{id}", "metadataPrefix": "arXiv"})
    with tempfile.TemporaryDirectory(prefix="diagramloop-record-") as temporary:
        wanted = Wanted(f"{address}?{asked}", Path(temporary) / "record.xml", None, MAX_RECORD_BYTES)
        content = download(wanted, sleep=sleep, quiet=True).read_bytes()
    try:
        record = fromstring(content, forbid_dtd=True)
    except (ParseError, DefusedXmlException) as error:
        raise FetchError(f"the record of {id} is no XML: {error}", reason=RejectionReason.UNREADABLE) from error
    if next(record.iter("{http://www.openarchives.org/OAI/2.0/}metadata"), None) is None:
        raise FetchError(f"no record of {id}")
    url = next((element.text or "" for element in record.iter(_LICENCE)), "").strip()
    return _SPDX.get(url.partition("://")[2].rstrip("/"), url) or NONE_STATED
