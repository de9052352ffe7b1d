import typer
from typing_extensions import Annotated

app = typer.Typer(add_completion=False)

Region = Annotated[str, typer.Option(envvar="REGION", help="The region")]


def version(value: bool):
    if value:
        raise typer.Exit()


@app.command()
def run(
    *,
    job_id: int,
    region: Region = "eu",
    dry_run: bool = typer.Option(True, "--dry-run/--execute", help="Only show"),
    password: str = typer.Option(..., prompt=True, hide_input=True),
    show_version: bool = typer.Option(False, "--version", callback=version, is_eager=True),
    ctx: typer.Context = None,
):
    "Runs one job."


app()
