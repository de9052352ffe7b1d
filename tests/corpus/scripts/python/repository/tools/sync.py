"""Sync two stores."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from common.options import DEFAULT_STORE, base_parser, finish
from common import settings


def main():
    parser = base_parser("Sync two stores.")
    parser.add_argument("target", choices=settings.STORES)
    parser.add_argument("--source", choices=settings.STORES, default=DEFAULT_STORE)
    args = finish(parser)
    print(args.target, settings.TOKEN)


if __name__ == "__main__":
    main()
