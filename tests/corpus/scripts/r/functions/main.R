helper <- function(x) x + 1

main <- function(input, verbose = FALSE) {
  if (verbose) print(input)
  helper(1)
}
