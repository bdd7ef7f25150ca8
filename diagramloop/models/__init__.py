"""Model back ends; what is heavy is imported only when it is used."""

from diagramloop.errors import ModelError
from diagramloop.models.chat import ChatModel, Message, Reply, Tool, ToolCall, Usage, chat_model

__all__ = ["ChatModel", "Message", "ModelError", "Reply", "Tool", "ToolCall", "Usage", "chat_model"]
