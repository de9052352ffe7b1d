#!/usr/bin/env Rscript
library(magrittr)

define_options <- function() {
  optparse::OptionParser(description = "Scores applications.") %>%
    optparse::add_option(c("--model"), type = "character", default = "models/latest.rds",
                         help = "A model that was saved with saveRDS") %>%
    optparse::add_option(c("--threshold"), type = "numeric", default = 0.5) %>%
    optparse::add_option(c("--since"), type = "character", help = "First day, e.g. 2026-01-31") %>%
    optparse::add_option(c("-v", "--verbose"), action = "store_true", default = FALSE)
}

main <- function(args = commandArgs(trailingOnly = TRUE)) {
  opts <- optparse::parse_args(define_options(), args = args)
  since <- if (is.null(opts$since)) Sys.Date() - 30 else as.Date(opts$since)
  model <- readRDS(opts$model)
  scores <- predict(model, load_applications(since))
  if (opts$verbose) message(length(scores), " scored")
  print(data.frame(score = scores[scores > opts$threshold]))
}

load_applications <- function(since) {
  applications <- utils::read.csv("data/applications.csv")
  applications[as.Date(applications$day) >= since, ]
}

if (!interactive()) {
  main()
}
