import fire

def convert(path, factor=2.5, names=("a", "b"), dry_run=True):
    """Convert units."""

if __name__ == "__main__":
    fire.Fire(convert)
