library(optparse)
o <- parse_args(OptionParser(option_list = list(
  make_option("--api-key", help = "key"),
  make_option("--max-tokens", type = "integer", default = 100)
)))
