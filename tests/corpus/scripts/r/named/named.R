args <- commandArgs(trailingOnly = TRUE)
name <- sub("--name=", "", grep("^--name=", args, value = TRUE))
print(name)
