suppressPackageStartupMessages(library(optparse))
opts <- parse_args(OptionParser(option_list = list(
  make_option("--norm", default = "cpm"),
  make_option("--log", type = "logical", default = TRUE),
  make_option("--seed", type = "integer", default = NULL)
)))
if (!(opts$norm %in% c("cpm", "tpm"))) {
  stop("unknown norm")
}
set.seed(opts$seed)
