import argparse

parser = argparse.ArgumentParser(description="Copies files " "to several hosts.")
parser.add_argument("files", nargs="+", help="files to copy")
parser.add_argument("target", help="folder on the hosts")
parser.add_argument("--host", action="append", default=[], dest="hosts", help="a host; may be repeated")
parser.add_argument("--ports", nargs="*", type=int, default=[22, 2222])
parser.add_argument("--size", nargs=2, type=float, metavar=("WIDTH", "HEIGHT"))
parser.add_argument("--tag", nargs="+", action="extend")
parser.add_argument("--exclude", type=lambda s: s.split(","), default=["tmp", "cache"])
parser.add_argument("--retries", nargs="?", type=int, const=3, default=0)

if __name__ == "__main__":
    arguments = parser.parse_args()
    for f in arguments.files:
        print(f)
