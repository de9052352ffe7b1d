#!/usr/bin/env Rscript
# Rebuilds the reporting marts from the warehouse and writes them as Parquet.
suppressPackageStartupMessages({
  library(optparse)
  library(DBI)
})

specs <- list(
  list(flags = c("-m", "--mart"), type = "character", default = "sales", help = "Which mart to rebuild"),
  list(flags = c("-d", "--days"), type = "integer", default = 30L, help = "How many days back to look"),
  list(flags = c("-s", "--sample"), type = "double", default = 1, help = "Share of the rows, from 0 to 1"),
  list(flags = "--target", type = "character", default = NULL, help = "Folder for the Parquet files")
)

options <- lapply(specs, function(s) {
  make_option(s$flags, type = s$type, default = s$default, help = s$help)
})
for (switch_name in c("full-refresh", "dry-run")) {
  options <- c(options, make_option(paste0("--", switch_name), action = "store_true", default = FALSE,
                                    help = paste("Use", switch_name)))
}

opt <- parse_args(OptionParser(usage = "%prog [options]", option_list = options))
if (is.null(opt$target)) {
  stop("--target is required", call. = FALSE)
}
if (!opt$mart %in% c("sales", "finance", "churn")) {
  stop("Unknown mart: ", opt$mart)
}

con <- dbConnect(RPostgres::Postgres())
rows <- dbGetQuery(con, sprintf("select * from %s where day > current_date - %d", opt$mart, opt$days))
if (!opt$`dry-run`) arrow::write_parquet(rows, file.path(opt$target, "mart.parquet"))
