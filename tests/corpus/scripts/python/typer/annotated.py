from typing import Annotated
import typer

app = typer.Typer()

@app.command()
def send(
    to: Annotated[str, typer.Argument(help="address")],
    subject: Annotated[str, typer.Option(prompt=True)],
    retries: Annotated[int, typer.Option("--retries", min=0)] = 3,
    api_key: Annotated[str, typer.Option(envvar="API_KEY", hide_input=True)] = "",
    tag: Annotated[list[str] | None, typer.Option()] = None,
):
    """Send a mail."""

if __name__ == "__main__":
    app()
