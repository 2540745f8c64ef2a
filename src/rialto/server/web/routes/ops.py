"""For those who run the server."""

from importlib.metadata import version as package_version

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from rialto.engine.house import RULES_VERSION
from rialto.server import wire
from rialto.server.web.asking import Answer, HallDep, Responses, answers

router = APIRouter(tags=["ops"])
TEXT: Responses = {200: {"description": "Prometheus text", "content": {"text/plain": {}}}}


@router.get("/healthz", responses=answers(wire.Health))
async def healthz() -> Answer:
    """The process answers."""
    return Answer(wire.Health(status="ok"))


@router.get("/readyz", responses=answers(wire.Health, "stopping"))
async def readyz(hall: HallDep) -> Answer:
    """The store can be read and the server is not stopping."""
    await hall.services.store.ready()
    if hall.services.stopping.is_set():
        return Answer(wire.Health(status="stopping"), 503)
    return Answer(wire.Health(status="ready"))


@router.get("/version", responses=answers(wire.Version))
async def version() -> Answer:
    return Answer(
        wire.Version(version=package_version("rialto"), rules=RULES_VERSION, protocol=wire.PROTOCOL)
    )


@router.get("/metrics", responses=TEXT)
async def metrics(hall: HallDep) -> Response:
    text = generate_latest(hall.services.metrics.registry)
    return Response(text, media_type=CONTENT_TYPE_LATEST)
