import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pythonInputTypeByName } from '@/lib/type-systems/scripts/python-types';
import type { ScriptAnalysis, ScriptInput } from '../script';
import { readPython } from './read-python';

const read = (
  source: string,
  others: Record<string, string> = {},
  path = 'job.py',
): Promise<ScriptAnalysis> => readPython(new Map([[path, source], ...Object.entries(others)]), path);

function inputOf({ commands }: ScriptAnalysis, key: string): ScriptInput {
  const found = commands.flatMap(({ inputs }) => inputs).find((input) => input.key === key);
  if (found === undefined) throw new Error(`There is no input ${key}.`);
  return found;
}

const parser = (lines: string): string =>
  `import argparse, os, datetime\nparser = argparse.ArgumentParser()\n${lines}\nargs = parser.parse_args()\n`;

test('S44 reading a script runs none of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pushboard-read-'));
  try {
    const file = join(folder, 'made');
    const analysis = await read(
      `import os\nopen(${JSON.stringify(file)}, 'w').write('x')\nos.system('touch ${file}')\n__import__('os').mkdir('${file}')\neval("open('${file}', 'w')")\nprint(os.environ['A'])\n`,
    );
    expect(inputOf(analysis, 'A').isRequired).toBe(true);
    expect(existsSync(file)).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('each input says which call asks for it, in which file and line', async () => {
  const analysis = await read('from options import parse\nargs = parse()\n', {
    'options.py': parser('parser.add_argument("--day")').replace('args = ', 'def parse(): return '),
  });
  expect(inputOf(analysis, 'day').from).toEqual({ path: 'options.py', line: 3, what: 'add_argument' });
  expect(analysis.followed).toEqual(['options.py']);
});

test('options of which only one may be given are shown as long as the others are empty', async () => {
  const analysis = await read(
    parser(
      'group = parser.add_mutually_exclusive_group(required=True)\ngroup.add_argument("--all", action="store_true")\ngroup.add_argument("--id")',
    ),
  );
  expect(inputOf(analysis, 'id').shown).toEqual([{ key: 'all', test: 'is_not', values: [true] }]);
  expect(inputOf(analysis, 'all').shown).toEqual([{ key: 'id', test: 'is_empty', values: [] }]);
  expect(inputOf(analysis, 'id').group).toBe('Exactly one of these');
});

test('options of the main parser precede the word of a subcommand, its own follow it', async () => {
  const analysis = await read(
    parser(
      'parser.add_argument("place")\nparser.add_argument("--url")\nsub = parser.add_subparsers()\nadd = sub.add_parser("add", help="Adds")\nadd.add_argument("name")\nadd.add_argument("rest", nargs="*")\nadd.add_argument("-f", "--force", action="store_true")',
    ),
  );
  const [command] = analysis.commands;
  expect(command).toMatchObject({
    name: 'add',
    description: 'Adds',
    entry: { kind: 'program', words: ['add'] },
  });
  expect(command?.inputs.map(({ key, passing }) => [key, passing])).toMatchObject([
    ['place', { by: 'position', at: 0, after: 0 }],
    ['url', { by: 'option', flag: '--url', after: 0 }],
    ['name', { by: 'position', at: 0, after: 1 }],
    ['rest', { by: 'position', at: 1, after: 1 }],
    ['force', { by: 'option', form: { kind: 'switch', on: '--force', off: null }, after: 1 }],
  ]);
});

test('each kind of option is passed in its own form', async () => {
  const analysis = await read(
    parser(
      [
        'parser.add_argument("--cache", action=argparse.BooleanOptionalAction)',
        'parser.add_argument("--no-log", dest="log", action="store_false")',
        'parser.add_argument("-v", action="count")',
        'parser.add_argument("--tag", action="append")',
        'parser.add_argument("--ids", nargs="+", type=int)',
        'parser.add_argument("--names", type=lambda s: s.split(";"))',
        'parser.add_argument("--vst", type=lambda s: s == "TRUE")',
      ].join('\n'),
    ),
  );
  const forms = analysis.commands[0]?.inputs.map(({ typeId, passing }) => [
    typeId,
    passing.by === 'option' ? passing.form : null,
  ]);
  expect(forms).toMatchObject([
    ['bool', { kind: 'switch', on: '--cache', off: '--no-cache' }],
    ['bool', { kind: 'switch', on: '--no-log', off: null }],
    ['int', { kind: 'count' }],
    ['list[str]', { kind: 'repeated' }],
    ['list[int]', { kind: 'values' }],
    ['list[str]', { kind: 'value', text: { divider: ';' } }],
    ['bool', { kind: 'value', text: { booleans: ['TRUE', 'FALSE'] } }],
  ]);
});

test('a default that is computed is told as code, and never as its value today', async () => {
  const analysis = await read(
    parser('parser.add_argument("--day", type=datetime.date.fromisoformat, default=datetime.date.today())'),
  );
  expect(inputOf(analysis, 'day')).toMatchObject({
    typeId: 'date',
    defaultValue: null,
    defaultExpression: 'datetime.date.today()',
  });
});

test('a variable has the words for true and false that the script compares it with', async () => {
  const analysis = await read(
    [
      'import os',
      'def flag(name, default=False):',
      '    value = os.environ.get(name)',
      '    return default if value == None else value.lower() in ("yes", "y")',
      'print(flag("A", True), os.getenv("B") == "1", os.getenv("C", "false").lower() == "true")',
    ].join('\n'),
  );
  expect(
    ['A', 'B', 'C'].map((key) => {
      const { typeId, defaultValue, passing } = inputOf(analysis, key);
      return [typeId, defaultValue, passing.by === 'environment' ? passing.text.booleans : null];
    }),
  ).toEqual([
    ['bool', true, ['yes', 'no']],
    ['bool', null, ['1', '0']],
    ['bool', false, ['true', 'false']],
  ]);
});

test('a variable that only one case reads is shown in that case, and required there', async () => {
  const analysis = await read(
    `${parser('parser.add_argument("--upload", action="store_true")')}if args.upload:\n    print(os.environ["BUCKET"])\n`,
  );
  expect(inputOf(analysis, 'BUCKET')).toMatchObject({
    isRequired: true,
    shown: [{ key: 'upload', test: 'is', values: [true] }],
  });
});

test('answers are given in the order of the questions, and only those of the branch', async () => {
  const analysis = await read(
    'kind = input("Kind: ")\nif kind == "firm":\n    name = input("Firm: ")\nelse:\n    person = input("Person: ")\n',
  );
  expect(analysis.commands[0]?.inputs.map(({ key, passing, shown }) => [key, passing, shown])).toMatchObject([
    ['kind', { by: 'answer', at: 0 }, []],
    ['name', { by: 'answer', at: 1 }, [{ key: 'kind', test: 'is', values: ['firm'] }]],
    ['person', { by: 'answer', at: 2 }, [{ key: 'kind', test: 'is_not', values: ['firm'] }]],
  ]);
});

test('questions that go on as long as someone answers are refused with the reason', async () => {
  const loop = await read(
    'while True:\n    word = input("> ")\n    if word == "q":\n        break\n    print(len(word))\n',
  );
  expect(loop.unavailable).toBe(
    'It asks questions in a loop (job.py, line 2), so nobody can answer them beforehand.',
  );
  const unclear = await read('import os\nif os.path.exists("x"):\n    a = input("A")\nb = input("B")\n');
  expect(unclear.unavailable).toMatch(/^Which questions it asks depends on more than the answers/);
});

test('what only defines is listed with nothing to run', async () => {
  expect((await read('def a(): pass\ndef b(): pass\n')).unavailable).toBe(
    'It only defines functions (a, b): there is nothing to run.',
  );
  expect((await read('X = 1\n')).unavailable).toBe('It only sets variables: there is nothing to run.');
  expect((await read('')).unavailable).toBe('It is empty: there is nothing to run.');
  expect((await readPython(new Map(), 'gone.py')).unavailable).toBe("It isn't in the repository.");
});

test('what was seen and not understood is noted with its line', async () => {
  const analysis = await read(
    `from .gone import thing\n${parser(
      'parser.add_argument(thing)\nparser.add_argument("--mode", choices=thing.modes())\nparser.add_argument("--old", help=argparse.SUPPRESS)\nos.environ[thing]',
    )}def broken(:\n`,
  );
  expect(analysis.notes.map(({ line, message }) => [line, message])).toEqual([
    [1, 'What "from .gone import thing" brings wasn\'t read: the file isn\'t in the repository.'],
    [4, 'An argument wasn\'t read: its name, "thing", is computed.'],
    [5, 'The choices of "mode" are computed: thing.modes().'],
    [6, '"--old" isn\'t offered: the script hides it from its help.'],
    [7, "A variable of the environment isn't offered: its name is computed."],
    [9, "This code isn't valid Python 3, so parts of it were not read."],
  ]);
});

test('a secret is one by its name or type, and a file or a number is not', async () => {
  const analysis = await read(
    parser(
      [
        'parser.add_argument("--api-key")',
        'parser.add_argument("--token-count", type=int)',
        'parser.add_argument("--password-file")',
        'os.environ["SIGNING_KEY"]',
        'os.environ.get("APP_PRIVATE_KEY")',
      ].join('\n'),
    ),
  );
  const secrets = analysis.commands[0]?.inputs.filter(({ isSecret }) => isSecret).map(({ key }) => key);
  expect(secrets).toEqual(['api-key', 'SIGNING_KEY', 'APP_PRIVATE_KEY']);
  expect(inputOf(analysis, 'APP_PRIVATE_KEY').isMultiline).toBe(true);
});

test('a path that the script reads is a file to upload, one that it writes is not', async () => {
  const analysis = await read(
    `${parser('parser.add_argument("--source")\nparser.add_argument("--target")')}open(args.source).read()\nopen(args.target, "w").write("x")\n`,
  );
  expect(inputOf(analysis, 'source').isFile).toBe(true);
  expect(inputOf(analysis, 'target').isFile).toBe(false);
});

test('types are those of the type system, whatever choices and annotations contain', async () => {
  const analysis = await read(
    [
      'from typing import Any, Callable, Literal, Union',
      'import pandas as pd',
      'from collections.abc import Sequence',
      'class Own: pass',
      'def main(a: Literal["it\'s", \'a "b"\', "c,d", "[x]"], b: Union[int, str], c: Own, d: pd.DataFrame,',
      '         e: Callable[[int], str], f: tuple[int, str], g: dict[str, Own], h: Sequence[Own], i: "list[int] | None" = None): ...',
    ].join('\n'),
  );
  const types = analysis.commands[0]?.inputs.map(({ typeId }) => typeId) ?? [];
  expect(types).toHaveLength(9);
  for (const typeId of types) expect(pythonInputTypeByName(typeId)).not.toBeNull();
});

test('keys are unique within a command', async () => {
  const analysis = await read('import os\na = input("Name")\nb = [input("Name"), input("Name")]\n');
  const keys = analysis.commands[0]?.inputs.map(({ key }) => key) ?? [];
  expect(new Set(keys).size).toBe(3);
});

test.each([
  ['v == "all"', 'n = None if v == "all" else int(v)', 'str'],
  ['v in ("auto", "none")', 'n = None if v in ("auto", "none") else float(v)', 'str'],
  ['today', 'd = 1 if v == "today" else datetime.date.fromisoformat(v)', 'str'],
  ['v == ""', 'n = None if v == "" else int(v)', 'int'],
  ['v == "-1"', 'n = None if v == "-1" else int(v)', 'int'],
  ['a part', 'host = v.split(":")[0]', 'str'],
  ['each part', 'for each in v.split(","):\n    print(each)', 'list[str]'],
])('a text that is converted in some cases alone stays a text: %s', async (_, use, typeId) => {
  expect(inputOf(await read(`import datetime, os\nv = os.environ["V"]\n${use}\n`), 'V').typeId).toBe(typeId);
});

test('a default that is no number makes a text of what is converted otherwise', async () => {
  const analysis = await read(
    'import os\nv = os.environ.get("V", "all")\nn = v if v.isalpha() else int(v)\n',
  );
  expect(inputOf(analysis, 'V')).toMatchObject({ typeId: 'str', defaultValue: 'all' });
});
