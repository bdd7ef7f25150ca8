"""Files made to hurt who reads them: bombs, nests, entities, endless layouts."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator

from benchmarks._hostile_documents import HOSTILE_DOCUMENTS


def hostile_files() -> Iterator[tuple[str, str, bytes]]:
    """Name, address and content."""
    yield "picture of 30,000 x 30,000", "/v1/parse", png(30_000, 30_000)
    yield "picture that claims 2^31 lines", "/v1/parse", png(1, 2**31 - 1, rows=1)
    yield "picture of noise", "/v1/parse", noise(1_500)
    yield "broken PNG", "/v1/parse", png(100, 100)[:-40]
    yield "SVG with entities", "/v1/parse", entities()
    yield "SVG of 100,000 deep", "/v1/parse", b"<svg xmlns='http://www.w3.org/2000/svg'>" + b"<g>" * 100_000
    yield "JSON of 1,000,000 deep", "/v1/convert?from=json&to=dot", b"[" * 1_000_000
    yield "Mermaid without end", "/v1/convert?to=drawio", tangle(400)
    yield "Mermaid of 1,900,000 signs", "/v1/convert?to=bpmn", b"flowchart TD\n" + b"a-->b\n" * 316_000
    yield "Word file that unpacks to 2 GB", "/v1/read?name=a.docx", bomb("word/document.xml")
    yield "PowerPoint file that unpacks to 2 GB", "/v1/read?name=a.pptx", bomb("ppt/presentation.xml")
    yield "draw.io file that unpacks to 200 MB", "/v1/convert?from=drawio&to=dot", drawio_bomb()
    yield "HTML of 1,000,000 deep", "/v1/read?name=a.html", b"<div>" * 1_000_000
    yield "PDF of loops", "/v1/read?name=a.pdf", looping_pdf()
    for name, made in HOSTILE_DOCUMENTS.items():
        yield name, f"/v1/read?name={name}", made()
    yield "request that names code", "/v1/parse?parser=os:system", b"x"


def png(width: int, height: int, rows: int | None = None) -> bytes:
    """A white picture; of ``rows`` lines, whatever its header says."""
    packed = zlib.compressobj(9)
    line = b"\0" + b"\xff" * ((width + 7) // 8)
    data = b"".join(packed.compress(line) for _ in range(height if rows is None else rows)) + packed.flush()
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(map(_chunk, (b"IHDR", b"IDAT", b"IEND"), (header, data, b"")))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def noise(side: int) -> bytes:
    """A picture of random pixels."""
    import numpy as np
    from PIL import Image

    pixels = np.random.default_rng(0).integers(0, 256, (side, side, 3), dtype=np.uint8)
    held = io.BytesIO()
    Image.fromarray(pixels).save(held, "PNG")
    return held.getvalue()


def entities() -> bytes:
    """Ten entities, each ten times the one before."""
    made = "".join(f'<!ENTITY e{at + 1} "{f"&e{at};" * 10}">' for at in range(10))
    return f'<!DOCTYPE svg [<!ENTITY e0 "x">{made}]><svg xmlns="http://www.w3.org/2000/svg">&e10;</svg>'.encode()


def tangle(nodes: int) -> bytes:
    """A graph that layouts take long for."""
    lines = (f"a{at} --> a{(at * 7) % nodes} & a{at + 1} & a{(at * 13) % nodes}" for at in range(nodes))
    return "\n".join(["flowchart TB", *lines]).encode()


def bomb(name: str) -> bytes:
    """An archive of zeros."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "[Content_Types].xml", "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'/>"
        )
        with archive.open(name, "w", force_zip64=True) as file:
            for _ in range(2_000):
                file.write(b"\0" * 1_000_000)
    return held.getvalue()


def drawio_bomb() -> bytes:
    """A page that is compressed."""
    import base64

    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = base64.b64encode(packed.compress(b"%20" * 70_000_000) + packed.flush()).decode()
    return f"<mxfile><diagram>{data}</diagram></mxfile>".encode()


def looping_pdf() -> bytes:
    """Pages that are their own parents."""
    body = b"1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 1000000>>endobj "
    return b"%PDF-1.4\n" + body + b"trailer<</Root 1 0 R>>\n%%EOF"
