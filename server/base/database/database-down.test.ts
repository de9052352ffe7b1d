import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { isDatabaseDown } from './database-down';

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error) => error,
  );

test('a server that does not listen is down, whether it is reached by a port or through its socket file', async () => {
  for (const address of [
    'postgres://somebody@127.0.0.1:1/any',
    'postgres://somebody@127.0.0.1/any?host=/nowhere',
  ]) {
    expect(isDatabaseDown(await failure(new pg.Client(address).connect()))).toBe(true);
  }
});

test('a file that is absent says nothing about the database', async () => {
  expect(isDatabaseDown(await failure(readFile('/nowhere/at-all')))).toBe(false);
});
