from options import make_parser
from settings import REGIONS

parser = make_parser("Deploys")
parser.add_argument("--region", choices=REGIONS, default=REGIONS[1])
args = parser.parse_args()
