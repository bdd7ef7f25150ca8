"""The OpenAPI description of the HTTP interface, made from the types of requests and answers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic.json_schema import models_json_schema

from diagramloop import __version__
from diagramloop.doors.python.answers import Refused
from diagramloop.doors.serve._guard import HEALTH
from diagramloop.doors.services import OPERATIONS, Operation

PLACE = "#/components/schemas/{model}"
_NOT_LET_IN = {
    "401": "The token is missing.",
    "403": "A media type that forms send, or a page of another site asks.",
    "421": "The server is not called that.",
}
_REFUSALS = {
    "400": "The request is none: its form is wrong.",
    "404": "Something that is named is not there, such as a page.",
    "408": "The body took too long to come.",
    "413": "Too large.",
    "422": "The content cannot be processed; the reason says why.",
    "500": "A worker broke; the others go on.",
    "503": "Too many requests; ask again after the seconds in Retry-After.",
    "504": "It took longer than its limit.",
    "507": "It took more memory than its limit.",
}
_DOCUMENT = {
    "name": "as",
    "in": "query",
    "description": "`document`: the file alone, in place of JSON; of parse and convert.",
    "schema": {"enum": ["document"]},
}


@cache
def openapi_document() -> dict[str, Any]:
    """The description, OpenAPI 3.1."""
    taken = [(operation.takes, "validation") for operation in OPERATIONS.values()]
    given = [(operation.gives, "serialization") for operation in OPERATIONS.values()]
    models: Any = [*taken, *given, (Refused, "serialization")]
    names, schemas = models_json_schema(models, ref_template=PLACE, by_alias=True)
    paths = {f"/v1/{name}": {"post": _described(operation, names)} for name, operation in OPERATIONS.items()}
    health = {**_plain("health", "The server is up; no token is asked for.", "object"), "security": []}
    paths |= {
        "/v1/formats": {"get": _plain("formats", "The formats that there are.", "array")},
        HEALTH: {"get": health},
    }
    about = "Diagrams read from pictures and documents, converted, scored and asked."
    schemes = {"token": {"type": "http", "scheme": "bearer"}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "diagramloop", "version": __version__, "description": about},
        "security": [{"token": []}, {}],
        "paths": paths,
        "components": {"schemas": schemas["$defs"], "securitySchemes": schemes},
    }


def _described(operation: Operation, names: Mapping[Any, Any]) -> dict[str, Any]:
    content: dict[str, Any] = {"application/json": {"schema": names[operation.takes, "validation"]}}
    if operation.raw:
        content["application/octet-stream"] = {}
    answer = {"application/json": {"schema": names[operation.gives, "serialization"]}}
    description = "The body is JSON."
    if operation.raw:
        description = "The body is JSON, or a file under its media type; then the other fields stand in the address."
    return {
        "operationId": operation.name,
        "summary": operation.says,
        "description": description,
        "parameters": _parameters(operation) if operation.raw else [],
        "requestBody": {"required": True, "content": content},
        "responses": {"200": {"description": "The answer.", "content": answer}, **_refused(_REFUSALS)},
    }


def _parameters(operation: Operation) -> list[dict[str, Any]]:
    """The fields beside the file, which an address may have."""
    fields = operation.takes.model_json_schema(by_alias=True, ref_template=PLACE)["properties"]
    parameters = [
        {"name": name, "in": "query", "schema": schema} for name, schema in fields.items() if name != "content"
    ]
    return [*parameters, _DOCUMENT] if operation.name in ("parse", "convert") else parameters


def _plain(name: str, says: str, type_: str) -> dict[str, Any]:
    schema = {"type": "array", "items": {"type": "object"}} if type_ == "array" else {"type": type_}
    answer = {"description": says, "content": {"application/json": {"schema": schema}}}
    return {"operationId": name, "summary": says, "responses": {"200": answer, **_refused({})}}


def _refused(statuses: Mapping[str, str]) -> dict[str, Any]:
    """Refusals with these statuses, with those of the guard and of the table of addresses."""
    content = {"application/json": {"schema": {"$ref": PLACE.format(model=Refused.__name__)}}}
    described = {
        status: {"description": text, "content": content} for status, text in {**_NOT_LET_IN, **statuses}.items()
    }
    allow = {"Allow": {"description": "The methods that there are.", "schema": {"type": "string"}}}
    return {**described, "405": {"description": "There is no such method here.", "headers": allow, "content": content}}
