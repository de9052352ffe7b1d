# Prints today
print(Sys.Date())
