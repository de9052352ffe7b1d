import click

@click.group()
@click.option("--debug", is_flag=True)
def cli(debug):
    pass

@cli.command()
@click.argument("path", type=click.Path(exists=True))
def load_data(path):
    """Load it."""

@cli.command("export")
@click.option("--limit", type=int, required=True)
@click.option("--since", type=click.DateTime())
def do_export(limit, since):
    pass

@cli.group()
def db():
    pass

@db.command()
def migrate():
    pass

if __name__ == "__main__":
    cli()
