import { expect, test } from 'vitest';
import { pythonInputTypeByName } from '@/lib/type-systems/scripts/python-types';
import { rInputTypeByName } from '@/lib/type-systems/scripts/r-types';
import { readPython } from '@/server/connectors/github/analysis/python/read-python';
import { readR } from '@/server/connectors/github/analysis/r/read-r';
import { compareInputs } from '../../corpus/scripts/compare-inputs';
import { expectationsOf } from '../../corpus/scripts/expectations';
import { collections } from '../../corpus/scripts/languages';

const own = collections
  .filter(({ isOwn }) => isOwn)
  .flatMap((collection) =>
    expectationsOf(collection).map((expectation) => ({ name: expectation.name, collection, expectation })),
  );

test('there is a script for each shape that is read', () => {
  expect(own.length).toBeGreaterThanOrEqual(80);
});

test.each(own)('$name asks for what a careful reader would offer', async ({ collection, expectation }) => {
  const analysis = await collection.read(expectation.files, expectation.path);
  expect(compareInputs(analysis, expectation).differences).toEqual([]);
});

const read = { python: readPython, r: readR };
const hostile: [keyof typeof read, string, string][] = [
  ['python', 'brackets 5,000 deep', `x = ${'('.repeat(5000)}1${')'.repeat(5000)}\nprint(x)`],
  [
    'python',
    'a value of 20,000 sums',
    `import argparse\np = argparse.ArgumentParser()\np.add_argument("--x", default=${'1 + '.repeat(20_000)}1)\np.parse_args()`,
  ],
  [
    'python',
    'functions that call each other',
    'import argparse\ndef a(p):\n    b(p)\ndef b(p):\n    a(p)\n    p.add_argument("--x")\na(argparse.ArgumentParser())',
  ],
  ['python', 'constants that mean each other', 'import os\nA = B\nB = A\nos.getenv(A)\nprint(A)'],
  [
    'python',
    'a loop over a large range',
    'import argparse\np = argparse.ArgumentParser()\nfor x in range(100000000):\n    p.add_argument(f"--{x}")\np.parse_args()',
  ],
  ['python', 'no code', '\0\u0001 %%% def ('],
  ['r', 'brackets 5,000 deep', `x <- ${'('.repeat(5000)}1${')'.repeat(5000)}\nprint(x)`],
  ['r', 'a value of 20,000 sums', `x <- ${'1 + '.repeat(20_000)}1\nprint(x)`],
  ['r', 'constants that mean each other', 'a <- b\nb <- a\nSys.getenv(a)\nprint(a)'],
  ['r', 'no code', '\0\u0001 %%% function('],
];

test.each(hostile)('S44 hostile %s is read without harm: %s', async (language, _, text) => {
  const path = language === 'python' ? 'a.py' : 'a.R';
  const analysis = await read[language](new Map([[path, text]]), path);
  expect(analysis.commands.length + (analysis.unavailable === null ? 0 : 1)).toBeGreaterThan(0);
});

test('modules that import each other are each read once', async () => {
  const files = new Map([
    ['a.py', 'import b\nimport os\nprint(os.environ["A"])'],
    ['b.py', 'import a\nimport os\nX = os.environ["B"]'],
  ]);
  const { commands, followed } = await readPython(files, 'a.py');
  expect(commands[0]?.inputs.map(({ key }) => key)).toEqual(['B', 'A']);
  expect(followed).toEqual(['b.py']);
});

test('every type that reading names is one of its language', async () => {
  for (const { name, collection, expectation } of own) {
    const { commands } = await collection.read(expectation.files, expectation.path);
    const byName = collection.ending === '.py' ? pythonInputTypeByName : rInputTypeByName;
    const unknown = commands.flatMap(({ inputs }) => inputs.filter(({ typeId }) => byName(typeId) === null));
    expect(unknown.map(({ key, typeId }) => `${name} ${key} ${typeId}`)).toEqual([]);
  }
});
