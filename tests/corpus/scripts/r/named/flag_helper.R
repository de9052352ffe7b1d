args <- commandArgs(TRUE)

get_arg <- function(flag, default = NULL) {
  at <- which(args == flag)
  if (length(at) == 0) {
    return(default)
  }
  args[at + 1]
}

has_flag <- function(flag) flag %in% args

source_file <- get_arg("--source")
sheet <- as.integer(get_arg("--sheet", 1))
country <- get_arg("--country", default = "DE")
strict <- has_flag("--strict")

if (is.null(source_file)) stop("Say which file with --source")

prices <- readxl::read_excel(source_file, sheet = sheet)
prices <- prices[prices$country == country, ]
if (strict && anyNA(prices)) stop("Gaps")
print(prices)
