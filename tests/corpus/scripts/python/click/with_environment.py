import os

import click


@click.command()
@click.option("--table", required=True)
@click.option("--batch-size", default=100, type=int)
def load(table, batch_size):
    """Loads a table."""
    host = os.environ.get("DB_HOST", "localhost")
    password = os.environ["DB_PASSWORD"]
    if click.confirm("Really?", default=False):
        print(host, password)


load()
