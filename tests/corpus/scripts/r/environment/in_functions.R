library(jsonlite)

connect <- function(host = Sys.getenv("SOLR_HOST", "localhost"), port = as.integer(Sys.getenv("SOLR_PORT", 8983))) {
  sprintf("http://%s:%d/solr", host, port)
}

credentials <- function() {
  list(user = Sys.getenv("SOLR_USER"), secret = Sys.getenv("SOLR_SECRET"))
}

reindex <- function(url) {
  login <- credentials()
  if (nchar(login$user) == 0) message("without a user")
  curl::curl_fetch_memory(paste0(url, "/update?commit=true"))
}

tryCatch({
  reindex(connect())
}, error = function(e) {
  message(conditionMessage(e))
  quit(status = 1)
})
