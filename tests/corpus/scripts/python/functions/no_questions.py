"""Cleans the folder of temporary files."""
import shutil
import tempfile

EXAMPLE = """
def main(not_this: str): ...
parser.add_argument("--nor-this")
os.environ["NOR_THIS"]
"""


def main():
    # name = input("not this one")
    shutil.rmtree(tempfile.gettempdir(), ignore_errors=True)
    print("done")


if __name__ == "__main__":
    main()
