import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

// How `npm test` runs its stages in parallel: order, failure, and output.

interface Given {
  signal: AbortSignal;
  write: (text: string) => void;
}
interface Stage {
  title: string;
  after: string[];
  run: (given: Given) => Promise<void>;
}
interface Shown {
  write: (text: string) => void;
  end: (outcome: string) => void;
}
interface Output {
  begin: (title: string) => Shown;
  close: () => void;
}

const load = (file: string) => import(resolve('scripts/testing', file));
const { createStageOutput }: { createStageOutput: (total: number, print: (line: string) => void) => Output } =
  await load('stage-output.mjs');
const {
  runStages,
}: {
  runStages: (
    stages: Record<string, Stage>,
    output: Output,
    given: { signal: AbortSignal; variables: Record<string, string> },
  ) => Promise<void>;
} = await load('run-stages.mjs');
const {
  runProgram,
}: {
  runProgram: (
    title: string,
    args: string[],
    options: Given & { variables: Record<string, string> },
  ) => Promise<void>;
} = await load('stage-program.mjs');
const {
  stages,
  slowFiles,
  longFiles,
}: {
  stages: Record<string, { after: string[]; needs?: string[] }>;
  slowFiles: string[];
  longFiles: string[];
} = await load('test-stages.mjs');

function collect(total: number) {
  const lines: string[] = [];
  // Durations differ each time.
  const output = createStageOutput(total, (line) => lines.push(line.replace(/, [\d.]+ s$/, '')));
  return { lines, output };
}

function run(given: Record<string, Stage>, output: Output, signal = new AbortController().signal) {
  return runStages(given, output, { signal, variables: {} });
}

test('a stage starts when its predecessors have passed, and others continue alongside', async () => {
  const order: string[] = [];
  const stage = (name: string, after: string[], until: Promise<void> = Promise.resolve()): Stage => ({
    title: name,
    after,
    run: async () => {
      order.push(`${name} begins`);
      await until;
      order.push(`${name} ends`);
    },
  });
  let finish = () => {};
  const slow = new Promise<void>((done) => {
    finish = done;
  });
  const { output } = collect(3);
  const last = stage('last', ['first', 'never asked for']);
  const whole = run(
    {
      slow: stage('slow', [], slow),
      first: stage('first', []),
      last: {
        ...last,
        run: async (options) => {
          await last.run(options);
          finish();
        },
      },
    },
    output,
  );
  await whole;
  expect(order).toEqual([
    'slow begins',
    'first begins',
    'first ends',
    'last begins',
    'last ends',
    'slow ends',
  ]);
});

test('a failure ends the other stages with all their processes, and dependent stages never start', async () => {
  const { lines, output } = collect(3);
  const outlives = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    console.log('up'); setInterval(() => {}, 1000)`;
  let isUp = () => {};
  const up = new Promise<void>((done) => {
    isUp = done;
  });
  const whole = run(
    {
      long: {
        title: 'Long',
        after: [],
        run: ({ signal, write }) =>
          // It ends only once nothing holds its output, including its own child.
          runProgram('Long', ['-e', outlives], {
            signal,
            variables: {},
            write: (text) => {
              write(text);
              isUp();
            },
          }),
      },
      broken: {
        title: 'Broken',
        after: [],
        run: async ({ write }) => {
          await up;
          write('this is why\n');
          throw new Error('Broken failed');
        },
      },
      next: { title: 'Next', after: ['broken'], run: async () => {} },
    },
    output,
  );
  await expect(whole).rejects.toThrow('Broken failed');
  expect(lines).toEqual([
    '[1/3] Long …',
    '[2/3] Broken (alongside: Long) …',
    'up',
    '      ── Broken, what it printed:',
    'this is why',
    '      Broken: FAILED',
    '      ── Long continues:',
    '      Long: stopped',
  ]);
});

test('a signal from outside ends everything, and says so', async () => {
  const { output } = collect(1);
  const interrupted = new AbortController();
  const whole = run(
    {
      waiting: {
        title: 'Waiting',
        after: [],
        run: ({ signal }) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended')))),
      },
    },
    output,
    interrupted.signal,
  );
  interrupted.abort();
  await expect(whole).rejects.toThrow('Stopped.');
});

test('of two stages at once one is shown as it comes, and the other in one piece', () => {
  const { lines, output } = collect(3);
  const first = output.begin('First');
  const second = output.begin('Second');
  first.write('one, in ');
  second.write('two\nthree\n');
  first.write('pieces\n');
  second.end('done');
  const third = output.begin('Third');
  third.write('four\n');
  first.end('done');
  third.write('five');
  third.end('done');
  output.close();
  expect(lines).toEqual([
    '[1/3] First …',
    '[2/3] Second (alongside: First) …',
    'one, in pieces',
    '      ── Second, what it printed:',
    'two',
    'three',
    '      Second: done',
    '      ── First continues:',
    '[3/3] Third (alongside: First) …',
    '      First: done',
    '      ── Third, what it has printed so far:',
    'four',
    'five',
    '      Third: done',
  ]);
});

test('every stage waits only for earlier stages, and the files that are left out exist', () => {
  const names = Object.keys(stages);
  for (const [name, { after, needs = [] }] of Object.entries(stages)) {
    for (const other of [...after, ...needs])
      expect(names.indexOf(other), `${name} after ${other}`).toBeLessThan(names.indexOf(name));
    expect(after).toEqual(expect.arrayContaining(needs));
    expect(names).toEqual(expect.arrayContaining(after));
  }
  expect([...slowFiles, ...longFiles].filter((file) => !existsSync(file))).toEqual([]);
});
