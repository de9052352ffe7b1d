import { readFile } from 'node:fs/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { expect, test } from 'vitest';
import { PrismaClient } from '@/generated/prisma/client';
import { isDatabaseDown, isRejected, noteAccess } from './database-down';

const LOCKED_OUT = ['28P01', '28000', '3D000', '42501'];

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

/** An error as Postgres, or a pooler in front of it, sends it. */
const said = (severity: 'ERROR' | 'FATAL', code: string): Error =>
  Object.assign(new pg.DatabaseError('It said so.', 0, 'error'), { severity, code });

test.each([
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '08007',
  '08P01',
  '57P01',
  '57P02',
  '57P03',
  '53300',
])('S59 the code %s says that the database is away, and nothing was rejected', (code) => {
  for (const severity of ['ERROR', 'FATAL'] as const) {
    expect([isDatabaseDown(said(severity, code)), isRejected(said(severity, code))]).toEqual([true, false]);
  }
});

test('S59 a pooler that ends a session with a code of its own is down, and a wrong password is not', () => {
  expect(isDatabaseDown(said('FATAL', 'XX000'))).toBe(true);
  expect(isDatabaseDown(said('ERROR', 'XX000'))).toBe(false);
  for (const code of LOCKED_OUT) expect(isDatabaseDown(said('FATAL', code))).toBe(false);
});

test('S59 a database that stops letting us in is down: its password was changed, or its role may not log in', () => {
  noteAccess();
  for (const code of LOCKED_OUT) expect(isDatabaseDown(said('FATAL', code))).toBe(true);
  expect(isDatabaseDown(Object.assign(new Error('Authentication failed'), { code: 'P1000' }))).toBe(true);
  expect(isDatabaseDown(said('ERROR', '42501'))).toBe(false);
});

test.each(['22021', '23505', '42P01', '54000'])('the code %s says that a statement was rejected', (code) => {
  expect([isDatabaseDown(said('ERROR', code)), isRejected(said('ERROR', code))]).toEqual([false, true]);
});

test('S59 a server that does not listen is down for Prisma, too', async () => {
  const prisma = new PrismaClient({ adapter: new PrismaPg('postgres://somebody@127.0.0.1:1/any') });
  expect(isDatabaseDown(await failure(prisma.command.count()))).toBe(true);
});
