"""Items of the shop."""
import datetime
from typing import List, Optional

import typer

app = typer.Typer(help="Items of the shop.")
prices = typer.Typer()
app.add_typer(prices, name="prices", help="Prices of items")


@app.callback()
def setup(verbose: bool = False, token: str = typer.Option(..., envvar="SHOP_TOKEN", help="Token of the shop")):
    """Options for all."""


@app.command()
def create(
    title: str,
    count: int = typer.Argument(1, help="How many"),
    tags: List[str] = typer.Option([], "--tag"),
    due: Optional[datetime.datetime] = typer.Option(None, formats=["%Y-%m-%d"]),
    color: str = typer.Option("red", "--color", "-c", help="The color"),
):
    """Creates an item."""


@app.command(name="remove-all")
def remove(confirm: bool = typer.Option(False, prompt="Remove everything?")):
    pass


@prices.command("set")
def set_price(item: str, price: float, currency: str = "EUR", _internal: int = typer.Option(0, hidden=True)):
    pass


if __name__ == "__main__":
    app()
