# Options as the columns of a matrix.
spec = matrix(c('server'  , 's', 1, "character",
                'port'    , 'p', 1, "integer",
                'secret-key', 'k', 1, "character",
                'tls'     , 't', 0, "logical"), ncol=4, byrow=T)
opt = getopt::getopt(spec)
server = if (is.null(opt$server)) 'localhost' else opt$server
port = ifelse(is.null(opt$port), 6379L, opt$port)
ping(server, port, opt$`secret-key`, tls = !is.null(opt$tls))
