import { mkdir, rm, writeFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { clock } from '@/server/base/clock';
import { sql } from '@/server/base/database/db';
import { env } from '@/server/base/env';
import { holdCopy, releaseCopy } from '@/server/base/installation/held';
import { noteAnswer, noteFault } from '@/server/base/outside/troubles';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { withWorker } from '../../support/app/worker';
import { createOrganizations } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { bearer, giveToken } from '../../support/things/tokens';

withApp();
withWorker();

beforeAll(createOrganizations);

const paths = [
  'ip',
  'commit/hash',
  'commit/ref',
  'env/creds/storage/connstr',
  'env/creds/storage/blobloc',
  'db/creds/storage/id',
  'flankdb/port',
  'flankdb/read',
  'worker',
  'mail',
].map((path) => `/diagnostics/${path}`);

/** Puts a file where the folder of results belongs. */
async function breakResults(): Promise<void> {
  await rm(env().resultsDir, { recursive: true, force: true });
  await writeFile(env().resultsDir, '');
}

/** Each test checks again. */
beforeEach(async () => {
  await rm(env().resultsDir, { recursive: true, force: true });
  await mkdir(env().resultsDir, { recursive: true });
  const nowMs = clock.nowMs() + 60_000;
  vi.spyOn(clock, 'nowMs').mockReturnValue(nowMs);
});

const keys = ['state', 'data', 'message', 'traceback', 'stack'];
const nothingMore = { data: null, traceback: null, stack: null };

describe('S23 who may not see details', () => {
  it.each(paths)(
    '%s tells a stranger, a member, and a token for some commands only whether it responds',
    async (path) => {
      const { token } = await giveToken(people.orgAdmin, {
        scope: { kind: 'run', commandIds: [1], folderIds: [] },
      });
      for (const sent of [{}, { as: people.member }, { as: people.nobody }, { headers: bearer(token) }]) {
        const { status, body } = await send('GET', path, sent);
        expect(status).toBe(200);
        expect(body).toEqual({ state: 'success', message: 'This service responds.', ...nothingMore });
      }
    },
  );

  it('learns nothing from a failure but that there is one', async () => {
    await breakResults();
    const { body } = await send('GET', '/diagnostics/env/creds/storage/connstr');
    expect(body).toEqual({
      state: 'failure',
      message: "This service doesn't respond as it should. Ask the people who run Pushboard.",
      ...nothingMore,
    });
  });
});

describe('an admin of an organization', () => {
  it.each(paths)('%s has what the documents name', async (path) => {
    const { status, body } = await send('GET', path, { as: people.orgAdmin });
    expect(status).toBe(200);
    expect(Object.keys(body as object)).toEqual(keys);
  });

  it('sees the database, workers, and where results are kept, without passwords', async () => {
    const found = await Promise.all(paths.map((path) => send('GET', path, { as: people.orgAdmin })));
    const bodies = JSON.stringify(found.map(({ body }) => body));
    const { port, password } = new URL(env().databaseUrl);
    expect(bodies).toContain(port);
    expect(bodies).toMatch(/"PostgreSQL \d+/);
    expect(bodies).toContain(env().resultsDir);
    expect(bodies).not.toContain(password);
  });

  it('sees that mail fails, and that a held copy neither runs nor sends', async () => {
    const before = env().mail;
    onTestFinished(async () => {
      env().mail = before;
      noteAnswer('mail');
      await releaseCopy();
    });
    const seen = async (path: string) =>
      (await send('GET', `/diagnostics/${path}`, { as: people.orgAdmin })).body;
    const later = () => vi.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs() + 60_000);
    expect(await seen('mail')).toMatchObject({
      state: 'success',
      message: expect.stringContaining('No mail server'),
    });
    env().mail = {
      smtpUrl: 'smtp://127.0.0.1:1',
      from: { name: 'Pushboard', address: 'pushboard@example.com' },
      isTlsRequired: false,
      authorities: null,
    };
    later();
    expect(await seen('mail')).toMatchObject({
      state: 'failure',
      message: expect.stringContaining("can't be reached"),
    });
    noteFault('mail', new Error('535 no'));
    later();
    expect(await seen('mail')).toMatchObject({
      state: 'failure',
      message: expect.stringMatching(/^The mail server has failed for 1 m.* Messages wait in the outbox/),
    });
    await holdCopy();
    await sql.query('update installation set held_since = now()');
    later();
    for (const path of ['mail', 'worker']) {
      expect(await seen(path)).toMatchObject({
        state: 'failure',
        message: expect.stringContaining('is a copy, and is held'),
      });
    }
  });

  it('sees why a service failed', async () => {
    await breakResults();
    const { body } = await send('GET', '/diagnostics/env/creds/storage/blobloc', { as: people.orgAdmin });
    expect(body).toMatchObject({
      state: 'failure',
      data: null,
      message: "The store of results doesn't respond.",
      traceback: expect.stringContaining('EEXIST'),
    });
  });
});
