"""Host and port of a command's local page."""

from __future__ import annotations

from typing import Annotated

import typer

Host = Annotated[str, typer.Option(help="For the page to listen on; beyond this machine its address carries a token.")]
Port = Annotated[int, typer.Option(min=1, max=65535, help="Of the page.")]

HOST, PORT = "127.0.0.1", 8765  # by default
