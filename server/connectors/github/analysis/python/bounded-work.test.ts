import { expect, test } from 'vitest';
import type { ScriptAnalysis } from '../script';
import { readPython } from './read-python';

const read = (source: string): Promise<ScriptAnalysis> => readPython(new Map([['job.py', source]]), 'job.py');
const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');
const deep = 10_000;

/** Code that would take a reader forever, or too much stack or memory, if it followed all of it. */
const hostile: Record<string, string> = {
  'nested brackets': `x = ${'('.repeat(deep)}1${')'.repeat(deep)}`,
  'nested lists': `x = ${'['.repeat(deep)}${']'.repeat(deep)}`,
  'nested calls': `x = ${'f('.repeat(deep)})${')'.repeat(deep)}`,
  'nested attributes': `x = a${'.b'.repeat(deep)}`,
  'nested annotations': `def main(x: ${'Optional['.repeat(3000)}int${']'.repeat(3000)}): pass`,
  'a long sum': `x = ${Array(deep).fill('"a"').join(' + ')}`,
  'nested blocks': `${lines(1000, (at) => `${' '.repeat(at)}if a:`)}\n${' '.repeat(1000)}print(1)`,
  'a long chain of elif': `if a: pass\n${lines(deep, (at) => `elif a == ${at}: pass`)}`,
  'functions that call the next': `${lines(3000, (at) => `def f${at}(): return f${at + 1}()`)}\nf0()`,
  'functions that call themselves twice': 'def f(x):\n  return f([x, x]) + f(x)\nprint(f(1))',
  'a text that doubles': `x = "a"\n${'x = x + x\n'.repeat(60)}`,
  'a text that is formatted into itself': 'x = "{0}" * 10000\nfor i in range(100):\n  x = x.format(x)',
  'a text that is replaced by more': 'x = "a" * 40000\nfor i in range(1000):\n  x = x.replace("a", "b" * 90)',
  'a list that doubles': 'x = [1]\nfor i in range(100000):\n  x.extend(x)',
  'a list of lists of itself': `x = [1]\n${'x = [x, x]\n'.repeat(60)}import argparse\nargparse.ArgumentParser().add_argument("--x", default=x)`,
  'a list in itself':
    'x = []\nx.append(x)\nimport argparse\nargparse.ArgumentParser().add_argument("--x", choices=x, default=x)',
  'nested loops': 'for a in range(1000):\n for b in range(1000):\n  for c in range(1000):\n   print(a)',
  'nested comprehensions': 'x = [1 for a in range(2000) for b in range(2000) for c in range(2000)]',
  'numbers without end': 'x = 9 ** 9 ** 9\nfor i in range(10 ** 9): print(i)',
  'classes with a long line': `class C0: pass\n${lines(2000, (at) => `class C${at + 1}(C${at}): pass`)}\nC2000().x`,
  'classes with twice the same base': `class B0: pass\n${lines(60, (at) => `class B${at + 1}(B${at}, B${at}): pass`)}\nB60().x`,
  'parsers of parsers':
    'import argparse\np = argparse.ArgumentParser()\nfor i in range(2000):\n  p = argparse.ArgumentParser(parents=[p, p])\n  p.add_argument("--x%d" % i)',
  'a group in itself': 'import click\n@click.group()\ndef g(): pass\ng.add_command(g)\ng()',
  'an application in itself':
    'import typer\na = typer.Typer()\na.add_typer(a, name="x")\n@a.command()\ndef f(x: int): pass\na()',
  'a table in itself': 'import fire\nd = {}\nd["a"] = d\nfire.Fire(d)',
  'usage with nested brackets': `"""Usage: x ${'['.repeat(deep)}"""\nimport docopt\ndocopt.docopt(__doc__)`,
  'usage with many choices': `"""Usage: x ${'(a|b) '.repeat(300)}"""\nimport docopt\ndocopt.docopt(__doc__)`,
  'types that stand for each other':
    'from typing import Optional\nA = Optional[B]\nB = Optional[A]\ndef main(x: A): pass',
  'a large table': `X = {${Array.from({ length: 20_000 }, (_, at) => `"k${at}": ${at}`).join(', ')}}`,
  'no Python at all': lines(2000, (at) => String.fromCharCode(33 + ((at * 7919) % 90)).repeat(50)),
};

test.each(Object.entries(hostile))('%s is read within limits', async (_name, source) => {
  const analysis = await read(source);
  expect(analysis.commands.length + (analysis.unavailable === null ? 0 : 1)).toBeGreaterThan(0);
});

test('a megabyte of code is read, and what is left out is said', async () => {
  const analysis = await read(
    `import os\nX = os.environ["X"]\n${'print(1, [2, 3], {"a": "b"})\n'.repeat(36_000)}`,
  );
  expect(analysis.commands[0]?.inputs.map(({ key }) => key)).toEqual(['X']);
  expect(analysis.notes).toContainEqual({
    path: 'job.py',
    line: 1,
    message: 'There is too much code here to read all of it.',
  });
});

test('a thousand options are a thousand inputs', async () => {
  const options = lines(1000, (at) => `p.add_argument("--option-${at}", type=int, default=${at})`);
  const analysis = await read(
    `import argparse\np = argparse.ArgumentParser()\n${options}\nprint(p.parse_args())`,
  );
  expect(analysis.commands[0]?.inputs).toHaveLength(1000);
});

test('files that import each other are each read once', async () => {
  const files = new Map([
    ['a.py', 'import os\nfrom b import y\nx = os.environ["A"]\nprint(x)'],
    ['b.py', 'import os\nimport a\ny = os.environ["B"]'],
  ]);
  const analysis = await readPython(files, 'a.py');
  expect(analysis.commands[0]?.inputs.map(({ key }) => key)).toEqual(['B', 'A']);
  expect(analysis.followed).toEqual(['b.py']);
});

test('code with errors of syntax is read around them', async () => {
  const analysis = await read(
    'import os\nprint(os.environ["A"])\ndef f(:\n  return ((\nclass (\nb = os.environ["B"]\nprint(b)\n',
  );
  expect(analysis.commands[0]?.inputs.map(({ key }) => key)).toContain('A');
  expect(analysis.notes[0]?.message).toBe("This code isn't valid Python 3, so parts of it were not read.");
});
