from app.config import get_settings
from app.cli import cli_args


def main():
    args = cli_args()
    settings = get_settings()
    print(args.older_than, settings)


main()
