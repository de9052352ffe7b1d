#!/usr/bin/Rscript --vanilla
require(optparse,quietly=T)
opts=list(
	make_option(c('-g','--genes'),help='gene list, one per line'),
	make_option(c('-c','--cutoff'),default=2,help='fold change'),
	make_option(c('-l','--log'),type='logical',default=F,metavar='TRUE|FALSE',help='log scale'),
	make_option(c('-o','--out'),default=''),
	make_option(c('--method'),default='pearson',help='one of pearson, spearman'),
	#make_option(c('-x','--old'),default=1,help='not used any more'),
	make_option('--seed',type='integer',default=NA)
)
o=parse_args(OptionParser(option_list=opts))
stopifnot(!is.null(o$genes))
method=match.arg(o$method,c('pearson','spearman','kendall'))
if(!is.na(o$seed)) set.seed(o$seed)
if (o$out=='') o$out='genes.tsv'
g=scan(o$genes,what='')
m=as.matrix(read.table('expression.tsv',header=T,row.names=1))[g,]
if(o$log) m=log2(m+1)
write.table(cor(t(m),method=method),o$out,sep='\t',quote=F)
