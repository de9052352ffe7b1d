import { expect, test } from 'vitest';
import { parseFile } from './parse-file';

const errorLineOf = async (code: string): Promise<number | null | undefined> =>
  (await parseFile('job.R', code))?.errorLine;

test.each([
  ['x <- f(1\n', 1],
  ['a <- 1\nif (a {\n  b\n}\n', 2],
  ['f <- function(x) {\n  x\n', 3],
  ['x <- 1\n}\n', 2],
  ['x <- 5 6', 1],
  ['f <- function() {\n  x y\n}', 2],
  ['if (a) b\nelse c\n', 2],
  ['import os\nprint(os.environ["A"])', 1],
  ["SELECT * FROM orders WHERE state = 'open'", 1],
])('%j is not R', async (code, line) => {
  expect(await errorLineOf(code)).toBe(line);
});

test.each([
  '',
  '# nothing but a comment',
  'x <- 1; y <- 2;',
  '{ x; y }; z # three values',
  'a <- \\(x) x + 1\nb <- r"(C:\\new)"\nx |> f()\n`my value` <- 1\n5 -> y',
  'f("-w" = , 2)\nswitch(x, a = , b = 1)\nx[, 1]\nx[["a"]]$b@c',
  'y ~ x | z\n~ x\na := 1\nx %in% y\n?help\n1e-3L\n0x1F\n1i\n-2^2',
  'if (a) {\r\n  b\r\n} else {\r\n  c\r\n}\r\n',
  'repeat { break }\nwhile (TRUE) next\nfor (i in 1:3) print(i)\npkg:::f(...)\n..1',
])('%j is R', async (code) => {
  expect(await errorLineOf(code)).toBeNull();
});
