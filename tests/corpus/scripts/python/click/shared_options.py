from functools import wraps

import click

verbose = click.option("--verbose", is_flag=True, help="Say more")


def database_options(f):
    f = click.option("--database", "-d", default="main", help="Name of the database")(f)
    f = click.option("--port", default=5432)(f)
    return f


def common(func):
    @click.option("--region", type=click.Choice(["eu", "us"]), default="eu")
    @wraps(func)
    def wrapper(*args, **kwargs):
        return func(*args, **kwargs)

    return wrapper


@click.command(help="Dumps a database.")
@click.argument("out")
@database_options
@verbose
@common
def dump(out, database, port, verbose, region):
    print(out)


def main():
    dump()


if __name__ == "__main__":
    main()
