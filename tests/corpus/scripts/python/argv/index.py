import sys

if len(sys.argv) < 3:
    print("usage: copy.py SOURCE TARGET [COUNT]")
    sys.exit(1)
source = sys.argv[1]
target = sys.argv[2]
count = int(sys.argv[3]) if len(sys.argv) > 3 else 10
print(source, target, count)
