"""Every kind of table that can be set: player counts, the neutral variant, boards, editions."""

from typing import Any

from rialto import House
from rialto.engine.house import BOARDS, EDITIONS
from rialto.engine.state import new_table

COMPANIES = ((2, False), (2, True), (3, False), (4, False), (5, False))
"""Numbers of players, without and with the neutral player."""
ALL_HOUSES = [
    House.edition(edition, players=players, neutral=neutral, board=board)
    for edition in EDITIONS
    for board in BOARDS
    for players, neutral in COMPANIES
]


def table_of(house: House, n: int) -> Any:
    """Room for n games with these options set."""
    table = new_table(n)
    for i in range(n):
        house.write_to(table[i])
    return table
