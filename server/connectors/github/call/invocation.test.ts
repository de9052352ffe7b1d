import { describe, expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import type { Passing, ScriptEntry, TextForm } from '../analysis/script';
import { invocationOf } from './invocation';

const text: TextForm = { booleans: ['true', 'false'], divider: null };
const program = (words: string[] = [], endsOptions = true): ScriptEntry => ({
  kind: 'program',
  words,
  endsOptions,
});

function invoke(
  entry: ScriptEntry,
  passing: Record<string, Passing>,
  values: Record<string, JsonValue>,
  files: string[] = [],
) {
  const inputs = Object.entries(passing).map(([key, each]) => ({
    key,
    passing: each,
    isFile: files.includes(key),
    from: { path: 'a.py', line: 1, what: '' },
  }));
  return invocationOf({ language: 'python', path: 'a.py', blob: '', entry, inputs, notes: [] }, values);
}

const option = (flag: string, form: Extract<Passing, { by: 'option' }>['form'], after = 0): Passing => ({
  by: 'option',
  flag,
  form,
  after,
});

describe('arguments', () => {
  test('options come before what they could be mistaken for', () => {
    const { args } = invoke(
      program(['add']),
      {
        name: { by: 'position', at: 0, after: 1 },
        role: option('--role', { kind: 'value', text }, 1),
        verbose: option('-v', { kind: 'count' }),
      },
      { name: '-x; rm -rf /', role: '--admin', verbose: 2 },
    );
    expect(args).toEqual(['-v', '-v', 'add', '--role=--admin', '--', '-x; rm -rf /']);
  });

  test('a script that counts its words has those with a place first, and `key=value` in one word', () => {
    const inputs = [
      { key: 'file', passing: { by: 'position', at: 0, after: 0 }, what: 'commandArgs' },
      { key: 'rows', passing: option('rows=', { kind: 'value', text }), what: 'commandArgs' },
    ] as const;
    const { args } = invocationOf(
      {
        language: 'r',
        path: 'a.R',
        blob: '',
        entry: program([], false),
        inputs: inputs.map(({ key, passing, what }) => ({
          ...{ key, passing, isFile: false },
          from: { path: 'a.R', line: 1, what },
        })),
        notes: [],
      },
      { file: 'a.csv', rows: 3 },
    );
    expect(args).toEqual(['a.csv', 'rows=3']);
  });

  test.each<[Parameters<typeof option>[1], JsonValue, string[]]>([
    [{ kind: 'value', text }, 'a b', ['--o=a b']],
    [{ kind: 'value', text }, 12.5, ['--o=12.5']],
    [{ kind: 'value', text }, true, ['--o=true']],
    [{ kind: 'value', text }, { a: 1 }, ['--o={"a":1}']],
    [{ kind: 'value', text: { ...text, divider: ',' } }, ['a', 'b'], ['--o=a,b']],
    [{ kind: 'separate', text }, 'x', ['--o', 'x']],
    [{ kind: 'values', text }, [1, 2], ['--o', '1', '2']],
    [{ kind: 'values', text }, [], []],
    [{ kind: 'repeated', text }, ['a', 'b'], ['--o=a', '--o=b']],
    [{ kind: 'switch', on: '--o', off: '--no-o' }, true, ['--o']],
    [{ kind: 'switch', on: '--o', off: '--no-o' }, false, ['--no-o']],
    [{ kind: 'switch', on: '--o', off: null }, false, []],
  ])('%j with %j', (form, value, expected) => {
    expect(invoke(program(), { o: option('--o', form) }, { o: value }).args).toEqual(expected);
  });

  test('a place that is left out can only be the last', () => {
    const places = {
      a: { by: 'position', at: 0, after: 0 },
      b: { by: 'position', at: 1, after: 0 },
    } as const;
    expect(invoke(program([], false), places, { a: 'x' }).args).toEqual(['x']);
    expect(() => invoke(program([], false), places, { b: 'y' })).toThrow('Fill in "a", too');
  });
});

test('values go where the script reads them, and what is left out goes nowhere', () => {
  const invocation = invoke(
    { kind: 'function', name: 'main' },
    {
      amount: { by: 'parameter', name: 'amount' },
      TOKEN: { by: 'environment', name: 'TOKEN', text },
      NAMES: { by: 'environment', name: 'NAMES', text: { ...text, divider: ';' } },
      second: { by: 'answer', at: 1, text },
      first: { by: 'answer', at: 0, text },
      month: { by: 'assignment', name: 'month', code: '"2026-01"' },
      left: { by: 'parameter', name: 'left' },
    },
    { amount: 3, TOKEN: 's', NAMES: ['a', 'b'], second: 'two', first: 'one', month: '2026-02' },
  );
  expect(invocation).toMatchObject({
    function: 'main',
    args: [],
    parameters: { amount: 3 },
    environment: { TOKEN: 's', NAMES: 'a;b' },
    answers: ['one', 'two'],
    assignments: [{ name: 'month', code: '"2026-01"', value: '2026-02' }],
  });
});

test('a file is handed over by its place, under a harmless name', () => {
  const { args, files } = invoke(
    program(),
    { src: { by: 'position', at: 0, after: 0 } },
    { src: `data:text/csv;name=${encodeURIComponent('../ä b.csv')};base64,YQ==` },
    ['src'],
  );
  expect(args).toEqual(['--', '\u0000file:0']);
  expect(files).toEqual([{ name: '0-..__ b.csv', base64: 'YQ==' }]);
});
