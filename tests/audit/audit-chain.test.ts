import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { AuditChainer } from '@/server/audit/chain-audit';
import { chainedWithoutKey, storeChainKeys } from '@/server/audit/chain-keys';
import { verifyChain } from '@/server/audit/verify-chain';
import { pool, sql, transaction } from '@/server/base/database/db';
import type { SealingKey } from '@/server/base/secrets/seal';
import { asSuperuser, withApp } from '../support/app/app';

withApp();

const key = (id: string): SealingKey => ({ id, key: randomBytes(32) });
const [old, current] = [key('k1'), key('k2')];
const ring = [old];

const write = async (count: number, db = sql): Promise<void> => {
  await db.query(
    `insert into audit_event (org_id, action, subject_type, subject_id, after)
     select 'a', 'run.start', 'run', n::text, jsonb_build_object('n', n) from generate_series(1, $1::int) n`,
    [count],
  );
};

/** Chains everything that is settled; returns how many rows. */
async function chain(chainer = new AuditChainer(ring)): Promise<number> {
  for (let total = 0; ; ) {
    const count = await chainer.nextBatch();
    if (count === 0) return total;
    total += count;
  }
}

const verify = (knownHead?: string, keys = ring) => verifyChain(knownHead, keys);

/** Does what only a superuser can: with the guards off. */
const tamper = (statement: string) =>
  asSuperuser(`set session_replication_role = replica; ${statement}; set session_replication_role = origin`);

const row = (id: number, subject = 'x') =>
  `insert into audit_event (audit_event_id, action, subject_type, subject_id) values (${id}, 'run.start', 'run', '${subject}')`;

beforeEach(() =>
  asSuperuser(`set session_replication_role = replica; truncate audit_event, audit_chain restart identity`),
);

describe('S55 the chain of the audit log', () => {
  it('holds over many batches, and says where its tail begins', async () => {
    await write(1200);
    expect(await chain()).toBe(1200);
    expect(await chain()).toBe(0);
    await write(3);
    expect(await verify()).toMatchObject({
      problem: null,
      verified: { rows: 1200, throughId: '1200' },
      tail: { rows: 3, fromId: '1201' },
    });
    expect(await chain()).toBe(3);
    expect(await verify()).toMatchObject({ problem: null, tail: { rows: 0, fromId: null } });
  });

  it('holds when there is nothing at all', async () => {
    expect(await chain()).toBe(0);
    expect(await verify()).toEqual({
      verified: { rows: 0, throughId: '0' },
      head: null,
      problem: null,
      tail: { rows: 0, fromId: null },
    });
  });

  it.each([
    ['changed', `update audit_event set after = '{"n": 0}' where audit_event_id = 700`, '700'],
    ['given to another organization', `update audit_event set org_id = null where audit_event_id = 3`, '3'],
    ['moved in time', `update audit_event set at = at - interval '1 ms' where audit_event_id = 9`, '9'],
    ['removed', 'delete from audit_event where audit_event_id = 40', '41'],
    ['removed at the end of a batch', 'delete from audit_event where audit_event_id = 500', '500'],
    ['added before the first', row(-5), '-5'],
    ['added in a place that was left out', row(801), '801'],
    ['added after the last of a batch', `${row(1301)}`, '1301'],
  ])('finds a row that was %s', async (_how, statement, rowId) => {
    await write(800);
    // A rolled-back transaction leaves its ids out.
    await transaction(async (tx) => {
      await write(1, tx);
      throw new Error('rolled back');
    }).catch(() => undefined);
    await write(499);
    await transaction(async (tx) => {
      await write(1, tx);
      throw new Error('rolled back');
    }).catch(() => undefined);
    await write(9);
    await chain();
    expect((await verify()).problem).toBeNull();
    await tamper(statement);
    expect((await verify()).problem).toMatchObject({ rowId });
  });

  it('finds batches that were removed, changed, or made again', async () => {
    await write(1100);
    await chain();
    const { head } = await verify();
    if (head === null) throw new Error('Nothing was chained');
    expect((await verify(head)).problem).toBeNull();

    await tamper(`update audit_chain set hash = sha256('x') where last_event_id = 1000`);
    expect((await verify()).problem?.message).toContain('its rows match');
    await tamper('delete from audit_chain where last_event_id = 1000');
    expect((await verify()).problem?.message).toContain('gap');
    await tamper('delete from audit_chain where last_event_id > 500');
    expect(await verify()).toMatchObject({ problem: null, tail: { rows: 600, fromId: '501' } });
    expect((await verify(head)).problem?.message).toContain(`doesn't contain ${head}`);
  });

  it('goes on with a new key, and needs the old one to verify what it chained', async () => {
    await write(10);
    await chain();
    await write(10);
    await chain(new AuditChainer([current, old]));
    expect(await verify(undefined, [current, old])).toMatchObject({ problem: null, verified: { rows: 20 } });
    expect((await verify(undefined, [current])).problem?.message).toContain(
      'The key "k1" isn\'t in ENCRYPTION_KEYS',
    );
    // A key of the same name is not the same key.
    expect((await verify(undefined, [current, key('k1')])).problem).toMatchObject({ rowId: '1' });
  });

  it('holds without the old key once a rotation stored what verifies it, also after the next rotation', async () => {
    const [k3, k4] = [key('k3'), key('k4')];
    await write(10);
    await chain(new AuditChainer([k3]));
    await write(10);
    await chain(new AuditChainer([k4, k3]));
    expect(await chainedWithoutKey([k4, k3])).toEqual([{ keyId: 'k3', rows: 10 }]);
    expect(await storeChainKeys([k4, k3])).toBe(1);
    expect(await storeChainKeys([k4, k3])).toBe(0);
    expect(await chainedWithoutKey([k4])).toEqual([]);
    expect(await verify(undefined, [k4])).toMatchObject({ problem: null, verified: { rows: 20 } });
    // Without the key that sealed it, what is stored is of no use: that key is the one to put back.
    expect((await verify(undefined, [current])).problem).toMatchObject({
      missingKey: 'k4',
      message: expect.stringMatching(/^The key "k4" isn't in ENCRYPTION_KEYS/),
    });
    await tamper("update audit_event set subject_id = 'x' where audit_event_id = 4");
    expect((await verify(undefined, [k4])).problem).toMatchObject({ rowId: '4' });
  });

  it('waits for rows that commit after greater ids', async () => {
    const chainer = new AuditChainer(ring);
    await transaction(async (slow) => {
      await write(1, slow);
      await write(5);
      expect(await chain(chainer)).toBe(0);
      expect(await verify()).toMatchObject({ problem: null, tail: { rows: 5, fromId: '2' } });
    });
    expect(await chain(chainer)).toBe(6);
    expect(await verify()).toMatchObject({ problem: null, verified: { rows: 6 } });
  });

  it('is not held up by transactions that began later', async () => {
    const chainer = new AuditChainer(ring);
    const [first, later] = [await pool().connect(), await pool().connect()];
    const one = `insert into audit_event (action, subject_type, subject_id) values ('run.start', 'run', '1')`;
    await first.query(`begin; ${one}`);
    await write(1);
    expect(await chain(chainer)).toBe(0);
    await later.query(`begin; ${one}`);
    await first.query('commit');
    expect(await chain(chainer)).toBe(2);
    await later.query('commit');
    expect(await chain(chainer)).toBe(0);
    expect(await chain(chainer)).toBe(1);
    for (const client of [first, later]) client.release();
    expect((await verify()).problem).toBeNull();
  });

  it('is made once by many workers at a time', async () => {
    await write(2500);
    const counts = await Promise.all(Array.from({ length: 4 }, () => chain()));
    const rest = await chain();
    expect(counts.reduce((sum, count) => sum + count, rest)).toBe(2500);
    expect(await verify()).toMatchObject({ problem: null, verified: { rows: 2500 }, tail: { rows: 0 } });
  });

  it('can be added to by the application, and not changed', async () => {
    await write(1);
    await chain();
    for (const statement of [
      `update audit_chain set key_id = 'x'`,
      'delete from audit_chain',
      'truncate audit_chain',
    ]) {
      await expect(sql.query(statement)).rejects.toThrow('permission denied');
      await expect(asSuperuser(statement)).rejects.toThrow('append-only');
    }
  });
});
