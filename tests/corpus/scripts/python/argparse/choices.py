import argparse
import enum
import logging

LEVELS = ("debug", "info", "warning")
REGIONS = {"eu": "eu-central-1", "us": "us-east-1"}
DEFAULT_REGION = "eu"


class Shape(enum.Enum):
    ROUND = "round"
    SQUARE = "square"

    def __str__(self):
        return self.value


p = argparse.ArgumentParser("shapes")
p.add_argument("--level", choices=LEVELS, default=LEVELS[1])
p.add_argument("--region", choices=list(REGIONS), default=DEFAULT_REGION, help=f"One of the regions; {DEFAULT_REGION} by default")
p.add_argument("--region-name", choices=sorted(REGIONS.values()))
p.add_argument("--shape", type=Shape, choices=list(Shape), default=Shape.ROUND)
p.add_argument("--corner", type=int, choices=range(1, 5), default=1)
p.add_argument("--mode", choices=["fast", "slow"], required=True)
p.add_argument("--port", type=int, choices=range(1024, 65536), default=8080)
p.add_argument("--shape-names", nargs="+", choices=[s.name for s in Shape])
opts = p.parse_args()
logging.basicConfig(level=opts.level.upper())
print(opts)
