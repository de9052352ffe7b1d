import enum

from click import Choice, argument, command, option, pass_context

HELP = {"workers": "How many work at once"}


class Queue(str, enum.Enum):
    FAST = "fast"
    SLOW = "slow"


@command(name="work")
@argument("queue", type=Choice([q.value for q in Queue]))
@option("--workers", type=int, help=HELP["workers"], default=2)
@option("--min-age", "min_age_hours", type=float, required=True)
@option("--flag-a", "mode", flag_value="a", default=True)
@option("--flag-b", "mode", flag_value="b")
@option("--secret-name", hidden=True)
@pass_context
def main(ctx, queue, workers, min_age_hours, mode, secret_name):
    """Works."""


if __name__ == "__main__":
    main(standalone_mode=False)
