import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesIn } from './source-files';

/** Numbers that the list leaves out. */
const UNUSED = ['S25', 'S56'];

const numbers = Array.from({ length: 93 }, (_, index) => `S${String(index + 1).padStart(2, '0')}`);

/** The name of a test or of a group, also of one that is run for each of some values. */
const NAME = /(?:\b(?:test|it|describe)(?:\.\w+)*|\))\(\s*(['"`])(.*?)\1/g;

/** The numbers in names of tests; `S06/07` names two. */
function numbersInNames(): Set<string> {
  const files = filesIn(
    ['components', 'jobs', 'lib', 'prisma', 'scripts', 'server', 'tests'],
    ['.test.ts', '.test.tsx', '.spec.ts'],
  );
  const named = new Set<string>();
  for (const file of files) {
    for (const [, , name = ''] of readFileSync(file, 'utf8').matchAll(NAME)) {
      for (const [number] of name.matchAll(/\bS\d\d\b/g)) named.add(number);
      for (const [, second] of name.matchAll(/\bS\d\d\/(\d\d)\b/g)) named.add(`S${second}`);
    }
  }
  return named;
}

test('each promise of the security list is in the name of a test', () => {
  const named = numbersInNames();
  const wanted = numbers.filter((number) => !UNUSED.includes(number));
  expect(wanted.filter((number) => !named.has(number))).toEqual([]);
});
