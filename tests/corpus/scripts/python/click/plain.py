import click

@click.command()
@click.argument("name")
@click.option("--count", default=1, show_default=True, help="How often.")
@click.option("--loud/--quiet", default=False)
@click.option("-f", "--format", "fmt", type=click.Choice(["csv", "json"]), default="csv")
@click.option("--password", prompt=True, hide_input=True)
@click.option("--tag", multiple=True)
def greet(name, count, loud, fmt, password, tag):
    """Greets somebody."""

if __name__ == "__main__":
    greet()
