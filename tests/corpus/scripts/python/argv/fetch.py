#!/usr/bin/env python
# Fetches the page of a customer.
import sys

if len(sys.argv) < 2:
    print("Usage: fetch.py <customer> [pages]")
    sys.exit(1)

customer = sys.argv[1]
pages = int(sys.argv[2]) if len(sys.argv) > 2 else 10
print(customer, pages)
