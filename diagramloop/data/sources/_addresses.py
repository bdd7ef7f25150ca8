"""Targets of a download: from a public host public hosts only, and the address that was looked at.

A host that somebody named may send on, by a redirect or by its name's addresses, into the network of whoever
downloads: to a service of this machine, a router, a cloud's metadata. Each name is therefore resolved here, once for
each request, its addresses are checked, and the connection goes to one of them, so that no second answer of a name
server (DNS rebinding) comes in between. Where the host that was named first is itself not public (a mirror in the
house), the user meant that, and nothing is refused.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Sequence

import httpx2

from diagramloop.errors import FetchError, RejectionReason
from diagramloop.models.proxies import proxy_of

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str], Sequence[Address]]
"""The addresses of a host name, or of an address however it is spelled.

Raises:
    OSError: it has none.
"""
_WRAPPINGS = tuple(map(ipaddress.IPv6Network, ("64:ff9b::/96", "::/96")))  # of an IPv4 address in the last 32 bits


def addresses_of(host: str) -> list[Address]:
    """Return the system's addresses: from name servers, and ``0x7f.1``, ``0177.0.0.1``, ``2130706433`` as 127.0.0.1."""
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(ipaddress.ip_address(str(place[0]).partition("%")[0]) for *_, place in found))


def is_public(address: Address) -> bool:
    """True for an address that anybody on the internet can reach, and no IPv4 one that cannot is wrapped in it."""
    wrapped = _wrapped(address)
    if wrapped is not None:
        return is_public(wrapped)
    return address.is_global and not address.is_multicast


def _wrapped(address: Address) -> ipaddress.IPv4Address | None:
    if isinstance(address, ipaddress.IPv4Address):
        return None
    if any(address in wrapping for wrapping in _WRAPPINGS):
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo and address.teredo[1])


class PublicTransport(httpx2.BaseTransport):
    """HTTP for one download and all that it leads to.

    Through a proxy of the environment names are the proxy's to resolve; what this machine can resolve is checked all
    the same.

    Args:
        resolve: a host's addresses.
        direct: the way to an address; the network if None.
    """

    def __init__(self, resolve: Resolve = addresses_of, direct: httpx2.BaseTransport | None = None) -> None:
        self._resolve = resolve
        # a kept connection would be taken again for another name at the same address, with the first one's certificate
        self._direct = direct or httpx2.HTTPTransport(limits=httpx2.Limits(max_keepalive_connections=0))
        self._proxies: dict[str, httpx2.BaseTransport] = {}
        self._local: bool | None = None  # whether the first host is not public

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """The answer of a host that may be asked.

        Raises:
            FetchError: it leads to where nothing public is (UNSAFE).
            httpx2.ConnectError: the name has no address, or none of them answers.
        """
        proxy = proxy_of(request.url.scheme, request.url.host)
        addresses = self._allowed(request, behind_proxy=proxy is not None)
        if proxy is not None:
            return self._through(proxy).handle_request(request)
        for number, address in enumerate(addresses, start=1):
            try:
                return self._direct.handle_request(_pinned(request, address))
            except (httpx2.ConnectError, httpx2.ConnectTimeout):
                if number == len(addresses):
                    raise
        raise AssertionError("a host without addresses was allowed")

    def close(self) -> None:
        """Ends the connections."""
        for transport in (self._direct, *self._proxies.values()):
            transport.close()

    def _allowed(self, request: httpx2.Request, *, behind_proxy: bool) -> Sequence[Address]:
        host = request.url.raw_host.decode("ascii")  # as name servers know it
        try:
            addresses = self._resolve(host)
            if not addresses:
                raise OSError("no name server knows it")
        except (OSError, ValueError) as error:  # a name that no name server can be asked for is a ValueError
            if not behind_proxy:
                raise httpx2.ConnectError(f"{host[:200]} has no address: {error}", request=request) from error
            addresses = ()
        if self._local is None:
            self._local = bool(addresses) and not any(map(is_public, addresses))
        if not self._local and not all(map(is_public, addresses)):
            there = ", ".join(map(str, addresses))
            message = f"a public host leads to {host[:200]}, which is not public: {there}"
            raise FetchError(message, reason=RejectionReason.UNSAFE)
        return addresses

    def _through(self, proxy: str) -> httpx2.BaseTransport:
        if proxy not in self._proxies:
            self._proxies[proxy] = httpx2.HTTPTransport(proxy=proxy)
        return self._proxies[proxy]


def _pinned(request: httpx2.Request, address: Address) -> httpx2.Request:
    """The request to ``address``; Host, as it was written, and the name in the TLS certificate stay the host's."""
    return httpx2.Request(
        request.method,
        request.url.copy_with(host=str(address)),
        headers=request.headers,
        stream=request.stream,
        extensions={**request.extensions, "sni_hostname": request.url.raw_host.decode("ascii")},
    )
