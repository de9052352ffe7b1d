from enum import Enum
from pathlib import Path
from typing import List, Optional
import typer

app = typer.Typer()

class Color(str, Enum):
    red = "red"
    blue = "blue"

@app.command()
def paint(color: Color = Color.red, layers: int = typer.Option(2, "--layers", "-l", help="how many"), out: Optional[Path] = None):
    pass

@app.command("clean-up")
def clean(names: List[str], force: bool = typer.Option(False, help="no questions")):
    pass

if __name__ == "__main__":
    app()
