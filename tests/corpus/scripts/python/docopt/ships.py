"""Naval Fate.

Usage:
  ships.py new <name>...
  ships.py move <name> <x> <y> [--speed=<kn>]
  ships.py mine (set|remove) <x> <y> [--moored | --drifting]
  ships.py (-h | --help)
  ships.py --version

Options:
  -h --help     Show this screen.
  --version     Show version.
  --speed=<kn>  Speed in knots [default: 10].
  --moored      Moored (anchored) mine.
  --drifting    Drifting mine.

"""
from docopt import docopt

if __name__ == "__main__":
    arguments = docopt(__doc__, version="Naval Fate 2.0")
    print(arguments)
