"""To push services, and to nowhere else.

An endpoint is whatever a browser has sent us, so it is bad input until proven otherwise. By default
only the services of the browsers' makers are known. The name is resolved once, every address that
it has must be a public one, and the connection goes to the very address that was checked. Nothing
is followed, and time and size are bounded.
"""

import asyncio
import ipaddress
import re
import socket
import ssl
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from rialto.server.trouble import Trouble

KNOWN: Final = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "web.push.apple.com",
)
KNOWN_UNDER: Final = (".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com")
LONGEST: Final = 1024
PRINTABLE: Final = re.compile(r"[!-~]+")
HOST: Final = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?")
HTTPS_PORT: Final = 443
ANSWER_BYTES: Final = 16 * 1024
PATIENCE_S: Final = 10.0
UNICAST: Final = ipaddress.ip_network("2000::/3")
"""All of IPv6 that is given out. Whatever else there is leads elsewhere: to IPv4 by a translator,
to a site, to nowhere."""
SPECIAL: Final = [ipaddress.ip_network(net) for net in ("192.0.0.0/24", "192.88.99.0/24")]
"""Of IPv4, for protocols; not all of it counts as private for every Python."""


running_loop = asyncio.get_running_loop
open_connection = asyncio.open_connection


class Unreachable(Exception):
    """It could not be delivered; it may be later."""


@dataclass(frozen=True, slots=True)
class Rules:
    any_service: bool = False
    loopback: bool = False
    """For tests: plain HTTP to this machine, and nothing else that is not allowed anyway."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    secure: bool
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        scheme, usual = ("https", HTTPS_PORT) if self.secure else ("http", 80)
        return f"{scheme}://{self.host}" + (f":{self.port}" if self.port != usual else "")


def check_endpoint(url: str, rules: Rules) -> Endpoint:
    if len(url) > LONGEST or not PRINTABLE.fullmatch(url):
        raise Trouble("bad_endpoint", where="endpoint")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise Trouble("bad_endpoint", where="endpoint") from None
    local = rules.loopback and parts.scheme == "http" and host in ("127.0.0.1", "localhost")
    if parts.username or parts.password or parts.fragment or not HOST.fullmatch(host):
        raise Trouble("bad_endpoint", where="endpoint")
    if not local and (parts.scheme != "https" or port not in (None, HTTPS_PORT)):
        raise Trouble("bad_endpoint", where="endpoint")
    if not local and not rules.any_service and not is_known(host):
        raise Trouble("unknown_push_service", where="endpoint")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Endpoint(not local, host, port or (80 if local else HTTPS_PORT), path)


def is_known(host: str) -> bool:
    return host in KNOWN or host.endswith(KNOWN_UNDER)


def is_public(address: str) -> bool:
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip not in UNICAST or ip.sixtofour or ip.teredo:
            return False
    elif any(ip in net for net in SPECIAL):
        return False
    return ip.is_global and not ip.is_multicast


async def find_address(endpoint: Endpoint, rules: Rules) -> str:
    """One of its addresses; none if a single one of them is not public."""
    try:
        found = await running_loop().getaddrinfo(
            endpoint.host, endpoint.port, type=socket.SOCK_STREAM
        )
    except OSError:
        raise Unreachable("the name is not known") from None
    addresses = [str(info[4][0]) for info in found]
    local = not endpoint.secure and rules.loopback
    good = [a for a in addresses if is_public(a) or (local and ipaddress.ip_address(a).is_loopback)]
    if not addresses or len(good) != len(addresses):
        raise Unreachable("the address is not a public one")
    return good[0]


async def deliver(
    url: str, headers: dict[str, str], body: bytes, rules: Rules
) -> tuple[int, dict[str, str]]:
    """The status, and the head of the answer; its body is not read."""
    endpoint = check_endpoint(url, rules)
    try:
        async with asyncio.timeout(PATIENCE_S):
            return await exchange(endpoint, await find_address(endpoint, rules), headers, body)
    except (OSError, TimeoutError, EOFError, ValueError, asyncio.LimitOverrunError) as error:
        # Without its words: they may hold the address.
        raise Unreachable(type(error).__name__) from None


async def exchange(
    endpoint: Endpoint, address: str, headers: dict[str, str], body: bytes
) -> tuple[int, dict[str, str]]:
    tls = ssl.create_default_context() if endpoint.secure else None
    reader, writer = await open_connection(
        address,
        endpoint.port,
        ssl=tls,
        server_hostname=endpoint.host if tls else None,
        limit=ANSWER_BYTES,
    )
    try:
        said = {"host": endpoint.origin.partition("://")[2], **headers}
        said |= {"content-length": str(len(body)), "connection": "close"}
        head = "".join(f"{name}: {value}\r\n" for name, value in said.items())
        writer.write(f"POST {endpoint.path} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body)
        await writer.drain()
        return read_head(await reader.readuntil(b"\r\n\r\n"))
    finally:
        writer.transport.abort()


def read_head(raw: bytes) -> tuple[int, dict[str, str]]:
    first, *rest = raw.decode("latin-1").split("\r\n")
    status = int(first.split(" ")[1]) if first.startswith("HTTP/1.") else 0
    pairs = (line.partition(":") for line in rest if ":" in line)
    return status, {name.strip().lower(): value.strip() for name, _, value in pairs}
