import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Recovery } from '@/jobs/recovery';
import { clock } from '@/server/base/clock';
import { readReadiness } from '@/server/runs/readiness';
import { send, sendRaw } from '../support/app/http';
import { people } from '../support/things/people';
import { createRun, readRun, runSync, startRun } from '../support/things/runs';
import { type OwnWorkspace, startOwnWorkspace } from './own-workspace';

let workspace: OwnWorkspace;
beforeAll(async () => {
  // The worker speaks so rarely that it is silent while a test looks.
  workspace = await startOwnWorkspace({ WORKER_DEAD_AFTER_SECONDS: '45' });
});
afterAll(() => workspace?.stop());

const admin = people.orgAdmin;
const HOUR = 3600;

describe("S60 the database's clock", () => {
  it.each([HOUR, -HOUR])('that jumps by %d s loses no run of a worker that lives', async (seconds) => {
    const runId = await createRun(workspace.held, admin);
    expect(await startRun(workspace.held, runId, {}, admin)).toMatchObject({ status: 202 });
    await expect.poll(() => workspace.waiting()).toBe(1);
    const recovery = new Recovery();
    await recovery.look();

    await workspace.setDatabaseClock(seconds);
    await recovery.look();
    workspace.answerAll();
    expect(await readRun(workspace.held, runId, admin)).toMatchObject({ body: { status: 'success' } });
    await workspace.setDatabaseClock(0);
    // What it said while the clock was ahead counts no longer.
    await expect.poll(readReadiness).toMatchObject({ worker: true });
  });

  it('that was set back lets nobody count as alive for what they said before', async () => {
    // The worker itself says that it is alive every few seconds, which may be just in between.
    await expect
      .poll(async () => {
        await workspace.query(`update worker set heartbeat_at = pg_catalog.now() + interval '1 hour'`);
        return readReadiness();
      })
      .toMatchObject({ worker: false });
    await workspace.query('update worker set heartbeat_at = pg_catalog.now()');
    expect(await readReadiness()).toMatchObject({ worker: true });
  });
});

describe('S60 the clock of a process', () => {
  it('that jumps ahead and back again signs nobody out and holds nobody up', async () => {
    const signedIn = await sendRaw('POST', '/demo/sign-in', {
      body: { userId: people.runner },
      headers: { origin: 'http://localhost:3000' },
    });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const whoIs = () => send('GET', '/users/me', { headers: { cookie } });
    const trueNowMs = clock.nowMs;
    for (const seconds of [HOUR, 0, -HOUR, 0]) {
      vi.spyOn(clock, 'nowMs').mockImplementation(() => trueNowMs() + seconds * 1000);
      expect(await whoIs()).toMatchObject({ status: 200, body: { user_id: people.runner } });
      expect(await runSync(workspace.quick, {}, admin)).toMatchObject({ body: { status: 'success' } });
      expect((await fetch(`${workspace.pagesOrigin}/org-a/commands`)).status).toBe(200);
      vi.restoreAllMocks();
    }
  });
});
