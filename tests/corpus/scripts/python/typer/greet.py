from enum import Enum
from pathlib import Path
from typing import Annotated, Optional

import typer


class Tone(str, Enum):
    kind = "kind"
    plain = "plain"


def main(
    name: Annotated[str, typer.Argument(help="Who")],
    lastname: Annotated[Optional[str], typer.Option("--last-name", "-l", help="Their family name")] = None,
    tone: Annotated[Tone, typer.Option(case_sensitive=False)] = Tone.kind,
    times: Annotated[int, typer.Option(min=1, max=9)] = 1,
    formal: Annotated[bool, typer.Option(help="Say it formally")] = False,
    friends: Annotated[Optional[list[str]], typer.Option()] = None,
    out: Annotated[Path, typer.Option(exists=False)] = Path("out.txt"),
    force: Annotated[bool, typer.Option("--force", "-f")] = False,
):
    """
    Say hello to NAME.
    """
    print(f"Hello {name}")


if __name__ == "__main__":
    typer.run(main)
