import click


@click.group(invoke_without_command=False)
@click.option("--api-url", envvar="ACCOUNTS_URL", default="https://accounts.invalid", help="The server")
@click.option("--token", envvar=["ACCOUNTS_TOKEN", "TOKEN"], required=True)
@click.pass_context
def cli(ctx, api_url, token):
    """Accounts of customers."""
    ctx.obj = (api_url, token)


@cli.command()
@click.argument("email")
@click.password_option()
@click.pass_obj
def create(obj, email, password):
    """Creates an account."""


@cli.command("delete-account", short_help="Deletes an account")
@click.argument("account_id", type=int)
@click.confirmation_option(prompt="Are you sure?")
def delete(account_id):
    pass


@cli.group()
def keys():
    """Keys of an account."""


@keys.command()
@click.option("--pin", hide_input=True, prompt=True)
@click.option("--days", type=int, default=lambda: 90, help="validity")
def rotate_all(pin, days):
    pass


@click.command()
def stray():
    pass


cli.add_command(stray, name="check")

if __name__ == "__main__":
    cli(auto_envvar_prefix="ACC")
