"""A small chart to be led along."""

KETTLE = """---
title: The kettle stays cold
---
flowchart TD
    plug{"Is the kettle plugged in?"} -->|yes| lamp{"Does its lamp light up?"}
    plug -->|no| in(["Plug it in"])
    lamp -->|yes| scale(["Remove the scale"])
    lamp -->|no| fuse(["Replace the fuse"])
"""
