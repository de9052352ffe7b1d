import typer


def build(target: str, jobs: int = 2, clean: bool = True):
    """Builds."""


def test(pattern: str = "*", *, fail_fast: bool = False):
    """Tests."""


def make_app() -> typer.Typer:
    app = typer.Typer(no_args_is_help=True)
    app.command()(build)
    app.command("check")(test)
    return app


if __name__ == "__main__":
    make_app()()
