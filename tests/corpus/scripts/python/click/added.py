import click

@click.group()
def main():
    pass

@click.command()
@click.option("--force", is_flag=True, default=False)
def wipe(force):
    pass

main.add_command(wipe)

if __name__ == "__main__":
    main()
