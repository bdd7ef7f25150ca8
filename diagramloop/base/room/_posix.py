"""A room is made of signals, process groups and limits of POSIX: elsewhere one line says so."""

import os

from diagramloop.errors import DiagramloopError, RejectionReason

if os.name != "posix":
    message = "diagramloop runs foreign code in rooms, which need Linux or another POSIX system (on Windows: WSL)"
    raise DiagramloopError(message, reason=RejectionReason.UNSUPPORTED)
