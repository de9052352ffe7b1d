import { expect, test } from 'vitest';
import type { ScriptAnalysis } from '../script';
import { readR } from './read-r';

const read = (source: string): Promise<ScriptAnalysis> => readR(new Map([['job.R', source]]), 'job.R');
const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');
const deep = 10_000;

/** Code that would take a reader forever, or too much stack or memory, if it followed all of it. */
const hostile: Record<string, string> = {
  'nested brackets': `x <- ${'('.repeat(deep)}1${')'.repeat(deep)}\nprint(x)`,
  'brackets without end': `x <- ${'f(c('.repeat(deep)}`,
  'nested calls': `x <- ${'f('.repeat(deep)}${')'.repeat(deep)}`,
  'nested members': `x <- a${'$b'.repeat(deep)}\nprint(x)`,
  'nested indexes': `x <- a${'[[1]]'.repeat(deep)}\nprint(x)`,
  'nested signs': `x <- ${'-'.repeat(deep)}1\nprint(x)`,
  'nested functions': `f <- ${'function(x) '.repeat(deep)}1\nf(1)`,
  'a long sum': `x <- ${Array(deep).fill('"a"').join(' + ')}\nprint(x)`,
  'a long pipe': `x |> ${Array(deep).fill('f()').join(' |> ')}`,
  'a long chain of assignments': `${lines(deep, (at) => `x${at} <- x${at + 1}`).replaceAll('\n', ' <- ')} <- 1\nprint(x0)`,
  'a long chain of else': `if (a) b\n${'if (a == 1) print(1) else '.repeat(deep)}print(2)`,
  'nested blocks': `${'if (a) {\n'.repeat(1000)}print(1)\n${'}\n'.repeat(1000)}`,
  'many branches one after the other': `args <- commandArgs(TRUE)\n${lines(2000, (at) => `if (args[1] == "${at}") x <- ${at}`)}\nprint(x)`,
  'branches that each end the script': `args <- commandArgs(TRUE)\n${lines(2000, (at) => `if (args[1] == "${at}") quit()`)}\nprint(args)`,
  'functions that call the next': `${lines(3000, (at) => `f${at} <- function() f${at + 1}()`)}\nf0()`,
  'functions that call themselves twice': 'f <- function(x) { f(c(x, x)); f(x) }\nprint(f(1))',
  'functions that call each other in branches':
    'f <- function(x) if (x) g(x) else g(x)\ng <- function(x) if (x) f(x) else f(x)\nf(a)',
  'defaults that ask for each other': 'f <- function(x = y, y = x) print(x)\nf()',
  'a text that doubles': `x <- "a"\n${'x <- paste0(x, x)\n'.repeat(60)}print(x)`,
  'a text that is repeated': 'x <- strrep("a", 1e9)\nfor (i in 1:100) x <- strrep(x, 1000)\nprint(x)',
  'a text that is replaced by more':
    'x <- strrep("a", 1000)\nfor (i in 1:300) x <- gsub("a", strrep("b", 90), x)\nprint(x)',
  'a pattern that takes long to match':
    'x <- grepl("^(a+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab")\nprint(x)',
  'patterns that take long to match in other ways': [
    'x <- strrep("a", 30)',
    'x <- "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"',
    'print(grepl("^(a|aa)+$", x), grepl("(.*)(.*)(.*)(.*)(.*)(.*)(.*)c", x), grepl("^(a*)\\\\1+$", x))',
  ].join('\n'),
  'texts put together crosswise': `x <- "${'a'.repeat(40_000)}"\nfor (i in 1:200) y <- paste(rep(x, 200), rep(x, 200), sep = x, collapse = x)\nprint(y)`,
  'a text of a great width': 'x <- sprintf("%999999999d %.999999999f", 1, 2)\nprint(x)',
  'a vector that doubles': `x <- c(1, 2)\n${'x <- c(x, x)\n'.repeat(60)}print(x)`,
  'a list of lists of itself': `x <- list(1)\n${'x <- list(x, x)\n'.repeat(60)}f(x)\nlibrary(optparse)\nparse_args(OptionParser(list(make_option("--x", default = x))))`,
  'a list in itself': 'x <- list()\nfor (i in 1:300) x[[i]] <- x\nprint(x)',
  'a large range': 'x <- 1:1e9\nfor (i in x) print(i)\ny <- seq(1, 1e12)\nz <- rep("a", 1e12)\nprint(z)',
  'nested loops':
    'for (a in 1:300) for (b in 1:300) for (c in 1:300) for (d in 1:300) print(Sys.getenv(paste0("X", a, b, c, d)))',
  'nested maps': 'f <- function(x) lapply(1:300, function(y) f(y))\nf(1)',
  'a grid of many columns':
    'x <- expand.grid(1:300, 1:300, 1:300, 1:300)\ny <- outer(1:300, 1:300)\nz <- mapply(paste, 1:300, 1:300)\nprint(x)',
  'functions that reduce': 'x <- Reduce(function(a, b) c(a, a, b), 1:300, accumulate = TRUE)\nprint(x)',
  'numbers without end': 'x <- 9 ^ 9 ^ 9\nfor (i in 1:(10 ^ 9)) print(i)',
  'a loop without end':
    'args <- commandArgs(TRUE)\nrepeat { args <- args[-1]; repeat { repeat { print(args[1]) } } }',
  'a large table': `x <- c(${Array.from({ length: 20_000 }, (_, at) => `k${at} = ${at}`).join(', ')})\nprint(x)`,
  'many settings': `${lines(3000, (at) => `x${at} <- ${at}`)}\nprint(x1)`,
  'settings that name variables': `${lines(200, (at) => `n${at} <- "X${at}"`)}\n${lines(200, (at) => `print(Sys.getenv(n${at}))`)}`,
  'usage with nested brackets': `library(docopt)\ndocopt("Usage: x ${'['.repeat(deep)}")`,
  'usage with many choices': `library(docopt)\ndocopt("Usage: x ${'(a|b) '.repeat(300)}")`,
  'parsers in a loop':
    'library(argparse)\np <- ArgumentParser()\nfor (i in 1:300) for (j in 1:300) p$add_argument(paste0("--x", i, j))\np$parse_args()',
  'options that list themselves':
    'library(optparse)\no <- list()\nfor (i in 1:300) o <- c(o, o, make_option(paste0("--x", i)))\nparse_args(OptionParser(o))',
  'questions in loops': 'for (a in 1:300) for (b in 1:300) x <- readline(paste("Question", a, b))\nprint(x)',
  'a script that loads itself': 'source("job.R")\nsource("job.R")\nprint(1)',
  'methods that call themselves':
    'x <- list()\nx$f <- function() x$f()\nx$f()\ndo.call(x$f, list(x))\nprint(Recall(x))',
  'no R at all': lines(2000, (at) => String.fromCharCode(33 + ((at * 7919) % 90)).repeat(50)),
};

test.each(Object.entries(hostile))('%s: read within limits', async (_name, source) => {
  const analysis = await read(source);
  expect(analysis.commands.length + (analysis.unavailable === null ? 0 : 1)).toBeGreaterThan(0);
});

test('a megabyte of code is read, and what is left out is said', async () => {
  const analysis = await read(
    `x <- Sys.getenv("X")\nif (x == "") stop("X?")\n${'print(1, c(2, 3), list(a = "b"))\n'.repeat(36_000)}`,
  );
  expect(analysis.commands[0]?.inputs.map(({ key }) => key)).toEqual(['X']);
  expect(analysis.notes).toContainEqual({
    path: 'job.R',
    line: 1,
    message: 'There is too much code to read all of it.',
  });
});

test('a thousand options are a thousand inputs', async () => {
  const options = lines(1000, (at) => `p$add_argument("--option-${at}", type = "integer", default = ${at})`);
  const analysis = await read(`library(argparse)\np <- ArgumentParser()\n${options}\nprint(p$parse_args())`);
  expect(analysis.commands[0]?.inputs).toHaveLength(1000);
});

test('files that load each other are each read once', async () => {
  const files = new Map([
    ['a.R', 'source("b.R")\nx <- Sys.getenv("A")\nprint(x, y)'],
    ['b.R', 'source("a.R")\ny <- Sys.getenv("B")'],
  ]);
  const analysis = await readR(files, 'a.R');
  expect(analysis.commands[0]?.inputs.map(({ key }) => key)).toEqual(['B', 'A']);
  expect(analysis.followed).toEqual(['b.R']);
});

test('code with errors of syntax is read around them, and the first of them is told', async () => {
  const analysis = await read(
    'a <- Sys.getenv("A")\nprint(a)\nf <- function( {\n  return ((\n}\nb <- Sys.getenv("B")\nprint(b)\n',
  );
  expect(analysis.commands[0]?.inputs.map(({ key }) => key)).toContain('A');
  expect(analysis.errorLine).toBe(3);
  expect(analysis.notes).toContainEqual({
    path: 'job.R',
    line: 3,
    message: 'The code from here on could not be read as R.',
  });
});
