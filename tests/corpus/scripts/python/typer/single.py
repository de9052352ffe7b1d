import typer

def main(name: str, times: int = 1, formal: bool = False):
    """Say hi."""
    print(name)

if __name__ == "__main__":
    typer.run(main)
