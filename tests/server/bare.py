"""Tables without a network: a hall on a store, in the running loop."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rialto.server import wire
from rialto.server.auth import Who
from rialto.server.metrics import Metrics
from rialto.server.minds.botpool import BotPool
from rialto.server.services import Services
from rialto.server.store import open_store
from rialto.server.table.hall import Hall
from rialto.server.table.making import create
from rialto.server.table.table import Table
from tests.server.live import settings

ME = Who(b"me")


@contextmanager
def hall(folder: Path, **replaced: Any) -> Iterator[Hall]:
    given = settings(folder, **replaced.pop("settings", {}))
    metrics = Metrics()
    store = open_store(given.db)
    pool = BotPool(workers=0, think_s=1, deadline_s=1, metrics=metrics)
    services = Services(settings=given, store=store, bots=pool, metrics=metrics, **replaced)
    made = Hall(services)
    try:
        yield made
    finally:
        made.close()
        services.close()
        store.close()


async def table(there: Hall, *seats: str, **more: Any) -> Table:
    chosen = [{"kind": s} if s in ("me", "person") else {"kind": "bot", "bot": s} for s in seats]
    wanted = wire.CreateTable.model_validate({"seats": chosen, **more})
    made, *_ = await create(there, wanted, ME.key or b"")
    return made
