"""Token buckets: so many at once, refilled at a steady rate; the number of buckets is bounded."""

import ipaddress
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from typing import Final

MOST_BUCKETS: Final = 20_000
HOUSEHOLD: Final = 64
"""An IPv6 customer has a whole network of this prefix, so its addresses count as one."""


@lru_cache(MOST_BUCKETS)
def household(address: str) -> str:
    """Whom an address counts for in limits."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ipaddress.ip_network((ip, HOUSEHOLD), strict=False))


class Bucket:
    __slots__ = ("_at", "_left")

    def __init__(self, burst: float, now: float) -> None:
        self._left = burst
        self._at = now

    def take(self, rate: float, burst: float, now: float) -> bool:
        self._left = min(burst, self._left + (now - self._at) * rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Limit:
    """A rate per key (a household); the keys that were quiet longest are forgotten first."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float]) -> None:
        self.rate, self.burst, self._now = rate, burst, now
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allows(self, key: str) -> bool:
        now = self._now()
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.burst, now)
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.take(self.rate, self.burst, now)
