import sys


def report(year: int, month: int, team="all"):
    print(year, month, team)


args = sys.argv[1:]
if "--dry-run" in sys.argv:
    print("nothing is written")
try:
    team = args[2]
except IndexError:
    team = "everyone"
report(int(args[0]), int(args[1]), team)
