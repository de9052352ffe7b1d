#!/usr/bin/env Rscript
# Called as: key_values.R --customer=42 --since=2026-01-01 --currency=EUR

raw <- commandArgs(trailingOnly = TRUE)
params <- list(currency = "EUR")
for (one in raw) {
  pair <- strsplit(sub("^--", "", one), "=")[[1]]
  params[[pair[1]]] <- pair[2]
}

customer <- as.integer(params$customer)
since <- as.Date(params[["since"]])
if (is.null(params$customer)) stop("customer?")

cat("customer,currency,total\n")
cat(customer, params$currency, total_of(customer, since, params$currency), sep = ",")
