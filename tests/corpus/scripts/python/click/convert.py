"""Converts pictures."""
from datetime import datetime

import click

FORMATS = ["png", "jpg", "webp"]


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("source", type=click.Path(exists=True, dir_okay=False))
@click.argument("targets", nargs=-1, required=True, type=click.Path())
@click.option("--format", "fmt", type=click.Choice(FORMATS, case_sensitive=False), default="png")
@click.option("--quality", type=click.IntRange(1, 100), default=85, help="From 1 to 100")
@click.option("--scale", type=click.FloatRange(min=0), default=1.0)
@click.option("--taken", type=click.DateTime(formats=["%Y-%m-%d"]), default=lambda: datetime.now())
@click.option("--tag", "-t", multiple=True, help="A tag; may be repeated")
@click.option("--size", nargs=2, type=int)
@click.option("--point", type=(float, float), default=(0.5, 0.5))
@click.option("--log", type=click.File("w"), default="-")
@click.option("--palette", type=click.File("rb"))
@click.option("--id", "identifier", type=click.UUID)
@click.option("-v", "--verbose", count=True)
@click.version_option("1.0")
def convert(source, targets, fmt, quality, scale, taken, tag, size, point, log, palette, identifier, verbose):
    click.echo(source)


convert()
