import sys
for name in sys.argv[1:]:
    print(name)
