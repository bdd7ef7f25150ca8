"""Hostile drawings that are stripped of what is hostile."""

from __future__ import annotations

import base64
import io

from PIL import Image

SVG = "http://www.w3.org/2000/svg"
OPEN = f'<svg xmlns="{SVG}" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100">'


def drawing(content: str) -> str:
    return f"{OPEN}{content}</svg>"


def picture(kind: str, size: tuple[int, int] = (3, 3)) -> str:
    data = io.BytesIO()
    Image.new("RGB", size).save(data, kind)
    return base64.b64encode(data.getvalue()).decode()


STRIPPED = {
    "script": "<script>steal()</script>",
    "script in svg namespace twice": "<g><script href='http://canary/x.js'/></g>",
    "handler": '<rect onclick="steal()" onload="steal()" width="3" height="3"/>',
    "javascript link": '<a href="javascript:steal()"><rect width="3"/></a>',
    "javascript xlink": '<a xlink:href="java&#10;script:steal()"><rect width="3"/></a>',
    "iframe": '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="http://canary/"/></foreignObject>',
    "html handler": '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml" onclick="steal()"/></foreignObject>',
    "html colours": '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml" style="color:url(http://canary/a);'
    'background-color:url(http://canary/b)">x</p></foreignObject>',
    "animated link": '<use href="#a"><animate attributeName="href" to="http://canary/"/></use>',
    "set": '<set attributeName="onclick" to="steal()"/>',
    "image http": '<image href="http://canary/a.png" width="9" height="9"/>',
    "image file": '<image href="file:///etc/passwd" width="9" height="9"/>',
    "image svg": '<image href="data:image/svg+xml,&lt;svg onload=steal()&gt;"/>',
    "image that is none": f'<image href="data:image/png;base64,{base64.b64encode(b"steal").decode()}"/>',
    "image that grows": f'<image href="data:image/png;base64,{picture("PNG", (4_000, 4_000))}"/>',
    "outer use": '<use href="http://canary/a.svg#x"/>',
    "fill url": '<rect fill="url(http://canary/a.svg#x)" width="9" height="9"/>',
    "fill url, escaped": r'<rect fill="\75rl(http://canary/a)" width="9" height="9"/>',
    "fill image-set": '<rect fill="image-set(\'http://canary/\' 1x)" width="9" height="9"/>',
    "style url": '<rect style="fill:url(//canary/x)" width="9" height="9"/>',
    "style import": "<style>@import url(http://canary/a.css); @font-face{font-family:x;src:url(http://canary/f)}</style>",
    "style of the page": "<style>body{display:none} *{background:url(http://canary/)}</style>",
    "filter": '<filter id="f"><feImage href="http://canary/"/></filter><rect filter="url(#f)" width="9"/>',
    "DOCTYPE": "",
    "foreign": '<x:evil xmlns:x="urn:x" onload="steal()"/>',
}
