import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { GET } from '@/app/metrics/route';
import { GET as GET_STATS } from '@/app/stats/route';
import { clock } from '@/server/base/clock';
import { prisma } from '@/server/base/database/prisma';
import { env } from '@/server/base/env';
import { measureRequests } from '@/server/http/metrics/measure-requests';
import { asOwner, withApp } from '../support/app/app';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../support/things/organizations';
import { people } from '../support/things/people';
import { createRun, startRun } from '../support/things/runs';

const TOKEN = 'metrics-token-of-a-test';
withApp({ METRICS_TOKEN: TOKEN, SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'pushboard@example.com' });

let command: MadeCommand;

beforeAll(async () => {
  measureRequests();
  await createOrganizations();
  ({ command } = await createGrantedCommands());
});

const ask = (headers: Record<string, string> = {}) =>
  GET(new Request('http://localhost:3000/metrics', { headers }));

/** The samples by name and labels. */
async function read(): Promise<Map<string, number>> {
  const response = await ask({ authorization: `Bearer ${TOKEN}` });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  );
}

async function readStats(asked = ''): Promise<unknown> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const response = await GET_STATS(new Request(`http://localhost:3000/stats${asked}`, { headers }));
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  return response.json();
}

/** Later than any counts that were kept. */
function later(): void {
  const nowMs = clock.nowMs() + 6000;
  vi.spyOn(clock, 'nowMs').mockReturnValue(nowMs);
}

describe('the text of the metrics', () => {
  const textOf = async () => (await ask({ authorization: `Bearer ${TOKEN}` })).text();

  it('names only counters as totals, and says what each metric is', async () => {
    const text = await textOf();
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => ({ name, type }));
    expect(types.length).toBeGreaterThan(20);
    expect(types.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter'))).toEqual([]);
    expect(types.filter(({ name }) => !new RegExp(`^# HELP ${name} \\S`, 'm').test(text))).toEqual([]);
  });

  const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;
  const name = !hasPromtool ? 'contents promtool (needs the package prometheus)' : 'contents promtool';
  it.runIf(hasPromtool)(name, async () => {
    const checked = spawnSync('promtool', ['check', 'metrics'], { input: await textOf(), encoding: 'utf8' });
    expect([checked.status, checked.stdout, checked.stderr]).toEqual([0, '', '']);
  });
});

describe('S23 the metrics', () => {
  it.each([
    ['nothing', {}],
    ['another token', { authorization: 'Bearer another-token-of-a-test' }],
    ['a token of another length', { authorization: 'Bearer x' }],
    ['the token in another scheme', { authorization: `Basic ${TOKEN}` }],
  ])('are refused to who sends %s', async (_, headers) => {
    const response = await ask(headers);
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain('pushboard_');
    const stats = await GET_STATS(new Request('http://localhost:3000/stats', { headers }));
    expect([stats.status, await stats.text()]).toEqual([401, 'Send METRICS_TOKEN as a bearer token.\n']);
  });
});

describe('the metrics', () => {
  it('count runs by state and trigger, places, and how long the line is waiting', async () => {
    const runId = await createRun(command);
    await startRun(command, runId, { amount: 1 });
    await prisma().run.update({ where: { runId }, data: { queuedAt: new Date(Date.now() - 100_000) } });
    await prisma().worker.create({ data: { workerId: 'w' } });
    later();
    const samples = await read();
    expect(samples.get('pushboard_open_runs{state="waiting",trigger="api"}')).toBe(1);
    expect(samples.get('pushboard_queue_age_seconds')).toBeGreaterThanOrEqual(99);
    expect(samples.get('pushboard_workers')).toBe(1);
    expect(samples.get('pushboard_places')).toBe(env().workerConcurrency);
    expect(samples.get('pushboard_places_in_use')).toBe(0);
    await prisma().openRun.update({
      where: { orgId_runId: { orgId: ORG_A, runId } },
      data: { state: 'executing', workerId: 'w' },
    });
    expect((await read()).get('pushboard_places_in_use')).toBe(0);
    later();
    expect((await read()).get('pushboard_places_in_use')).toBe(1);
    expect(await readStats()).toEqual({
      queue_age_seconds: 0,
      waiting: 0,
      executing: 1,
      elsewhere: 0,
      workers: 1,
      places: env().workerConcurrency,
    });
    await prisma().credential.updateMany({ data: { workerTag: 'dmz' } });
    await prisma().worker.create({ data: { workerId: 'tagged', tags: ['dmz', 'eu'], places: 3 } });
    later();
    const ofGroups = await read();
    expect(ofGroups.get('pushboard_group_places{tag="default"}')).toBe(env().workerConcurrency);
    expect(ofGroups.get('pushboard_group_places{tag="dmz"}')).toBe(3);
    expect(ofGroups.get('pushboard_group_places_in_use{tag="dmz"}')).toBe(1);
    expect(ofGroups.get('pushboard_group_places_in_use{tag="default"}')).toBe(0);
    expect(await readStats('?tag=eu')).toMatchObject({ executing: 0, workers: 1, places: 3 });
    expect(await readStats('?tag=dmz')).toMatchObject({ executing: 1, workers: 1, places: 3 });
    expect(await readStats('?tag=unknown')).toMatchObject({ executing: 0, workers: 0, places: 0 });
    await prisma().worker.delete({ where: { workerId: 'tagged' } });
  });

  it('count runs that ended lately by how they ended, and messages by state', async () => {
    const runId = await createRun(command);
    await prisma().run.update({
      where: { runId },
      data: { status: 'failed', endReason: 'timed_out', endedAt: new Date() },
    });
    const longAgo = await createRun(command);
    await prisma().run.update({
      where: { runId: longAgo },
      data: { status: 'success', endedAt: new Date(Date.now() - 3_600_000) },
    });
    const message = { orgId: ORG_A, kind: 'link' as const, subject: 'Look', toAddress: 'x@example.com' };
    const toRunner = { ...message, sentByUserId: people.orgAdmin, toUserId: people.runner, toName: 'Runner' };
    await prisma().mailMessage.createMany({
      data: [
        {
          ...toRunner,
          state: 'waiting',
          createdAt: new Date(Date.now() - 60_000),
          dueAt: new Date(Date.now() + 60_000),
          sealedContent: Buffer.of(1),
        },
        { ...toRunner, state: 'failed', sealedContent: Buffer.of(1) },
        { ...toRunner, state: 'sent', sentAt: new Date() },
      ],
    });
    await prisma().resultUsage.create({ data: { orgId: ORG_A, sizeBytes: 12_345n } });
    later();
    const samples = await read();
    expect(samples.get('pushboard_ended_runs_recent{status="timed_out",trigger="api"}')).toBe(1);
    expect([...samples.keys()].filter((name) => name.includes('status="success"'))).toEqual([]);
    expect(samples.get('pushboard_mail_messages{state="waiting"}')).toBe(1);
    expect(samples.get('pushboard_mail_messages{state="failed"}')).toBe(1);
    expect([...samples.keys()].filter((name) => name.includes('state="sent"'))).toEqual([]);
    expect(samples.get('pushboard_mail_age_seconds')).toBeGreaterThanOrEqual(59);
    expect(samples.get('pushboard_result_bytes')).toBe(12_345);
    expect(samples.get('pushboard_database_up')).toBe(1);
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
    expect(samples.get('pushboard_database_pool_connections{state="idle"}')).toBeGreaterThanOrEqual(0);
  });

  it('measure each request of the process by class of status, but no event stream', async () => {
    const server = createServer((request, response) => {
      const status = Number(request.url?.slice(1));
      const type = status === 299 ? 'text/event-stream' : 'text/plain';
      response.setHeader('content-type', type);
      response.writeHead(status).end('x');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    for (const status of [200, 201, 299, 404, 503]) {
      await (await fetch(`http://127.0.0.1:${port}/${status}`)).text();
    }
    await new Promise((resolve) => server.close(resolve));
    const samples = await read();
    const count = (status: string) =>
      samples.get(`pushboard_http_request_duration_seconds_count{status="${status}"}`);
    expect([count('2xx'), count('4xx'), count('5xx')]).toEqual([2, 1, 1]);
    expect(samples.get('pushboard_http_requests_open')).toBe(0);
  });

  it('say that the database is away, without what it told before', async () => {
    await asOwner('alter table result_usage rename to usage_away');
    later();
    const samples = await read();
    const stats = await GET_STATS(
      new Request('http://localhost:3000/stats', { headers: { authorization: `Bearer ${TOKEN}` } }),
    );
    expect([stats.status, await stats.json()]).toEqual([503, { message: 'The database gave no counts.' }]);
    await asOwner('alter table usage_away rename to result_usage');
    expect(samples.get('pushboard_database_up')).toBe(0);
    expect([...samples.keys()].filter((name) => name.startsWith('pushboard_open_runs'))).toEqual([]);
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  });
});
