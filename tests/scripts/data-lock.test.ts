import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
let children: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushboard-lock-'));
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** A process that takes the lock, reports the outcome, and then follows commands: `stopping`, `release`. */
function taker() {
  const code = `
    import { createInterface } from 'node:readline';
    import { lockData } from '${resolve('scripts/starting/data-lock.mjs')}';
    try {
      const lock = await lockData('${folder}', 'http://localhost:3000');
      console.log(lock.wasLeftBehind ? 'taken over' : 'taken');
      for await (const line of createInterface({ input: process.stdin })) {
        if (line === 'stopping') { lock.setState('stopping'); console.log('said'); }
        else { lock.release(); process.exit(); }
      }
    } catch (error) { console.log(error.message); process.exit(1); }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const words = async (): Promise<string> => String((await once(child.stdout, 'data'))[0]).trim();
  return { child, words, tell: (word: string) => child.stdin.write(`${word}\n`) };
}

test('a second start on the same data is told which process has it, and where', async () => {
  const first = taker();
  expect(await first.words()).toBe('taken');
  expect(await taker().words()).toBe(
    `Pushboard already uses ${folder}: process ${first.child.pid}, at http://localhost:3000. Stop it first, or set DATA_DIR to another folder.`,
  );
});

test('a start waits for one that is stopping, then continues', async () => {
  const first = taker();
  await first.words();
  first.tell('stopping');
  await first.words();
  const second = taker();
  expect(await second.words()).toContain('Waiting for the Pushboard that is stopping');
  first.tell('release');
  expect(await second.words()).toBe('taken');
});

test('the lock of a start that was killed is taken over', async () => {
  const first = taker();
  await first.words();
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  expect(await taker().words()).toBe('taken over');
});

test('one of many starts gets a lock that was left behind', async () => {
  const first = taker();
  await first.words();
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const answers = await Promise.all(Array.from({ length: 4 }, () => taker().words()));
  expect(answers.filter((answer) => answer.startsWith('taken'))).toHaveLength(1);
  const holder = JSON.parse(await readFile(join(folder, 'start.lock'), 'utf8'));
  expect(children.map((child) => child.pid)).toContain(holder.pid);
});
