"""Settings, by environment variables that begin with RIALTO_; unknown ones are errors."""

import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field, ValidationError, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from rialto.server.places import Place, place

NOT_OURS: Final = {"RIALTO_JIT", "RIALTO_CACHE", "RIALTO_DEBUG"}
"""Read by the engine and the command before any of this is imported."""
LOCAL_NAMES: Final = ("localhost", "127.0.0.1", "[::1]")


class BadSettings(ValueError):
    """A setting that cannot be used; the message names the variable."""


class Settings(BaseSettings):
    model_config = SettingsConfigDict(
        env_prefix="RIALTO_", extra="forbid", frozen=True, arbitrary_types_allowed=True
    )

    host: str = "127.0.0.1"
    port: int = Field(8017, ge=0, le=65535)
    db: Annotated[Place, NoDecode, BeforeValidator(place)] = Path("rialto.db")
    """A file of SQLite's, or `postgresql://…`."""
    hosts: list[str] = []
    """More names that the server answers to (a JSON list), for example behind a proxy."""
    proxies: str = "127.0.0.1"
    """Whose X-Forwarded-* headers are believed."""
    log_level: str = Field("info", pattern="^(debug|info|warning|error)$")
    log_json: bool = True

    bot_workers: int = Field(1, ge=0, le=64)
    bot_think_ms: int = Field(1_500, ge=10, le=600_000)
    """What a bot is given for a move."""
    bot_deadline_ms: int = Field(10_000, ge=10, le=600_000)
    """From the asking on; after this a random move is made."""
    bot_pause_ms: int = Field(450, ge=0, le=60_000)
    """A bot moves at multiples of this, so that people can follow; how long it has thought tells
    them little."""

    most_tables: int = Field(20_000, ge=1)
    """Tables that are open or running, on disk."""
    most_live_tables: int = Field(4_000, ge=1)
    """Tables kept in memory; idle ones are put away first."""
    most_sockets: int = Field(10_000, ge=1)
    most_sockets_per_table: int = Field(200, ge=1)
    most_sockets_per_address: int = Field(500, ge=1)
    most_records: int = Field(20_000, ge=1)
    most_tokens: int = Field(20_000, ge=1)
    body_bytes: int = Field(512 * 1024, ge=1024)
    body_s: float = Field(30.0, gt=0)
    """A request's body must have come by then."""
    head_s: float = Field(10.0, gt=0)
    """And its head by then."""
    frame_bytes: int = Field(64 * 1024, ge=1024)
    creations_per_minute: int = Field(60, ge=1)
    """Tables, tokens and uploads, per address."""
    joins_per_minute: int = Field(120, ge=1)
    codes_per_minute: int = Field(10, ge=1)
    """Codes made or tried, per address."""
    replays_per_minute: int = Field(60, ge=1)
    beliefs_per_minute: int = Field(60, ge=1)
    """How often somebody may ask what the others hold, per address."""
    requests_per_second: int = Field(50, ge=1)
    files_per_second: int = Field(100, ge=1)
    """The page and its files."""
    messages_per_second: int = Field(30, ge=1)
    """Per socket."""
    undos_per_turn: int = Field(40, ge=1)
    """Per seat; each is an entry of the log for ever."""
    open_numbers_s: float = Field(30.0, gt=0)
    """How long a number for a fair shuffle is awaited before everybody is told."""
    keep_alive_s: float = Field(6.0, gt=0)
    """Bot streams: a blank line this often."""
    idle_table_s: float = Field(900.0, gt=0)
    """After this a table that nobody watches leaves memory."""
    write_s: float = Field(15.0, gt=0)
    """What could not be written by then counts as not written."""

    practice_minutes: int = Field(30, ge=1)
    """A practice table that nobody has open for so long is deleted."""
    open_table_days: int = Field(14, ge=0)
    """A table that has not begun is deleted after so many days; 0: never."""
    idle_table_days: int = Field(60, ge=0)
    """A game without a move is abandoned after so many days; 0: never."""
    ended_table_days: int = Field(0, ge=0)
    """A game that is over or abandoned is deleted after so many days; 0: never."""
    session_days: int = Field(180, ge=0)
    """A browser that was not seen for so long is forgotten; 0: never."""
    token_days: int = Field(365, ge=0)
    """So is a program's token that was not used."""
    record_days: int = Field(365, ge=0)
    """And an uploaded record that nobody has looked at."""
    report_days: int = Field(90, ge=0)
    """A report about somebody is deleted after so many days; 0: never."""

    push_contact: str = "mailto:rialto@localhost"
    """How push services can reach whoever runs this server: `mailto:…` or `https://…`."""
    push_any_service: bool = False
    """Push messages to every public address that a browser names, not only to the services of the
    browsers' makers."""
    push_loopback: bool = False
    """For tests: push messages in clear to this machine."""

    smtp_host: str = ""
    """A mail server; without one no mail is sent."""
    smtp_port: int = Field(587, ge=1, le=65535)
    smtp_tls: str = Field("starttls", pattern="^(starttls|tls|none)$")
    smtp_user: str = ""
    smtp_password: str = Field("", repr=False)
    mail_from: str = ""
    public_url: str = ""
    """Where people find this server, for links in mails: `https://rialto.example.org`."""

    metrics_port: int = Field(0, ge=0, le=65535)
    """Prometheus metrics at a port of their own, for this machine only; 0: none."""

    @model_validator(mode="after")
    def check_mail(self) -> "Settings":
        if self.smtp_host and not (self.mail_from and self.public_url):
            raise ValueError("RIALTO_SMTP_HOST needs RIALTO_MAIL_FROM and RIALTO_PUBLIC_URL")
        return self

    def addressed_as(self) -> set[str]:
        """Host names that are ours; `0.0.0.0` means every address of this machine."""
        names = {*LOCAL_NAMES, *(h.lower() for h in self.hosts)}
        if self.host in ("0.0.0.0", "::", ""):
            names |= {*own_addresses(), socket.gethostname().lower()}
            names.add(socket.gethostname().lower() + ".local")
        else:
            names.add(f"[{self.host}]" if ":" in self.host else self.host.lower())
        return names


def own_addresses() -> list[str]:
    """This machine's addresses in its networks, the one that leads outside first."""
    found: list[str] = []
    for family, target in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        # Connecting a datagram socket sends nothing; it only asks which way we would go.
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((target, 9))
                found.append(probe.getsockname()[0])
        except OSError:
            continue
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)]
    return list(dict.fromkeys(f"[{a}]" if ":" in a else a for a in found))


def load_settings(**given: Any) -> Settings:
    """From the environment; what is given (the command line) goes before it."""
    known = {f"RIALTO_{name.upper()}" for name in Settings.model_fields} | NOT_OURS
    unknown = sorted(n for n in os.environ if n.startswith("RIALTO_") and n not in known)
    if unknown:
        raise BadSettings(f"unknown setting {unknown[0]}; known are {', '.join(sorted(known))}")
    try:
        return Settings(**{k: v for k, v in given.items() if v is not None})
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]) if first["loc"] else "?"
        why = first["msg"].removeprefix("Value error, ")
        raise BadSettings(f"RIALTO_{name.upper()}: {why}") from None
