"""Prometheus metrics, in a registry of the application's own."""

from collections.abc import Iterator

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
)
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector


class LoopCounter(Collector):
    """A counter for what happens several times at every move: a plain number, which only the event
    loop adds to. One that any thread may add to costs ten times as much."""

    def __init__(self, name: str, about: str, registry: CollectorRegistry) -> None:
        self.n = 0
        self._name, self._about = name, about
        registry.register(self)

    def collect(self) -> Iterator[CounterMetricFamily]:
        yield CounterMetricFamily(self._name, self._about, value=self.n)


class Metrics:
    def __init__(self) -> None:
        r = self.registry = CollectorRegistry()
        ProcessCollector(registry=r)
        PlatformCollector(registry=r)
        self.requests = Counter(
            "rialto_requests", "HTTP requests", ["method", "status"], registry=r
        )
        self.commands = Counter(
            "rialto_commands", "Commands by what became of them", ["outcome"], registry=r
        )
        self.stored = self.commands.labels("stored")
        self.entries = LoopCounter("rialto_log_entries", "Log entries stored", r)
        self.commits = Histogram(
            "rialto_commit_seconds",
            "Time of one group commit",
            buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1),
            registry=r,
        )
        self.group = Histogram(
            "rialto_commit_group", "Commands in one group commit", buckets=(1, 2, 4, 8, 16, 32, 64,
            128, 256), registry=r,
        )  # fmt: skip
        self.sockets = Gauge("rialto_sockets", "Open WebSockets", registry=r)
        self.live_tables = Gauge("rialto_live_tables", "Tables in memory", registry=r)
        self.bot_moves = Counter("rialto_bot_moves", "Moves by bots", ["level"], registry=r)
        self.bot_failures = Counter(
            "rialto_bot_failures", "Bots that failed or were late", registry=r
        )
        self.frames = LoopCounter("rialto_frames", "Frames sent on WebSockets", r)
        self.dropped = Counter(
            "rialto_slow_readers", "Sockets closed because nobody read them", registry=r
        )

    def count_stored(self, entries: int) -> None:
        """A command."""
        self.stored.inc()
        self.entries.n += entries

    def count_commit(self, size: int, seconds: float) -> None:
        self.commits.observe(seconds)
        self.group.observe(size)
