name = input("Your name: ")
age = int(input("Age? "))
import getpass
pin = getpass.getpass("PIN: ")
print(name, age)
