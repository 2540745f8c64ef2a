"""What a browser is called in the list of somebody's devices."""

from typing import Final

BROWSERS: Final = (
    ("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
SYSTEMS: Final = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
    ("Mac OS", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
)  # fmt: skip


def device_name(user_agent: str) -> str:
    """Enough to know it again, and no more: nothing of versions is kept."""
    names = [
        next((name for mark, name in known if mark in user_agent), "")
        for known in (BROWSERS, SYSTEMS)
    ]
    return ", ".join(name for name in names if name)
