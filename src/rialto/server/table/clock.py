"""A table's clock: a bank of time for each seat, and an increment for each turn ended.

What a command cost is stored with it, so the banks are a fold over the log and a restart of the
server costs nobody time.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

LEAST_ON_RETURN_MS: Final = 15_000
"""Who comes back after the time was up gets a fifth of the bank, and at least this."""


@dataclass(frozen=True, slots=True)
class ClockRules:
    bank_ms: int
    increment_ms: int

    @property
    def on_return_ms(self) -> int:
        return max(LEAST_ON_RETURN_MS, self.bank_ms // 5)


@dataclass(slots=True)
class Clock:
    rules: ClockRules
    bank_ms: list[int]
    since: dict[int, int] = field(default_factory=dict)
    """When each seat that is being asked began to think."""

    @classmethod
    def new(cls, rules: ClockRules, players: int) -> "Clock":
        return cls(rules, [rules.bank_ms] * players)

    def spent(self, seat: int, now: int) -> int:
        """Milliseconds that this seat has thought in this turn and not yet paid for."""
        return max(0, now - self.since[seat]) if seat in self.since else 0

    def cost(self, seat: int, now: int, *, turn_ended: bool) -> int:
        """What the thinking costs, less the increment; it is stored with the command."""
        before = self.bank_ms[seat]
        left = max(0, before - self.spent(seat, now))
        # No increment once the time is up: only coming back gives time again.
        after = left + (self.rules.increment_ms if turn_ended and left else 0)
        return before - after

    def charge(self, seat: int, cost: int) -> None:
        """What a stored entry cost, or gave; thinking begins anew."""
        self.bank_ms[seat] -= cost
        self.since.pop(seat, None)

    def gift_on_return(self, seat: int) -> int:
        return min(0, self.bank_ms[seat] - self.rules.on_return_ms)

    def ask(self, seats: Iterable[int], now: int) -> None:
        """These seats are thinking; nobody else is."""
        self.since = {seat: self.since.get(seat, now) for seat in seats}

    def left(self, seat: int, now: int) -> int:
        return max(0, self.bank_ms[seat] - self.spent(seat, now))

    def next_flag(self, now: int) -> tuple[int, int] | None:
        """Who runs out of time first, and in how many milliseconds."""
        falls = [(self.left(seat, now), seat) for seat in self.since]
        return (min(falls)[1], min(falls)[0]) if falls else None
