from datetime import date
from typing import Literal

def main(customer: int, action: Literal["refund", "credit"] = "refund", since: date | None = None, notes: list[str] = []):
    """Handle a customer.

    Args:
        customer: The number.
        action: What to do.
    """
    return {"customer": customer}
