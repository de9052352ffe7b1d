import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Runs a program and returns the lines that it writes. */
function linesOf(program: string): string[] {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
}

const parsed = (lines: readonly string[]): Record<string, unknown>[] => lines.map((line) => JSON.parse(line));

it('a start that writes JSON does so in each line, with what its programs write and with an error and its stack', () => {
  const child = `console.log('\\u001b[1m Next.js\\u001b[0m');
    console.log(JSON.stringify({ level: 30, msg: 'own' }));
    process.stderr.write('without an end');`;
  const messages = parsed(
    linesOf(`
    import { writeJson } from './scripts/starting/json-output.mjs';
    import { supervise } from './scripts/starting/supervised.ts';
    writeJson();
    writeJson();
    console.log('\\n[1/5] Packages');
    console.warn('DATABASE_OWNER_URL is not set');
    const program = { name: 'web', args: ['--eval', ${JSON.stringify(child)}], variables: {} };
    supervise(program, () => false, () => setTimeout(() => { throw new Error('the end'); }, 0));
  `),
  );
  const texts = messages.map(({ msg }) => String(msg));
  expect(texts).toEqual(
    expect.arrayContaining([
      '[1/5] Packages',
      'DATABASE_OWNER_URL is not set',
      'Next.js',
      'own',
      'without an end',
    ]),
  );
  const levelOf = (text: string) => messages.find(({ msg }) => msg === text)?.level;
  expect([levelOf('DATABASE_OWNER_URL is not set'), levelOf('without an end')]).toEqual([40, 50]);
  expect(messages.find(({ msg }) => msg === 'own')).toEqual({ level: 30, msg: 'own' });
  expect(messages.find(({ msg }) => msg === 'Next.js')).toEqual({
    level: 30,
    time: expect.any(Number),
    msg: 'Next.js',
  });
});

it('on a terminal, what is refused stays plain text, each variable on its own line', () => {
  const lines = linesOf(`
    import { outputOf, writeJson } from './scripts/starting/json-output.mjs';
    import { exitWith, StartError } from './scripts/starting/start-error.mjs';
    process.stderr.isTTY = true;
    writeJson();
    console.log([outputOf(process.stdout), outputOf(process.stderr)].join());
    exitWith(new StartError('The configuration is not valid:\\n  ENCRYPTION_KEYS is not set\\n  PORT must be a number'));
  `);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'pipe,inherit' });
  expect(lines.slice(1)).toEqual([
    'The configuration is not valid:',
    '  ENCRYPTION_KEYS is not set',
    '  PORT must be a number',
  ]);
});
