from optparse import OptionGroup, OptionParser

parser = OptionParser(usage="usage: %prog [options] arg", description="Prunes backups.")
parser.add_option("-k", "--keep", type="int", default=7, help="how many to keep [default: %default]")
parser.add_option("-n", "--dry-run", action="store_true", dest="dry", default=False)
parser.add_option("--kind", type="choice", choices=["full", "partial"], default="full")
group = OptionGroup(parser, "Network", "How to get there")
group.add_option("--host", metavar="HOST")
group.add_option("--header", action="append", default=[])
parser.add_option_group(group)
(options, args) = parser.parse_args()
if len(args) != 1:
    parser.error("incorrect number of arguments")
folder = args[0]
print(folder, options.keep)
