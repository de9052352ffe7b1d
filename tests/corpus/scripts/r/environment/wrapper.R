env_int <- function(name, default) {
  value <- Sys.getenv(name)
  if (value == "") default else as.integer(value)
}
retries <- env_int("RETRIES", 3L)
size <- env_int("BATCH_SIZE", 100L)
run(retries, size)
