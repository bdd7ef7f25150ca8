"""Charts to be led along, and the page of one."""

from __future__ import annotations

from diagramloop.data.sources import FAQ
from diagramloop.doors.serve import ConversationPage
from diagramloop.graph.mermaid import read_mermaid

KETTLE = read_mermaid("""---
title: The kettle stays cold
---
flowchart TD
    plug{"Is the kettle plugged in?"} -->|yes| lamp{"Does its lamp light up?"}
    plug -->|no| in(["Plug it in"])
    lamp -->|yes| scale["Remove the scale"]
    lamp -->|no| fuse(["Replace the fuse"])
    scale --> boil(["Boil water once"])
""")
EVIL = "<img src=x onerror=\"document.title='owned'\">"
FAQS = (FAQ("f1", "Where is the lamp of the kettle?", "Below the handle."),)


def kettle_page() -> ConversationPage:
    return ConversationPage(KETTLE, FAQS)
