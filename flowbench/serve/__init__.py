"""Local web pages: annotation and conversation, on one small server that stays on this machine by default."""

from flowbench.serve._server import HOST, PORT, application, require_server, serve
from flowbench.serve.annotation import AnnotationPage
from flowbench.serve.conversation import ConversationPage

__all__ = ["HOST", "PORT", "AnnotationPage", "ConversationPage", "application", "require_server", "serve"]
