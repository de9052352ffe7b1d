import argparse

def make_parser(text):
    parser = argparse.ArgumentParser(description=text)
    parser.add_argument("stage")
    return parser
