"""Documents made to hurt who reads them: endless grids, rows, nests, pages and pictures, in few bytes."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping
from functools import partial

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPES = (
    f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>'
    f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument'
    f'.wordprocessingml.document.main+xml"/></Types>'
)
FONT = b"/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>"
_PARTS = 5
_PART_BYTES = 19_000_000


def word_file(body: str, more: Mapping[str, bytes] | None = None) -> bytes:
    """A Word file with this body; ``more`` are members that the document leads to."""
    members = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": _relations({"r": ("word/document.xml", "officeDocument")}),
        "word/document.xml": f'<w:document xmlns:w="{_WORD}"><w:body>{body}</w:body></w:document>',
        "word/_rels/document.xml.rels": _relations(
            {f"r{number}": (name.removeprefix("word/"), _kind(name)) for number, name in enumerate(more or {})}
        ),
    }
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {**members, **(more or {})}.items():
            archive.writestr(name, content)
    return held.getvalue()


def _kind(name: str) -> str:
    return "styles" if name == "word/styles.xml" else "image"


def _relations(targets: Mapping[str, tuple[str, str]]) -> str:
    said = "".join(
        f'<Relationship Id="{id}" Type="{_OFFICE}/{kind}" Target="{target}"/>' for id, (target, kind) in targets.items()
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{said}</Relationships>'


def _paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def _table(rows: int, cell: str, columns: int = 2) -> str:
    grid = '<w:gridCol w:w="9"/>' * columns
    return f"<w:tbl><w:tblGrid>{grid}</w:tblGrid>{f'<w:tr>{cell}</w:tr>' * rows}</w:tbl>"


def _wide_cell(span: str, text: str = "wide") -> str:
    return f'<w:tc><w:tcPr><w:gridSpan w:val="{span}"/></w:tcPr>{_paragraph(text)}</w:tc>'


def word_of_wide_cells() -> bytes:
    """A cell that says it spans 10^8 columns, in many rows."""
    return word_file(_paragraph("Before.") + _table(1_000, _wide_cell("100000000")) + _paragraph("After."))


def word_of_merged_cells() -> bytes:
    """A long text that 40,000 cells below it repeat."""
    merged = '<w:tc><w:tcPr><w:vMerge w:val="{}"/></w:tcPr>{}</w:tc>'
    first = f"<w:tr>{merged.format('restart', _paragraph('x' * 100_000))}</w:tr>"
    rest = f"<w:tr>{merged.format('continue', '<w:p/>')}</w:tr>" * 40_000
    return word_file(f"<w:tbl>{first}{rest}</w:tbl>")


def word_of_paragraphs() -> bytes:
    """300,000 paragraphs."""
    return word_file(_paragraph("x") * 300_000)


def word_of_runs() -> bytes:
    """One paragraph of 500,000 runs."""
    return word_file(f"<w:p>{'<w:r><w:t>x</w:t></w:r>' * 500_000}</w:p>")


def word_of_tables() -> bytes:
    """One table of 1,000,000 cells."""
    return word_file(_table(10_000, "<w:tc><w:p/></w:tc>" * 100, 100))


def word_of_styles() -> bytes:
    """50,000 paragraphs that have the last of 20,000 styles."""
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="s{at}"><w:name w:val="s"/></w:style>' for at in range(20_000)
    )
    paragraph = '<w:p><w:pPr><w:pStyle w:val="s19999"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>'
    part = f'<w:styles xmlns:w="{_WORD}">{styles}</w:styles>'.encode()
    return word_file(paragraph * 50_000, {"word/styles.xml": part})


def word_of_parts() -> bytes:
    """Pictures that are XML of 19 MB each."""
    part = b"<a>" + b"<b/>" * ((_PART_BYTES - 7) // 4) + b"</a>"
    return word_file(_paragraph("Seen."), {f"word/media/{number}.xml": part for number in range(_PARTS)})


def slides_of_parts() -> bytes:
    """A presentation beside which lie XML parts of 19 MB."""
    return _slides({f"ppt/media/{number}.xml": b"<a>" + b"<b/>" * 4_700_000 + b"</a>" for number in range(_PARTS)})


def slides_of_shapes() -> bytes:
    """One slide of 30,000 shapes."""
    shape = b'<p:sp><p:nvSpPr><p:cNvPr id="9" name="x"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/></p:sp>'
    end = b"</p:spTree>"
    return _slides({"ppt/slides/slide1.xml": lambda slide: slide.replace(end, shape * 30_000 + end)})


def _slides(changed: Mapping[str, bytes | Callable[[bytes], bytes]]) -> bytes:
    import pptx

    deck, held, out = pptx.Presentation(), io.BytesIO(), io.BytesIO()
    deck.slides.add_slide(deck.slide_layouts[5])
    deck.save(held)
    with zipfile.ZipFile(held) as archive, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        members = {name: archive.read(name) for name in archive.namelist()}
        for name, change in changed.items():
            members[name] = change if isinstance(change, bytes) else change(members[name])
        for name, content in members.items():
            packed.writestr(name, content)
    return out.getvalue()


def pdf_file(*objects: bytes) -> bytes:
    """A PDF file of these objects, numbered from 1; the first is its catalogue."""
    out, places = bytearray(b"%PDF-1.7\n"), []
    for number, content in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    start = len(out)
    lines = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    out += b"xref\n0 %d\n0000000000 65535 f \n%b" % (size, lines)
    return bytes(out + b"trailer<</Root 1 0 R/Size %d>>\nstartxref\n%d\n%%%%EOF" % (size, start))


def stream(content: bytes | Iterable[bytes], entries: bytes = b"") -> bytes:
    """A compressed stream."""
    packed = zlib.compressobj(9)
    pieces = [content] if isinstance(content, bytes) else content
    data = b"".join(packed.compress(piece) for piece in pieces) + packed.flush()
    return b"<</Length %d/Filter/FlateDecode%b>>stream\n%b\nendstream" % (len(data), entries, data)


def page_file(content: bytes, *more: bytes, box: bytes = b"0 0 600 800", resources: bytes = b"") -> bytes:
    """A PDF file of one page; ``content`` is its stream (object 4), ``more`` are objects from 5 on."""
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[%b]/Contents 4 0 R/Resources<<%b>>>>" % (box, resources)
    return pdf_file(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>", page, content, *more)


def pdf_of_rectangles(count: int) -> bytes:
    """A page of rectangles at different places."""
    return page_file(stream(b"%d %d 9 9 re S\n" % (at % 590, at // 590 % 790) for at in range(count)))


def pdf_of_same_rectangles() -> bytes:
    """A page of 1,000,000 rectangles at one place, in 25 kB."""
    return page_file(stream(b"9 9 9 9 re S\n" * 1_000 for _ in range(1_000)))


def pdf_of_letters() -> bytes:
    """A page of 1,000,000 letters in one string."""
    return page_file(stream(b"BT /F 9 Tf 9 9 Td (" + b"abcd " * 200_000 + b") Tj ET"), resources=FONT)


def pdf_of_blanks() -> bytes:
    """A page of 400 MB of blanks."""
    return page_file(stream(b" " * 1_000_000 for _ in range(400)))


def pdf_of_forms() -> bytes:
    """Forms in forms: 20^8 rectangles."""
    level = b"/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</XObject<</X %d 0 R>>>>"
    levels = [stream(b"/X Do\n" * 20, level % (number + 1)) for number in range(5, 12)]
    last = stream(b"9 9 9 9 re S\n" * 20, b"/Type/XObject/Subtype/Form/BBox[0 0 600 800]")
    return page_file(stream(b"/X Do\n" * 20), *levels, last, resources=b"/XObject<</X 5 0 R>>")


def pdf_of_picture() -> bytes:
    """A picture of 50,000 x 50,000 pixels."""
    entries = b"/Type/XObject/Subtype/Image/Width 50000/Height 50000/ColorSpace/DeviceGray/BitsPerComponent 1"
    picture = stream((b"\xff" * 1_000_000 for _ in range(313)), entries)
    return page_file(stream(b"500 0 0 500 9 9 cm /X Do"), picture, resources=b"/XObject<</X 5 0 R>>")


def pdf_of_pages() -> bytes:
    """1,000 pages of one content."""
    kids = b" ".join(b"%d 0 R" % (number + 4) for number in range(1_000))
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 3 0 R>>"
    pages = b"<</Type/Pages/Kids[%b]/Count 1000>>" % kids
    return pdf_file(b"<</Type/Catalog/Pages 2 0 R>>", pages, stream(b"9 9 5 5 re S"), *[page] * 1_000)


def pdf_of_cycles() -> bytes:
    """Pages that are their own parents."""
    return pdf_file(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 1000000>>")


HOSTILE_DOCUMENTS: dict[str, Callable[[], bytes]] = {
    "wide_cells.docx": word_of_wide_cells,
    "merged_cells.docx": word_of_merged_cells,
    "paragraphs.docx": word_of_paragraphs,
    "runs.docx": word_of_runs,
    "tables.docx": word_of_tables,
    "styles.docx": word_of_styles,
    "parts.docx": word_of_parts,
    "parts.pptx": slides_of_parts,
    "shapes.pptx": slides_of_shapes,
    "comments.html": lambda: b"<!--" * 500_000,
    "brackets.html": lambda: b"<" * 1_500_000,
    "few_brackets.html": lambda: b"<" * 39_000,
    "breaks.html": lambda: b"x<b>y" * 400_000,
    "spans.html": lambda: b"<table><tr><td colspan=100000000 rowspan=100000000>x</table>",
    "rectangles.pdf": partial(pdf_of_rectangles, 100_000),
    "same_rectangles.pdf": pdf_of_same_rectangles,
    "letters.pdf": pdf_of_letters,
    "blanks.pdf": pdf_of_blanks,
    "forms.pdf": pdf_of_forms,
    "large_page.pdf": lambda: page_file(stream(b"9 9 9000 9000 re S"), box=b"0 0 1000000 1000000"),
    "picture.pdf": pdf_of_picture,
    "pages.pdf": pdf_of_pages,
    "cycles.pdf": pdf_of_cycles,
}
"""Makers of documents by the names of the files."""
