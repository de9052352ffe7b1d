from dataclasses import dataclass
from decimal import Decimal

@dataclass
class Address:
    street: str
    zip: str

def main(address: Address, amount: Decimal, password: str = ""):
    return amount
