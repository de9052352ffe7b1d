#* Mean of a sample
#* @param n:int How many
#* @get /mean
function(n = 10) {
  mean(rnorm(n))
}

#* @post /add
#* @param a:dbl
#* @param b:dbl
add <- function(a, b) {
  as.numeric(a) + as.numeric(b)
}
