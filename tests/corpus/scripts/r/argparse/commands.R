library(argparse)
parser <- ArgumentParser(prog = "users")
parser$add_argument("--url", default = "http://localhost:8080")
subparsers <- parser$add_subparsers(dest = "command", help = "what to do")

add <- subparsers$add_parser("add", help = "Adds a user")
add$add_argument("email")
add$add_argument("--admin", action = "store_true")

remove <- subparsers$add_parser("remove", help = "Removes a user")
remove$add_argument("id", type = "integer")
how <- remove$add_mutually_exclusive_group()
how$add_argument("--archive", action = "store_true")
how$add_argument("--purge", action = "store_true")

args <- parser$parse_args()
if (args$command == "add") {
  add_user(args$url, args$email, args$admin)
} else {
  remove_user(args$url, args$id, args$archive, args$purge)
}
