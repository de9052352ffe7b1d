#' Simulate a walk
#'
#' @param steps How many steps.
#' @param size numeric; the size of a step
#' @param kind What kind of walk.
simulate_walk <- function(steps, size = 1.5, kind = c("plain", "biased")) {
  kind <- match.arg(kind)
  cumsum(rnorm(as.integer(steps), sd = size))
}
