"""Local web pages: annotation, conversation, verification; one small server that stays on this machine by default."""

from diagramloop.serve._server import application, require_server, serve
from diagramloop.serve.annotation import AnnotationPage
from diagramloop.serve.conversation import ConversationPage
from diagramloop.serve.verification import VerificationPage

__all__ = [
    "AnnotationPage",
    "ConversationPage",
    "VerificationPage",
    "application",
    "require_server",
    "serve",
]
