#!/usr/bin/env Rscript
# Draws a sample of the orders of a day.
args = commandArgs(trailingOnly=TRUE)

# test if there is at least one argument: if not, return an error
if (length(args)==0) {
  stop("At least one argument must be supplied (day).n", call.=FALSE)
} else if (length(args)==1) {
  # default size
  args[2] = "100"
}

day = as.Date(args[1])
size = as.numeric(args[2])
seed = if (is.na(args[3])) 42L else as.integer(args[3])

set.seed(seed)
orders = readRDS(file.path("orders", paste0(format(day), ".rds")))
print(orders[sample(nrow(orders), size), ])
