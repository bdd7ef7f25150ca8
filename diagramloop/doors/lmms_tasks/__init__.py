"""Tasks of lmms-eval: ``python -m diagramloop.doors.lmms_tasks answer FOLDER``, then ``lmms-eval --include_path
FOLDER``.

lmms-eval asks a model once for each item, so that every system fits that asks once: the messages are those that the
system sends, the reply goes back into it, and its answer is scored as ``diagramloop run`` scores it.
"""

from diagramloop.doors.lmms_tasks._run import Run
from diagramloop.doors.lmms_tasks._written import write_task

__all__ = ["Run", "write_task"]
