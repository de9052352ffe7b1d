#!/usr/bin/env Rscript
action <- tolower(Sys.getenv("ACTION", unset = "list"))
vault <- Sys.getenv("VAULT_ADDR", "https://vault.example.com")
token <- Sys.getenv("VAULT_TOKEN")
service <- Sys.getenv("SERVICE")
keep <- strtoi(Sys.getenv("KEEP_KEYS", "2"))
services <- strsplit(Sys.getenv("EXTRA_SERVICES", "billing,search"), ",")[[1]]

if (token == "") {
  message("VAULT_TOKEN is not set")
  quit(status = 1)
}

result <- switch(action,
  "list" = list_keys(vault, token, service),
  "rotate" = rotate_keys(vault, token, service, keep = keep),
  "revoke" = {
    if (service == "") stop("SERVICE is needed to revoke")
    revoke_keys(vault, token, service)
  },
  stop("ACTION must be list, rotate or revoke: ", action)
)
print(result)
