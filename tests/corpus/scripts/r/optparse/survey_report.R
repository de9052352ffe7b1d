#!/usr/bin/env Rscript
# Builds the monthly survey report: one table per region, and a picture of the trend.

suppressPackageStartupMessages({
  library(optparse)
  library(data.table)
})

option_list <- list(
  make_option(c("-i", "--input"), type = "character", default = NULL,
              help = "Answers as CSV", metavar = "file"),
  make_option(c("-r", "--regions"), type = "character", default = "north,south",
              help = "Regions, separated by commas [default %default]"),
  make_option(c("-m", "--min-answers"), type = "integer", default = 30L, dest = "min_answers",
              help = "Regions with fewer answers are left out [default: %default]"),
  make_option("--alpha", type = "double", default = 0.05, help = "Level of the tests"),
  make_option(c("-q", "--quiet"), action = "store_true", default = FALSE, help = "Print nothing"),
  make_option("--no-plot", action = "store_false", dest = "plot", default = TRUE,
              help = "Leave out the picture"),
  make_option(c("-f", "--format"), type = "character", default = "csv",
              help = "csv or json")
)

parser <- OptionParser(usage = "%prog --input answers.csv [options]", option_list = option_list,
                       description = "Reports how a survey was answered.")
opt <- parse_args(parser)

if (is.null(opt$input)) {
  print_help(parser)
  stop("--input is missing", call. = FALSE)
}
if (!opt$format %in% c("csv", "json")) {
  stop("unknown format: ", opt$format)
}

regions <- strsplit(opt$regions, ",")[[1]]
answers <- fread(opt$input)
answers <- answers[region %in% regions]
counts <- answers[, .N, by = region][N >= opt$min_answers]
if (!opt$quiet) print(counts)
if (opt$plot) {
  pdf("trend.pdf")
  plot(counts$N)
  dev.off()
}
