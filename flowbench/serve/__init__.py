"""Local web pages: annotation, conversation, verification; one small server that stays on this machine by default."""

from flowbench.serve._server import application, require_server, serve
from flowbench.serve.annotation import AnnotationPage
from flowbench.serve.conversation import ConversationPage
from flowbench.serve.verification import VerificationPage

__all__ = [
    "AnnotationPage",
    "ConversationPage",
    "VerificationPage",
    "application",
    "require_server",
    "serve",
]
