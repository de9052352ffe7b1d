#!/usr/bin/env Rscript
library(optparse)
option_list <- list(
  make_option(c("-i", "--input"), type = "character", help = "file to read"),
  make_option(c("-n", "--rows"), type = "integer", default = 10L, help = "rows [default %default]"),
  make_option("--verbose", action = "store_true", default = FALSE)
)
opt <- parse_args(OptionParser(option_list = option_list, description = "Shows a file"))
if (is.null(opt$input)) stop("--input is needed")
print(head(read.csv(opt$input), opt$rows))
