import argparse

from . import settings
from .settings import BATCH

DEFAULT_STORE = settings.STORES[0]


def base_parser(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--batch", type=int, default=BATCH, help="rows per batch")
    return parser


def finish(parser):
    parser.add_argument("--debug", action="store_true")
    return parser.parse_args()
