"""Helpers for money."""
import re


def parse(text: str) -> int:
    return int(re.sub(r"\D", "", text))


def show(cents: int) -> str:
    return f"{cents / 100:.2f}"


class Wallet:
    def main(self, amount: int):
        return amount
