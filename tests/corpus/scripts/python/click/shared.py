import click

def common(f):
    f = click.option("--host", default="localhost")(f)
    f = click.option("--port", default=5432)(f)
    return f

@click.command()
@common
@click.argument("files", nargs=-1)
def main(host, port, files):
    pass

main()
