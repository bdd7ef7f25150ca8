"""An endpoint at a scripted server, and what is no answer."""

from scripted_endpoint import ScriptedEndpoint

from diagramloop.models import Message
from diagramloop.models.endpoint import Endpoint

HELLO = [Message("system", "Be brief."), Message("user", "Hello?")]


def endpoint(server: ScriptedEndpoint, **options) -> Endpoint:
    return Endpoint("tiny", server.base_url, **{"seconds": 5.0, "attempts": 3, **options})
