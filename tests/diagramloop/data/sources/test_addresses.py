"""Targets of a download, on this machine alone: names are resolved by the tests."""

from __future__ import annotations

import ipaddress
import ssl
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx2
import pytest
from local_server import LocalServer, QuietHandler

from diagramloop.data.sources._addresses import Address, PublicTransport, addresses_of, is_public
from diagramloop.data.sources._download import Wanted, download
from diagramloop.errors import FetchError, RejectionReason

pytestmark = pytest.mark.faults

PUBLIC = "93.184.215.14"
PRIVATE = (
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fd00::1",
    "ff0e::1",
    "::ffff:127.0.0.1",
    "::ffff:a9fe:a9fe",
    "::7f00:1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:0:0:0:0:0:80ff:fffe",  # Teredo: 127.0.0.1 with its bits turned
)


@pytest.mark.parametrize("address", PRIVATE)
def test_what_only_a_neighbour_can_reach_is_not_public(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", [PUBLIC, "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_what_anybody_can_reach_is_public(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("spelled", ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "localhost"])
def test_an_address_is_known_however_it_is_spelled(spelled: str) -> None:
    assert ipaddress.ip_address("127.0.0.1") in addresses_of(spelled)


@dataclass
class Network:
    """A network that a test has made up.

    Attributes:
        names: the addresses of each host, one list for each time it is asked for (the last repeats).
        answers: of a host, by its name.
        asked: the requests that went out, as they were sent.
    """

    names: dict[str, list[list[str]]]
    answers: Callable[[httpx2.Request], httpx2.Response] = lambda _: httpx2.Response(200, content=b"here")
    asked: list[httpx2.Request] = field(default_factory=list)
    resolved: list[str] = field(default_factory=list)

    def resolve(self, host: str) -> list[Address]:
        self.resolved.append(host)
        if host not in self.names:
            return addresses_of(host)
        times = self.names[host]
        return [ipaddress.ip_address(a) for a in times[min(self.resolved.count(host), len(times)) - 1]]

    def send(self, request: httpx2.Request) -> httpx2.Response:
        self.asked.append(request)
        return self.answers(request)

    def get(self, url: str) -> httpx2.Response:
        transport = PublicTransport(self.resolve, httpx2.MockTransport(self.send))
        with httpx2.Client(transport=transport, follow_redirects=True) as client:
            return client.get(url)


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


def to(location: str) -> Callable[[httpx2.Request], httpx2.Response]:
    """Sends on from the public host."""
    return lambda request: (
        httpx2.Response(302, headers={"location": location})
        if request.headers["host"] == "public.test"
        else httpx2.Response(200, content=b"secret")
    )


@pytest.mark.parametrize(
    "location",
    [
        "http://127.0.0.1/",
        "http://169.254.169.254/latest/meta-data",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[::ffff:7f00:1]/",
        "http://2130706433/",
        "http://0x7f000001/",
        "http://127.1/",
        "http://localhost/",
        "http://router.test/",
        "http://half.test/",
        "//127.0.0.1/",
    ],
)
def test_a_public_host_does_not_lead_into_the_house(location: str) -> None:
    names = {"public.test": [[PUBLIC]], "router.test": [["192.168.1.1"]], "half.test": [[PUBLIC, "10.0.0.1"]]}
    network = Network(names, to(location))
    with pytest.raises(FetchError, match="a public host leads to") as caught:
        network.get("http://public.test/")
    assert caught.value.reason is RejectionReason.UNSAFE
    assert len(network.asked) == 1


def test_an_octal_address_is_no_place_to_go() -> None:
    network = Network({"public.test": [[PUBLIC]]}, to("http://0177.0.0.1/"))
    with pytest.raises(httpx2.RemoteProtocolError):
        network.get("http://public.test/")
    assert len(network.asked) == 1


def test_a_public_host_leads_to_another() -> None:
    network = Network({"public.test": [[PUBLIC]], "other.test": [["8.8.8.8"]]}, to("http://other.test/"))
    assert network.get("http://public.test/").content == b"secret"


def test_a_name_that_turns_private_is_refused_the_second_time() -> None:
    network = Network({"public.test": [[PUBLIC], ["127.0.0.1"]]}, to("/again"))
    with pytest.raises(FetchError, match="public host leads"):
        network.get("http://public.test/")


def test_the_address_that_was_looked_at_is_the_one_that_is_asked() -> None:
    network = Network({"public.test": [[PUBLIC], ["127.0.0.1"]]})
    network.get("https://public.test:8443/a?b=c")
    (asked,) = network.asked
    assert network.resolved == ["public.test"]  # nobody resolves it a second time
    assert str(asked.url) == f"https://{PUBLIC}:8443/a?b=c"
    assert asked.headers["host"] == "public.test:8443"
    assert asked.extensions["sni_hostname"] == "public.test"


def test_the_next_address_is_tried_where_one_does_not_answer() -> None:
    def answer(request: httpx2.Request) -> httpx2.Response:
        if request.url.host == PUBLIC:
            raise httpx2.ConnectError("down")
        return httpx2.Response(200, content=b"here")

    assert Network({"public.test": [[PUBLIC, "8.8.8.8"]]}, answer).get("http://public.test/").content == b"here"


@pytest.mark.parametrize("first", ["http://127.0.0.1/", "http://mirror.test/"])
def test_a_mirror_in_the_house_may_lead_through_the_house(first: str) -> None:
    network = Network(
        {"mirror.test": [["10.0.0.5"]], "store.test": [["10.0.0.6"]]},
        lambda r: (
            httpx2.Response(200, content=b"here")
            if r.headers["host"] == "store.test"
            else httpx2.Response(302, headers={"location": "http://store.test/"})
        ),
    )
    assert network.get(first).content == b"here"


@pytest.mark.parametrize("addresses", [[], [[]]])
def test_a_name_without_an_address_is_no_connection(addresses: list[list[str]]) -> None:
    network = Network({"nowhere.invalid": addresses} if addresses else {})
    with pytest.raises(httpx2.ConnectError, match="has no address"):
        network.get("http://nowhere.invalid/")


@pytest.fixture
def proxy(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """A proxy that gives everything; what it was asked for."""
    seen: list[str] = []

    class Proxy(QuietHandler):
        def do_GET(self) -> None:
            seen.append(self.path)
            there = "302" in self.path
            self.send(*((302, b"", {"location": "http://169.254.169.254/"}) if there else (200, b"here")))

    with LocalServer(Proxy) as running:
        monkeypatch.setenv("http_proxy", f"127.0.0.1:{running.server_port}")
        monkeypatch.setenv("no_proxy", "")
        yield seen


def test_through_a_proxy_too(proxy: list[str]) -> None:
    network = Network({"public.test": [[PUBLIC]]})
    assert network.get("http://public.test/x").content == b"here"
    assert network.get("http://known-to-the-proxy.invalid/x").content == b"here"
    for first in ("http://public.test/302", "http://known-to-the-proxy.invalid/302"):
        with pytest.raises(FetchError, match=r"169\.254"):
            network.get(first)
    assert "http://169.254.169.254/" not in proxy
    assert not network.asked


@pytest.fixture
def server() -> Iterator[LocalServer]:
    """Says what host it was asked as."""

    class Handler(QuietHandler):
        def do_GET(self) -> None:
            self.send(200, self.headers["Host"].encode())

    with LocalServer(Handler) as running:
        yield running


def test_a_download_goes_where_its_name_was_resolved_to(server: LocalServer, tmp_path: Path) -> None:
    """No name server knows a name that ends with ``.test``: whoever asked one would not come here."""
    network = Network({"mirror.test": [["127.0.0.1"]]})
    wanted = Wanted(f"http://mirror.test:{server.server_port}/x", tmp_path / "x", None, 100)
    got = download(wanted, quiet=True, resolve=network.resolve, sleep=lambda _: None)
    assert got.read_text() == f"mirror.test:{server.server_port}"


def certificate(folder: Path, name: str) -> Path:
    """A certificate that ``name`` has signed itself, and its key, in one file."""
    x509 = pytest.importorskip("cryptography.x509")
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    who = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    made = x509.CertificateBuilder(who, who, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now - timedelta(1)).not_valid_after(now + timedelta(1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
    signed = made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "certificate.pem").write_bytes(signed + private)
    return folder / "certificate.pem"


def test_the_certificate_is_that_of_the_name(
    server: LocalServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not of the address to which the connection goes."""
    pem = certificate(tmp_path, "mirror.test")
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    network = Network({"mirror.test": [["127.0.0.1"]], "other.test": [["127.0.0.1"]]})

    def got(host: str) -> Path:
        wanted = Wanted(f"https://{host}:{server.server_port}/x", tmp_path / host, None, 100)
        return download(wanted, quiet=True, resolve=network.resolve, sleep=lambda _: None)

    assert got("mirror.test").read_text() == f"mirror.test:{server.server_port}"
    with pytest.raises(FetchError, match="Hostname mismatch"):
        got("other.test")


def test_a_download_from_a_public_name_never_reaches_this_machine(
    server: LocalServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first attempt finds no connection to a public address; the second is told that the name is this machine."""
    network = Network({"public.test": [[PUBLIC], ["127.0.0.1"]]})

    def refused(self: httpx2.HTTPTransport, request: httpx2.Request) -> httpx2.Response:
        assert request.url.host == PUBLIC
        raise httpx2.ConnectError("refused")

    monkeypatch.setattr(httpx2.HTTPTransport, "handle_request", refused)
    wanted = Wanted(f"http://public.test:{server.server_port}/x", tmp_path / "x", None, 100)
    with pytest.raises(FetchError, match="public host leads") as caught:
        download(wanted, quiet=True, resolve=network.resolve, sleep=lambda _: None)
    assert caught.value.reason is RejectionReason.UNSAFE
    assert not (tmp_path / "x").exists()
