"""The proxy by which a host is reached, as the environment says."""

from __future__ import annotations

import ipaddress
import urllib.request


def proxy_of(scheme: str, host: str) -> str | None:
    """The address of the proxy for a host, or None for a host that is reached directly, as this machine is."""
    if _is_loopback(host) or urllib.request.proxy_bypass(host):
        return None
    proxies = urllib.request.getproxies()
    proxy = proxies.get(scheme) or proxies.get("all")
    return proxy if proxy is None or "://" in proxy else f"http://{proxy}"


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
