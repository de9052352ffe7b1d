library(httr)

token <- Sys.getenv("CRM_TOKEN")
if (token == "") stop("Set CRM_TOKEN")
base_url <- Sys.getenv("CRM_URL", unset = "https://crm.invalid")
page_size <- as.integer(Sys.getenv("PAGE_SIZE", "100"))
debug <- as.logical(Sys.getenv("DEBUG", "FALSE"))
since <- Sys.getenv("SINCE")
proxy <- Sys.getenv("CRM_PROXY", unset = NA)
home <- Sys.getenv("HOME")

query <- list(limit = page_size)
if (nzchar(since)) query$since <- since
if (!is.na(proxy)) set_config(use_proxy(proxy))
response <- GET(base_url, add_headers(Authorization = paste("Bearer", token)), query = query)
if (debug) print(response)
print(content(response))
