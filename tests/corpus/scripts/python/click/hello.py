import click


@click.command()
@click.option("--count", "-c", default=1, show_default=True, help="Number of greetings.")
@click.option("--name", prompt="Your name", help="The person to greet.")
@click.option("--shout/--no-shout", default=False)
@click.option("--loud", is_flag=True)
@click.argument("city", required=False)
def hello(count, name, shout, loud, city):
    """Greets NAME for a total of COUNT times.

    \b
    Only for people.
    """
    for _ in range(count):
        click.echo(f"Hello {name}!")


if __name__ == "__main__":
    hello()
