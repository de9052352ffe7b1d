import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { GET as readyz } from '@/app/readyz/route';
import { startWorker } from '@/jobs/worker';
import { sql } from '@/server/base/database/db';
import { registerKeyRing } from '@/server/base/installation/canaries';
import { holdCopy, isHeld, releaseCopy } from '@/server/base/installation/held';
import { opensCredentials } from '@/server/connections/opens-credentials';
import { withApp } from '../../support/app/app';
import { commit, withSource } from '../../support/app/source';
import { createOrganizations, type MadeCommand } from '../../support/things/organizations';
import { createRun, readRun, startRun } from '../../support/things/runs';

withApp();
const source = withSource(
  `create function one() returns integer language sql as 'select 1'`,
  createOrganizations,
);

let command: MadeCommand;
beforeAll(async () => {
  command = await commit(source, 'public.one()');
});
beforeEach(() => sql.query('delete from installation'));

/** What a dump that was restored into another database finds. */
const comeFromElsewhere = () => sql.query(`update installation set server = '7/1'`);

describe('a database', () => {
  it('is not held at its first start, nor at any other where it is', async () => {
    expect([await holdCopy(), await holdCopy(), await isHeld()]).toEqual([null, null, false]);
    expect(await releaseCopy()).toEqual(['This database is not held.']);
  });

  it('that was restored elsewhere starts no run and says that it is held, until it is released', async () => {
    await holdCopy();
    await comeFromElsewhere();
    expect(await holdCopy()).toMatch(/restored from a backup, or copied/);
    const runId = await createRun(command);
    await startRun(command, runId, {});
    const looksByItself = vi.spyOn(globalThis, 'setInterval');
    const starting = startWorker();
    expect(looksByItself).not.toHaveBeenCalled();
    looksByItself.mockRestore();
    expect(await (await readyz()).json()).toMatchObject({ status: 'ready', worker: false, held: true });
    expect(await sql.query('select from worker')).toEqual([]);
    expect(await sql.query(`select state::text from open_run where run_id = $1`, [runId])).toEqual([
      { state: 'waiting' },
    ]);

    expect(await releaseCopy()).toEqual([expect.stringMatching(/^Released\. 1 run and 0 messages/)]);
    const worker = await starting;
    expect((await readRun(command, runId)).body).toMatchObject({ status: 'success' });
    expect(await holdCopy()).toBeNull();
    await worker.stop();
  });

  it('stays held through further starts, and with its reason', async () => {
    await holdCopy();
    await comeFromElsewhere();
    const because = await holdCopy();
    await sql.query(`update installation set address = 'https://other.example.com'`);
    expect(await holdCopy()).toBe(because);
  });
});

describe('a key ring', () => {
  const newKey = (id: string) => ({ id, key: randomBytes(32) });
  const opensAll = async () => true;

  it('with the key of the database is taken, and another key under its id refused', async () => {
    const [first, second] = [newKey('a1'), newKey('a2')];
    await registerKeyRing(opensAll, [first]);
    await registerKeyRing(opensAll, [second, first]);
    await expect(registerKeyRing(opensAll, [second, newKey('a1')])).rejects.toThrow(
      /The key a1 in ENCRYPTION_KEYS is not/,
    );
    await expect(registerKeyRing(opensAll, [newKey('a2')])).rejects.toThrow(/The key a2/);
  });

  it('of an earlier version is checked against a connection', async () => {
    await expect(registerKeyRing(opensCredentials, [newKey('test')])).rejects.toThrow(
      /The key test in ENCRYPTION_KEYS/,
    );
    await registerKeyRing(opensCredentials);
    await registerKeyRing(opensCredentials);
  });
});
