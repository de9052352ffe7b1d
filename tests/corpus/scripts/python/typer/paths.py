from __future__ import annotations

from pathlib import Path

import typer
from rich import print


def copy(
    sources: list[Path] = typer.Argument(..., exists=True, readable=True, dir_okay=False, help="What to copy"),
    target: Path = typer.Option("out", file_okay=False),
    config: typer.FileText = typer.Option(...),
    level: int | None = None,
    ratio: float = 0.5,
    report: typer.FileTextWrite = typer.Option(None),
):
    """Copies files."""


if __name__ == "__main__":
    typer.run(copy)
