"""The Hugging Face Hub: data sets out as ``datasets`` and in again, results in its form."""

from diagramloop.doors.hub._exported import export_dataset
from diagramloop.doors.hub._licences import check_licences, redistributable
from diagramloop.doors.hub._model_index import model_index
from diagramloop.doors.hub._server import pull, push

__all__ = [
    "check_licences",
    "export_dataset",
    "model_index",
    "pull",
    "push",
    "redistributable",
]
