"""Asks for an address, and for a company where there is one."""
from getpass import getpass


def ask():
    user = input("User: ").strip()
    secret = getpass("Password: ")
    kind = input("private or business? ")
    company = None
    if kind == "business":
        company = input("Company: ")
    again = input("Send a copy? [y/n] ").lower() == "y"
    return user, secret, company, again


if __name__ == "__main__":
    ask()
