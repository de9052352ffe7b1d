#!/usr/bin/env Rscript
suppressPackageStartupMessages(library("argparse"))

parser <- ArgumentParser(description = "Trains a model of churn.")
parser$add_argument("data", help = "Customers as a CSV file")
parser$add_argument("-t", "--trees", type = "integer", default = 500,
                    help = "Number of trees [default %(default)s]", metavar = "number")
parser$add_argument("--method", choices = c("forest", "boosting"), default = "forest")
parser$add_argument("--features", nargs = "+", help = "Columns to use")
parser$add_argument("--rate", type = "double", required = TRUE)
parser$add_argument("-v", "--verbose", action = "store_true", default = TRUE, help = "Print more [default]")
parser$add_argument("-q", "--quietly", action = "store_false", dest = "verbose", help = "Print little")
tuning <- parser$add_argument_group("Tuning")
tuning$add_argument("--folds", type = "integer", default = 5L)
tuning$add_argument("--exclude", action = "append")
args <- parser$parse_args()

customers <- read.csv(args$data)
fit <- train(customers, args$features, args$trees, args$method, args$rate, args$folds, args$exclude)
if (args$verbose) print(fit)
