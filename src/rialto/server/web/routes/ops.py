"""For those who run the server."""

from importlib.metadata import version as package_version

from fastapi import APIRouter

from rialto.engine.house import RULES_VERSION
from rialto.server import wire
from rialto.server.web.asking import Answer, HallDep, answers

router = APIRouter(tags=["ops"])


@router.get("/healthz", responses=answers(wire.Health))
async def healthz() -> Answer:
    """The process answers."""
    return Answer(wire.Health(status="ok"))


@router.get("/readyz", responses=answers(wire.Health, "stopping", "store_failed", "disk_full"))
async def readyz(hall: HallDep) -> Answer:
    """The store can be read and written, and the server is not stopping."""
    if hall.services.stopping.is_set():
        return Answer(wire.Health(status="stopping"), 503)
    await hall.services.prove()
    return Answer(wire.Health(status="ready"))


@router.get("/version", responses=answers(wire.Version))
async def version() -> Answer:
    return Answer(
        wire.Version(version=package_version("rialto"), rules=RULES_VERSION, protocol=wire.PROTOCOL)
    )
