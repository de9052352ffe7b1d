get_setting <- function(name) {
  value <- Sys.getenv(name)
  if (!nzchar(value)) stop("missing ", name)
  value
}
