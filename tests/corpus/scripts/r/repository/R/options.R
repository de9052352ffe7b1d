# The options that all jobs have.
common_options <- function(parser) {
  parser <- optparse::add_option(parser, "--stage", default = "dev", help = "dev or prod")
  optparse::add_option(parser, "--batch", type = "integer", default = batch_size)
}

check_stage <- function(stage) {
  if (!(stage %in% c("dev", "prod"))) stop("Unknown stage")
  stage
}
