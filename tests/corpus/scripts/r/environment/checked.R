token <- Sys.getenv("API_TOKEN")
if (token == "") stop("API_TOKEN is not set")
if (nzchar(Sys.getenv("PROXY"))) {
  use_proxy(Sys.getenv("PROXY"))
}
print(get(Sys.getenv("HOME"), token))
