import click

@click.command()
@click.option("--size", type=click.IntRange(1, 10), default=5)
@click.option("--ratio", type=click.FloatRange(0, 1))
@click.option("--id", type=click.UUID)
@click.option("-v", "--verbose", count=True)
@click.option("--token", envvar="TOKEN")
@click.argument("src", type=click.File("r"))
@click.argument("dst", required=False)
def run(size, ratio, id, verbose, token, src, dst):
    pass

if __name__ == "__main__":
    run()
