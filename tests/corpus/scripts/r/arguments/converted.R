args = commandArgs(TRUE)
n <- as.integer(args[[1]])
rate <- as.numeric(args[2])
print(rexp(n, rate))
