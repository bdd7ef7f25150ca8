"""Who is let in, and what a page of another site can do here: nothing."""

from __future__ import annotations

import socket
from typing import Any

import anyio
import pytest
import uvicorn
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from diagramloop.doors.serve import application, serve
from diagramloop.doors.serve._guard import HEADERS, MAX_BODY_BYTES
from diagramloop.doors.serve._server import body_of, json_response, page
from diagramloop.errors import DiagramloopError, ModelError, RejectionReason
from tests.diagramloop.doors.serve.live_page import free_port

OWN = {"content-type": "application/json", "origin": "http://127.0.0.1:8765"}


async def echo(request: Request) -> Response:
    return json_response(await body_of(request))


async def no_model(_: Request) -> Response:
    raise ModelError("asked in vain", reason=RejectionReason.TIMEOUT)


async def full_disk(_: Request) -> Response:
    raise OSError(28, "No space left on device")


def client(host: str = "127.0.0.1", token: str | None = None, called: str = "127.0.0.1:8765") -> TestClient:
    routes = [page("annotation.html"), Route("/echo", echo, methods=["POST"])]
    routes += [Route("/model", no_model), Route("/disk", full_disk)]
    return TestClient(application(routes, host, token), base_url=f"http://{called}", follow_redirects=False)


@pytest.mark.parametrize("called", ["127.0.0.1:8765", "localhost", "LOCALHOST:1", "[::1]:8765"])
def test_this_machine_is_served(called: str) -> None:
    assert client().get("/", headers={"host": called}).status_code == 200


@pytest.mark.parametrize(
    "called", ["evil.example", "127.0.0.1.evil.example", "[::1", "", "192.0.2.7", "a@evil.example"]
)
def test_a_foreign_name_that_leads_here_is_refused(called: str) -> None:
    answer = client().get("/", headers={"host": called})
    assert answer.status_code == 421
    assert "not called" in answer.json()["error"]


@pytest.mark.parametrize(
    "headers",
    [
        OWN | {"origin": "http://evil.example"},
        OWN | {"origin": "http://127.0.0.1:9999"},
        OWN | {"origin": "null"},
        OWN | {"origin": "http://[::1"},
        {"content-type": "text/plain"},
        {"content-type": "application/x-www-form-urlencoded"},
        {"content-type": "multipart/form-data; boundary=application/json"},
        {},
    ],
)
def test_only_json_of_own_pages_changes_anything(headers: dict[str, str]) -> None:
    assert client().post("/echo", content=b"{}", headers=headers).status_code == 403


@pytest.mark.parametrize("headers", [OWN, {"content-type": "Application/JSON".lower() + "; charset=utf-8"}])
def test_own_json_is_taken(headers: dict[str, str]) -> None:
    assert client().post("/echo", content=b'{"a": 1}', headers=headers).json() == {"a": 1}


@pytest.mark.parametrize(("mode", "status"), [("no-cors", 403), ("cors", 403), ("navigate", 200)])
def test_a_page_of_another_site_may_link_here_and_ask_for_nothing(mode: str, status: int) -> None:
    sent = {"sec-fetch-site": "cross-site", "sec-fetch-mode": mode}
    assert client().get("/", headers=sent).status_code == status


def test_a_request_that_breaks_off_is_an_error_with_a_reason() -> None:
    async def receive() -> dict[str, str]:
        return {"type": "http.disconnect"}

    with pytest.raises(DiagramloopError) as caught:
        anyio.run(body_of, Request({"type": "http", "headers": []}, receive))
    assert caught.value.reason is RejectionReason.UNREADABLE


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b'"text"', b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_json_object_is_an_error_with_a_reason(content: bytes) -> None:
    answer = client().post("/echo", content=content, headers=OWN)
    assert (answer.status_code, answer.json()["reason"]) == (400, "syntax")


def test_a_body_has_an_end() -> None:
    fits = b'{"a":"' + b"x" * (MAX_BODY_BYTES - 8) + b'"}'
    assert client().post("/echo", content=fits, headers=OWN).status_code == 200
    for content in (fits + b" ", iter([fits, b" "])):
        answer = client().post("/echo", content=content, headers=OWN)
        assert (answer.status_code, answer.json()["reason"]) == (413, "too_large")


@pytest.mark.parametrize("place", ["/", "/static/page.js", "/nowhere", "/model"])
def test_every_answer_tells_the_browser_to_be_careful(place: str) -> None:
    answer = client().get(place)
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert "unsafe" not in answer.headers["content-security-policy"]


def test_refusals_tell_it_too() -> None:
    assert client().get("/", headers={"host": "evil.example"}).headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("place", "status", "reason"),
    [
        ("/nowhere", 404, "missing"),
        ("/echo", 405, "missing"),
        ("/model", 502, "timeout"),
        ("/disk", 500, "engine_failed"),
    ],
)
def test_errors_are_json_with_a_reason(place: str, status: int, reason: str) -> None:
    answer = client().get(place)
    assert (answer.status_code, answer.json()["reason"]) == (status, reason)


@pytest.mark.parametrize(
    ("called", "content", "status"),
    [
        ("evil.example", "application/json", 421),
        ("127.0.0.1", "text/plain", 403),
        ("127.0.0.1", "application/json", 405),
    ],
)
def test_refusals_have_a_reason_and_where_a_method_is_none_those_that_there_are(
    called: str, content: str, status: int
) -> None:
    answer = client().put("/echo", content=b"{}", headers={"host": called, "content-type": content})
    assert answer.status_code == status
    assert set(answer.json()) == {"error", "reason"}
    assert RejectionReason(answer.json()["reason"])
    assert answer.headers.get("allow") == ("POST" if status == 405 else None)


@pytest.mark.parametrize(
    "path", ["/static/../_guard.py", "/static/%2e%2e/_guard.py", "/static/..%2f_guard.py", "/static//etc/passwd"]
)
def test_nothing_beside_the_static_files_is_given_out(path: str) -> None:
    assert client().get(path).status_code == 404


class TestToken:
    """Beyond this machine."""

    host, token, called = "192.0.2.7", "s3cret", "192.0.2.7:8765"

    @pytest.fixture
    def away(self) -> TestClient:
        return client(self.host, self.token, self.called)

    @pytest.mark.parametrize("query", ["", "?token=", "?token=s3cre", "?token=s3cret%00", "?token=%ff"])
    def test_nothing_without_it(self, away: TestClient, query: str) -> None:
        for place in ("/", "/static/page.js"):
            assert away.get(place + query).status_code == 401
        assert away.post("/echo" + query, json={}).status_code == 401

    @pytest.mark.parametrize("place", ["/v1/health/", "/v1/health/..", "/v1//health", "/V1/HEALTH", "/v1/healthy"])
    def test_only_the_address_of_health_is_open(self, away: TestClient, place: str) -> None:
        assert away.get("/v1/health").status_code == 404  # let in, though these pages have no such address
        assert away.get("/v1/health", headers={"host": "evil.example"}).status_code == 421
        assert away.get(place).status_code == 401

    def test_shown_once_it_is_kept_as_a_cookie_that_scripts_do_not_see(self, away: TestClient) -> None:
        welcome = away.get("//evil.example/?token=s3cret")
        assert (welcome.status_code, welcome.headers["location"]) == (303, "/")
        cookie = welcome.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert away.get("/").status_code == 200
        assert away.post("/echo", json={"a": 1}).json() == {"a": 1}

    def test_a_cookie_of_ones_own_making(self, away: TestClient) -> None:
        assert away.get("/", headers={"cookie": "token=guess"}).status_code == 401

    @pytest.mark.parametrize(
        ("called", "status"), [("198.51.100.3:8765", 401), ("[2001:db8::1]", 401), ("evil.example", 421)]
    )
    def test_listening_everywhere_any_address_will_do_but_no_name(self, called: str, status: int) -> None:
        assert client("0.0.0.0", self.token).get("/", headers={"host": called}).status_code == status

    @pytest.mark.parametrize(("token", "status"), [("s3cret", 200), ("guess", 421), ("", 421)])
    def test_a_program_that_sends_the_token_may_use_any_name(self, away: TestClient, token: str, status: int) -> None:
        headers = {"host": "diagramloop:8765", "authorization": f"Bearer {token}"}
        assert away.get("/", headers=headers).status_code == status

    def test_a_browser_under_a_foreign_name_is_refused_with_the_token_too(self, away: TestClient) -> None:
        assert away.get(f"/?token={self.token}", headers={"host": "evil.example"}).status_code == 421
        assert away.get("/", headers={"host": "evil.example", "cookie": f"token={self.token}"}).status_code == 421


class TestServe:
    """The address that is printed, and what is served there."""

    @pytest.fixture
    def served(self, monkeypatch: pytest.MonkeyPatch) -> list[TestClient]:
        clients: list[TestClient] = []

        def run(server: uvicorn.Server, sockets: list[socket.socket]) -> None:
            host, port = sockets[0].getsockname()[:2]
            clients.append(TestClient(server.config.app, base_url=f"http://{host}:{port}"))

        monkeypatch.setattr(uvicorn.Server, "run", run)
        return clients

    def test_on_this_machine_as_it_is(self, served: list[TestClient], capsys: Any) -> None:
        serve([page("annotation.html")], port=free_port())
        assert "token" not in capsys.readouterr().out
        assert served[0].get("/").status_code == 200

    def test_beyond_it_with_a_token(self, served: list[TestClient], capsys: Any) -> None:
        port = free_port()
        serve([page("annotation.html")], "127.0.0.2", port=port)  # any address but the usual ones is beyond
        address = capsys.readouterr().out.split()[1]
        assert address.startswith(f"http://127.0.0.2:{port}/?token=")
        assert served[0].get("/").status_code == 401
        assert served[0].get("/?" + address.partition("?")[2]).status_code == 200

    def test_everywhere(self, served: list[TestClient], capsys: Any) -> None:
        serve([page("annotation.html")], "0.0.0.0", port=free_port())
        assert "from elsewhere" in capsys.readouterr().out
        assert served[0].get("/").status_code == 401

    def test_a_port_that_is_taken(self, served: list[TestClient], capsys: Any) -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(OSError, match="in use"):
            serve([page("annotation.html")], port=taken.getsockname()[1])
        assert capsys.readouterr().out == ""
        assert served == []
