"""Resize pictures."""
import getopt
import sys

width = 800
output = "out"
verbose = False


def usage():
    print("resize.py [-w WIDTH] [--output=FOLDER] [-v] file ...")


try:
    opts, files = getopt.getopt(sys.argv[1:], "hw:v", ["help", "output=", "gray"])
except getopt.GetoptError as error:
    print(error)
    usage()
    sys.exit(2)
for o, a in opts:
    if o in ("-h", "--help"):
        usage()
        sys.exit()
    elif o == "-w":
        width = int(a)
    elif o == "--output":
        output = a
    elif o == "-v":
        verbose = True
for f in files:
    print(f, width, output, verbose)
