from optparse import OptionParser
parser = OptionParser(usage="usage: %prog [options]")
parser.add_option("-f", "--file", dest="filename", help="write to FILE")
parser.add_option("-q", "--quiet", action="store_true", default=False)
parser.add_option("-n", "--number", type="int", default=3)
(options, args) = parser.parse_args()
