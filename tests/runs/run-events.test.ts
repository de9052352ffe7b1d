import { beforeAll, describe, expect, it, vi } from 'vitest';
import { clock } from '@/server/base/clock';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { hashOfToken } from '@/server/base/ids';
import { SESSION_MAX_AGE_MS } from '@/server/people/sign-in/session';
import { withApp } from '../support/app/app';
import { readEvents } from '../support/app/event-stream';
import { send, sendRaw } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { createRun, startRun } from '../support/things/runs';
import { bearer, giveToken } from '../support/things/tokens';

withApp({ REQUESTS_AT_ONCE: '3' });
const source = withSource(
  `create function gate(n integer) returns setof integer language plpgsql as $$
     begin perform pg_advisory_lock(42); perform pg_advisory_unlock(42); return query select generate_series(1, n); end $$`,
  createOrganizations,
);
withWorker();

let gate: MadeCommand;

beforeAll(async () => {
  gate = await commit(source, 'public.gate(integer)');
});

describe('the event stream', () => {
  it('sends each state of a run once, and ends with it', async () => {
    const runId = await createRun(gate);
    const stream = await sendRaw('GET', `/${ORG_A}/events?runs=${runId}`, { as: people.runner });
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const events = await readEvents(stream, async () => void (await startRun(gate, runId, { n: 3 })));
    const states = events.filter(({ event }) => event === 'status').map(({ data }) => data.status);
    expect(states.at(0)).toBe('starting');
    expect(states.at(-1)).toBe('success');
    expect(new Set(states).size).toBe(states.length);
  });

  it('sends the state of each run after reconnecting', async () => {
    const runId = await createRun(gate);
    await startRun(gate, runId, { n: 1 });
    await expect
      .poll(async () => (await prisma().run.findUniqueOrThrow({ where: { runId } })).status)
      .toBe('success');
    const path = `/${ORG_A}/kits/${gate.commandId}/runs/${runId}/events`;
    const again = await sendRaw('GET', path, {
      as: people.runner,
      headers: { 'last-event-id': `${runId}-starting-0` },
    });
    expect(await readEvents(again)).toMatchObject([
      { event: 'status', data: { run_id: runId, status: 'success' } },
    ]);
  });

  it('sends nothing about runs that the person may not see', async () => {
    const runId = await createRun(gate);
    const stream = await sendRaw('GET', `/${ORG_A}/events?runs=${runId}`, { as: people.member });
    expect(await readEvents(stream)).toEqual([]);
  });

  it('S15 ends if the person loses the command while it is open', async () => {
    const runId = await createRun(gate);
    const stream = await sendRaw('GET', `/${ORG_A}/events?runs=${runId}`, { as: people.runner });
    const events = await readEvents(stream, async () => {
      await prisma().commandUserGrant.deleteMany({
        where: { commandId: gate.commandId, userId: people.runner },
      });
      await startRun(gate, runId, { n: 1 }, people.orgAdmin);
    });
    // The next check finds nothing that may be sent.
    expect(events.map(({ data }) => data.status)).toEqual(['starting']);
    await prisma().commandUserGrant.create({
      data: { orgId: ORG_A, commandId: gate.commandId, userId: people.runner, role: 'runner' },
    });
  });

  it('is freed when its reader disconnects', async () => {
    const runId = await createRun(gate);
    const stream = await sendRaw('GET', `/${ORG_A}/events?runs=${runId}`, { as: people.runner });
    const reader = stream.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await reader?.cancel();
  });
});

describe('S71 the event stream of a session', () => {
  const own = { origin: 'http://localhost:3000' };

  async function signIn(userId: string = people.runner): Promise<Record<string, string>> {
    const answered = await sendRaw('POST', '/demo/sign-in', { body: { userId }, headers: own });
    return { ...own, cookie: answered.headers.get('set-cookie')?.split(';')[0] ?? '' };
  }

  /** Resolves when the stream has ended, though its run continues. */
  async function endedBy(headers: Record<string, string>, end: () => Promise<unknown>): Promise<void> {
    const runId = await createRun(gate);
    const stream = await sendRaw('GET', `/${ORG_A}/events?runs=${runId}`, { headers });
    const events = await readEvents(stream, async () => void (await end()));
    expect(events.map(({ data }) => data.status)).toEqual(['starting']);
  }

  it('ends when its person logs out', async () => {
    const headers = await signIn();
    await endedBy(headers, () => sendRaw('POST', '/sign-out', { headers }));
  });

  it('ends when the session is ended elsewhere, and no other one does', async () => {
    const [headers, other] = [await signIn(), await signIn()];
    const runId = await createRun(gate);
    const kept = await sendRaw('GET', `/${ORG_A}/events?runs=${runId}`, { headers: other });
    const keptUntilRunEnds = readEvents(kept);
    const token = headers.cookie?.split('=')[1] ?? '';
    await endedBy(headers, () =>
      sql.query('delete from session where token_hash = $1', [hashOfToken(token)]),
    );
    await startRun(gate, runId, { n: 1 });
    expect((await keptUntilRunEnds).at(-1)?.data.status).toBe('success');
  });

  it('S16 ends when the token that opened it is revoked, and no other one does', async () => {
    const [revoked, other] = [await giveToken(people.runner), await giveToken(people.runner)];
    const runId = await createRun(gate);
    const kept = await sendRaw('GET', `/${ORG_A}/events?runs=${runId}`, { headers: bearer(other.token) });
    const keptUntilRunEnds = readEvents(kept);
    const path = `/users/me/tokens/${revoked.tokenId}`;
    await endedBy(bearer(revoked.token), () => sendRaw('DELETE', path, { as: people.runner }));
    await startRun(gate, runId, { n: 1 });
    expect((await keptUntilRunEnds).at(-1)?.data.status).toBe('success');
  });

  it('ends when the session has expired', async () => {
    const [headers, other] = [await signIn(), await signIn(people.engineer)];
    await endedBy(headers, async () => {
      vi.spyOn(clock, 'nowMs').mockReturnValue(Date.now() + SESSION_MAX_AGE_MS + 1000);
      // Any session that ends causes a check of all of them.
      await sendRaw('POST', '/sign-out', { headers: other });
    });
    vi.restoreAllMocks();
  });

  it('S16 S28 ends at once when the organization’s sign-in policy keeps its session or token out', async () => {
    const policy = (data: { requiredIssuer?: string | null; inactivityHours?: number | null }) =>
      prisma().org.update({ where: { orgId: ORG_A }, data });
    const headers = await signIn();
    await endedBy(headers, () => policy({ requiredIssuer: 'https://acme.okta.com' }));
    expect((await send('GET', '/users/me', { headers })).body).toMatchObject({ user_id: people.runner });
    await policy({ requiredIssuer: null });
    const { token } = await giveToken(people.runner);
    await endedBy(bearer(token), () => policy({ requiredIssuer: 'https://acme.okta.com' }));
    await policy({ requiredIssuer: null });
    await sql.query(`update session set longest_idle_ms = $1`, [3 * 3_600_000]);
    await endedBy(headers, () => policy({ inactivityHours: 2 }));
    await policy({ inactivityHours: null });
  });

  it('continues under a sign-in policy that it meets', async () => {
    const headers = await signIn();
    const runId = await createRun(gate);
    const stream = await sendRaw('GET', `/${ORG_A}/events?runs=${runId}`, { headers });
    const events = await readEvents(stream, async () => {
      const data = { requiredIssuer: 'demo', inactivityHours: 1 };
      await prisma().org.update({ where: { orgId: ORG_A }, data });
      await startRun(gate, runId, { n: 1 });
    });
    expect(events.at(-1)?.data.status).toBe('success');
    await prisma().org.update({
      where: { orgId: ORG_A },
      data: { requiredIssuer: null, inactivityHours: null },
    });
  });

  it('ends at once when its person loses the command or the organization', async () => {
    const where = { commandId: gate.commandId, userId: people.runner };
    await endedBy(await signIn(), () => prisma().commandUserGrant.deleteMany({ where }));
    await prisma().commandUserGrant.create({ data: { ...where, orgId: ORG_A, role: 'runner' } });
    const member = { orgId_userId: { orgId: ORG_A, userId: people.runner } };
    await endedBy(await signIn(), () =>
      prisma().membership.update({ where: member, data: { state: 'deleted' } }),
    );
    await prisma().membership.update({ where: member, data: { state: 'active' } });
  });
});

describe('S57 one person', () => {
  const follow = (runId: number, as: string = people.runner) =>
    sendRaw('GET', `/${ORG_A}/events?runs=${runId}`, { as });

  it('may have a limited number of requests at once, and each is freed when it ends', async () => {
    const runId = await createRun(gate);
    const streams = [await follow(runId), await follow(runId), await follow(runId)];
    const refused = await follow(runId);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await send('GET', '/users/me', { as: people.runner })).status).toBe(429);
    const other = await follow(runId, people.engineer);
    expect(other.status).toBe(200);
    await other.body?.cancel();
    for (const stream of streams) await stream.body?.cancel();
    for (let count = 0; count < 5; count += 1) {
      expect((await send('GET', '/users/me', { as: people.runner })).status).toBe(200);
      expect((await send('GET', `/${ORG_A}/kits/1/runs/999999`, { as: people.runner })).status).toBe(404);
    }
    await startRun(gate, runId, { n: 1 });
  });

  it('uses none for a HEAD request, whose response nobody reads to its end', async () => {
    const { GET } = await import('@/app/api/v1/[orgId]/events/route');
    const runId = await createRun(gate);
    for (let count = 0; count < 5; count += 1) {
      const headers = { host: 'localhost:3000', 'x-demo-user-id': people.runner };
      const url = `http://localhost:3000/api/v1/${ORG_A}/events?runs=${runId}`;
      const head = await GET(new Request(url, { method: 'HEAD', headers }), {
        params: Promise.resolve({ orgId: ORG_A }),
      });
      expect([head.status, head.body]).toEqual([200, null]);
    }
    await startRun(gate, runId, { n: 1 });
  });
});
