"""A tool is declared once, as a method: its schema, its validation and its name all follow from the signature."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, ValidationError, create_model
from pydantic.json_schema import GenerateJsonSchema

from diagramloop.errors import DiagramloopError, first_complaint
from diagramloop.models.chat import Tool

Method = TypeVar("Method", bound=Callable[..., Any])

LONGEST_QUOTE = 80  # characters of a model's own words that an error repeats


class ToolError(DiagramloopError):
    """A call of a tool that cannot be run; its text tells the caller what to write instead."""


class _Untitled(GenerateJsonSchema):
    """A model that calls tools has no use for the titles of arguments."""

    def field_title_should_be_set(self, *_: Any) -> bool:
        return False


@dataclass(frozen=True)
class Declaration:
    """A tool as its method declares it.

    Attributes:
        method: that runs it.
        arguments: validates what it is called with.
        tool: how it is offered to a model.
    """

    method: Callable[..., Any]
    arguments: type[BaseModel]
    tool: Tool

    @classmethod
    def of(cls, method: Callable[..., Any]) -> Declaration:
        """The declaration that a method's name, docstring and annotated parameters make."""
        name, description = method.__name__, inspect.cleandoc(method.__doc__ or "")
        hints = get_type_hints(method, include_extras=True)
        parameters = list(inspect.signature(method).parameters.values())[1:]
        fields: dict[str, Any] = {
            parameter.name: (hints[parameter.name], ... if parameter.default is parameter.empty else parameter.default)
            for parameter in parameters
        }
        arguments = create_model(name, __config__=ConfigDict(extra="forbid"), **fields)
        schema = arguments.model_json_schema(schema_generator=_Untitled)
        schema.pop("title", None)
        return cls(method, arguments, Tool(name, description, {"properties": {}, **schema}))

    def run(self, owner: object, arguments: Mapping[str, Any]) -> Any:
        """The method's result on ``owner``.

        Raises:
            ToolError: the arguments are not the declared ones, or the method refuses them.
        """
        try:
            valid = self.arguments.model_validate(arguments)
        except ValidationError as error:
            raise ToolError(f"{self.tool.name}: {_complaint(error)}") from error
        return self.method(owner, **valid.__dict__)


def declarations(owner: type) -> dict[str, Declaration]:
    """The tools among a class's methods, by name, in the order in which they are written."""
    return {name: Declaration.of(member) for name, member in vars(owner).items() if getattr(member, "is_tool", False)}


def tool(method: Method) -> Method:
    """Marks a method as a tool."""
    method.is_tool = True  # type: ignore[attr-defined]
    return method


def in_quotes(text: str) -> str:
    """Return the caller's words in quotes, cut to a length that is safe to send back."""
    return repr(text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "...")


def _complaint(error: ValidationError) -> str:
    place, message = first_complaint(error, whole="")
    return f"argument {in_quotes(place)}: {message}" if place else message
