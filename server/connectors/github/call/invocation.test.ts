import { describe, expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import type { ConditionTerm } from '@/lib/settings/condition-terms';
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

  describe('S19 a value that the script would take for an option is refused', () => {
    const refusal = /"files" can't begin with "-"/;
    const files = (passing: Passing, value: JsonValue, entry = program(), others = {}) =>
      invoke(
        entry,
        { files: passing, env: option('--env', { kind: 'value', text }), ...others },
        { files: value },
      );

    test.each([
      ['a list', option('--files', { kind: 'values', text })],
      ['the value of a short flag', option('-f', { kind: 'value', text })],
      ['the value of a repeated short flag', option('-f', { kind: 'repeated', text })],
      ['a word after its flag', option('--files', { kind: 'separate', text })],
    ])('%s', (_, passing) => {
      for (const value of ['--env=prod', '-x', '--', '-']) {
        expect(() => files(passing, value)).toThrow(refusal);
      }
      for (const value of ['a-b', -1, '-1.5', '-.5e3', '']) {
        expect(files(passing, value).args.at(-1)).toBe(String(value));
      }
    });

    test('a word by place, without anything that ends the options or before a word of the sub-command', () => {
      const place: Passing = { by: 'position', at: 0, after: 0 };
      expect(() => files(place, ['a', '--env=prod'], program([], false))).toThrow(refusal);
      expect(() => files(place, '--env=prod', program(['add']))).toThrow(refusal);
      expect(files(place, -5, program([], false)).args).toEqual(['-5']);
      expect(files(place, '--env=prod').args).toEqual(['--', '--env=prod']);
      expect(invoke(program([], false), { files: place }, { files: 'x' }).args).toEqual(['x']);
    });

    test('flags that begin otherwise, and a flag that is a number', () => {
      const place: Passing = { by: 'position', at: 0, after: 0 };
      const others = {
        rows: option('rows=', { kind: 'value', text }),
        plus: option('+p', { kind: 'value', text }),
        one: option('-1', { kind: 'switch', on: '-1', off: null }),
        apply: option('apply', { kind: 'switch', on: 'apply', off: null }),
      };
      for (const value of ['rows=3', '+x', -1, 'apply']) {
        expect(() => files(place, value, program([], false), others)).toThrow(refusal);
      }
      expect(files(place, 'applying', program([], false), others).args).toEqual(['applying']);
    });
  });

  test('a script that has no options takes every word by its place', () => {
    const input = (key: string, at: number) => ({
      ...{ key, passing: { by: 'position' as const, at, after: 0 }, isFile: false },
      from: { path: 'a.py', line: 1, what: 'sys.argv' },
    });
    const { args } = invocationOf(
      {
        ...{ language: 'python', path: 'a.py', blob: '', entry: program([], false), notes: [] },
        inputs: [input('a', 0), input('b', 1)],
      },
      { a: '-x', b: '--y' },
    );
    expect(args).toEqual(['-x', '--y']);
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

describe('questions', () => {
  const answers = (
    values: Record<string, JsonValue>,
    shown: Record<string, ConditionTerm[]> | null = {
      name: [{ key: 'kind', test: 'is', values: ['firm'] }],
      staff: [{ key: 'kind', test: 'is', values: ['firm'] }],
      board: [{ key: 'staff', test: 'is_more_than', values: [9] }],
      person: [{ key: 'kind', test: 'is_not', values: ['firm'] }],
    },
  ) => {
    const inputs = ['kind', 'name', 'staff', 'board', 'person', 'sure'].map((key, at) => ({
      ...{ key, passing: { by: 'answer', at, text } as const, isFile: false },
      ...(shown === null ? {} : { shown: shown[key] ?? [] }),
      from: { path: 'a.py', line: 1, what: 'input' },
    }));
    const script = { language: 'python' as const, path: 'a.py', blob: '', entry: program(), notes: [] };
    return invocationOf({ ...script, inputs }, values).answers;
  };

  test('one that the script does not ask gets no line, or the next one would get its answer', () => {
    const person = { kind: 'person', name: null, staff: null, board: null, person: 'Ann', sure: 'yes' };
    expect(answers(person)).toEqual(['person', 'Ann', 'yes']);
    expect(answers({ ...person, board: 'Eve' })).toEqual(['person', 'Ann', 'yes']);
    expect(answers({ kind: 'firm', name: 'Co', staff: 10, board: 'Eve', person: null, sure: 'yes' })).toEqual(
      ['firm', 'Co', '10', 'Eve', 'yes'],
    );
  });

  test('one that was left empty gets an empty line, which stands for its default', () => {
    expect(answers({ kind: 'firm', staff: 8, board: null, person: null })).toEqual(['firm', '', '8', '']);
  });

  test('of a template that was stored without their conditions, none gets a line without an answer', () => {
    expect(answers({ kind: 'person', name: null, person: 'Ann', sure: 'yes' }, null)).toEqual([
      ...['person', 'Ann', 'yes'],
    ]);
  });
});

test('S19 an answer with a line break, which would answer the next question, too, is refused', () => {
  const answer = (at: number, divider: string | null = null): Passing => ({
    ...{ by: 'answer', at },
    text: { ...text, divider },
  });
  const ask = (first: JsonValue, divider: string | null = null) =>
    invoke(program(), { first: answer(0, divider), sure: answer(1) }, { first, sure: 'no' }).answers;
  for (const value of ['x\nyes', 'x\ryes', 'x\r\n']) {
    expect(() => ask(value)).toThrow('"first" can\'t contain a line break');
  }
  expect(ask('x yes')).toEqual(['x yes', 'no']);
  expect(ask(['a', 'b'], '\n')).toEqual(['a\nb', 'no']);
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
