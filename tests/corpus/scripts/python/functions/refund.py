"""Refund a customer."""
from __future__ import annotations

import datetime as dt
from decimal import Decimal
from enum import Enum
from typing import Any, Literal, Optional


class Reason(Enum):
    BROKEN = "broken"
    LATE = "late"


def main(
    order: int,
    kind: Literal["full", "partial"],
    amount: Optional[Decimal] = None,  # In the customer's currency
    reason: Reason = Reason.LATE,
    day: dt.date = dt.date.today(),
    tags: list[str] | None = None,
    settings: dict[str, Any] = {"notify": True},
    *args,
    dry_run: bool = True,
    **kwargs,
):
    """Refund it.

    Args:
        order: Number of the order.
        kind (str): All of it,
            or a part.

    Returns:
        A dict.
    """
    return {"order": order}
