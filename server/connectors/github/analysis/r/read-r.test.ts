import { expect, test } from 'vitest';
import { readR } from './read-r';

const typeOf = async (lines: string): Promise<string | undefined> => {
  const { commands } = await readR(new Map([['job.R', `v <- Sys.getenv("V")\n${lines}\n`]]), 'job.R');
  return commands.flatMap(({ inputs }) => inputs).find(({ key }) => key === 'V')?.typeId;
};

test.each([
  ['n <- if (v == "all") NA else as.integer(v)', 'character'],
  ['if (v %in% c("none", "auto")) n <- 0 else n <- as.numeric(v)', 'character'],
  ['n <- if (v == "") NA else as.integer(v)', 'integer'],
  ['n <- as.numeric(v)', 'numeric'],
  ['host <- strsplit(v, ":")[[1]][1]', 'character'],
])('a text that is converted in some cases alone stays a text: %s', async (lines, typeId) => {
  expect(await typeOf(lines)).toBe(typeId);
});
