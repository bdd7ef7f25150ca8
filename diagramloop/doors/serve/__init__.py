"""Local web pages: annotation, conversation, verification; one small server that stays on this machine by default."""

from diagramloop.doors.serve._server import application, require_server, serve
from diagramloop.doors.serve.annotation import AnnotationPage
from diagramloop.doors.serve.conversation import ConversationPage
from diagramloop.doors.serve.verification import VerificationPage

__all__ = [
    "AnnotationPage",
    "ConversationPage",
    "VerificationPage",
    "application",
    "require_server",
    "serve",
]
