import typer

app = typer.Typer()
users = typer.Typer()
app.add_typer(users, name="users")

@users.command()
def create(name: str, admin: bool = False):
    pass

@app.command()
def status():
    pass

if __name__ == "__main__":
    app()
