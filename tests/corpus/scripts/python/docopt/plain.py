"""Naval Fate.

Usage:
  fate.py [options] <ship> <x>
  fate.py (-h | --help)

Options:
  -h --help          Show this screen.
  --speed=<kn>       Speed in knots [default: 10].
  -m --moored        Moored (anchored) mine.
  -o FILE            Where to write.
"""
from docopt import docopt

if __name__ == "__main__":
    args = docopt(__doc__)
