import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runs, titleOf } from '../connectors/github/running';
import { type OwnGithub, startGithub } from '../connectors/github/support';
import { ActionsDouble } from '../support/doubles/github/actions';
import { callApp, type RemoteCommand, SANDBOX } from '../support/doubles/remote-app';
import { type FaultApp, startFaultApp } from './fault-app';
import { insist } from './insist';

/** GitHub asks for a second between the starts of runs. */
const IN_ACTIONS = 6;
const ON_WORKERS = 24;
const KILLS = 3;

/** Counts how often a run's script began. */
const begun = new Map<string, number>();
const counter = createServer((request, response) => {
  const run = request.url ?? '';
  begun.set(run, (begun.get(run) ?? 0) + 1);
  response.end('counted');
});

let app: FaultApp;
let own: pg.Pool;
let github: OwnGithub;
let actions: ActionsDouble;

beforeAll(async () => {
  await new Promise<void>((resolve) => counter.listen(0, '127.0.0.1', resolve));
  const { port } = counter.address() as AddressInfo;
  github = await startGithub({
    'quick.py': 'import sys\nprint(sys.argv[1])\n',
    'counted.py': `import sys, time, urllib.request\nname = sys.argv[1]\nurllib.request.urlopen("http://127.0.0.1:${port}/" + name).read()\ntime.sleep(1)\nprint(name)\n`,
  });
  actions = new ActionsDouble(github.repository);
  for (const [id, handler] of actions.handlers()) github.double.handlers.set(id, handler);
  app = await startFaultApp('select 1', {
    SCRIPT_RUNNERS: 'python=/usr/bin/python3',
    SCRIPT_NETWORK: '1',
    NETWORK_ALLOW: '127.0.0.1',
    WORKER_CONCURRENCY: '4',
  });
  own = app.own;
});

afterAll(async () => {
  await app?.stop();
  await github?.double.stop();
  counter.close();
});

const made = z.object({
  commits: z.array(
    z.object({
      error: z.string().nullable(),
      command_instances: z.array(z.object({ kit_id: z.int() })),
    }),
  ),
});
const detail = z.object({ anchor_ol: z.object({ ol_id: z.int() }) });
const connection = z.object({ creds_id: z.int() });
const created = z.object({ run_id: z.int() });

async function commandOf(script: string, runsOn: 'worker' | 'actions'): Promise<RemoteCommand> {
  const post = (path: string, body: unknown) =>
    callApp(app.origins[0] ?? '', 'POST', `/${SANDBOX}/${path}`, body);
  const part = { ...github.part, runsOn };
  const { creds_id: credsId } = connection.parse(
    await post('creds', { credType: 'github', name: runsOn, github: part }),
  );
  const cloudId = `github::${credsId}::${script}`;
  const { commits } = made.parse(await post('batch-commit', { cloudId, credsId, commitType: 'addition' }));
  const kitId = commits[0]?.command_instances[0]?.kit_id ?? 0;
  const found = await callApp(app.origins[0] ?? '', 'GET', `/${SANDBOX}/deep-kits-6/${kitId}`);
  return { kitId, olId: detail.parse(found).anchor_ol.ol_id };
}

/** Starts a run, whatever fails meanwhile. Its only input is its number. */
async function start({ kitId, olId }: RemoteCommand, key: string, number: number): Promise<number> {
  const { run_id: runId } = created.parse(await insist(app.origins, number, 'run-async-i', { kitId, olId }));
  await insist(app.origins, number, 'run-async-ii', {
    ...{ kitId, olId, runId },
    runrams: { [key]: String(number) },
  });
  return runId;
}

async function inputOf({ kitId }: RemoteCommand): Promise<string> {
  const { rows } = await own.query<{ key: string }>(
    `select ti.key from template_input ti join command c using (org_id, template_id)
     where c.command_id = $1`,
    [kitId],
  );
  return rows[0]?.key ?? '';
}

async function endsOf(runIds: readonly number[]): Promise<Record<string, number>> {
  const { rows } = await own.query<{ status: string; count: number }>(
    'select status::text, count(*)::int from run where run_id = any($1) group by status',
    [runIds],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

const isOver = async (runIds: readonly number[]): Promise<boolean> =>
  Object.keys(await endsOf(runIds)).every((status) => ['success', 'failed', 'cancelled'].includes(status));

describe.runIf(runs('python'))(titleOf('python', 'S59 kills and deploys during runs of scripts'), () => {
  it('lose no run in GitHub Actions, and start none twice', async () => {
    const command = await commandOf('quick.py', 'actions');
    const key = await inputOf(command);
    const starting = Promise.all(
      Array.from({ length: IN_ACTIONS }, (_, number) => start(command, key, number)),
    );
    for (let kill = 0; kill < KILLS; kill += 1) {
      await expect.poll(() => actions.runs.length, { timeout: 60_000 }).toBeGreaterThan(kill);
      await app.kill('worker', kill);
    }
    const runIds = await starting;
    await app.deploy();
    await expect.poll(() => isOver(runIds), { timeout: 120_000, interval: 500 }).toBe(true);
    expect(await endsOf(runIds)).toEqual({ success: IN_ACTIONS });
    expect(actions.runs.map(({ name }) => name).sort()).toEqual(
      [...new Set(actions.runs.map(({ name }) => name))].sort(),
    );
    expect(actions.runs).toHaveLength(IN_ACTIONS);
    expect(github.double.complaints).toEqual([]);
  });

  it('start no run on a worker twice, end every one, and leave no script behind', async () => {
    const command = await commandOf('counted.py', 'worker');
    const key = await inputOf(command);
    const runIds = await Promise.all(
      Array.from({ length: ON_WORKERS }, (_, number) => start(command, key, number)),
    );
    for (let kill = 0; kill < KILLS; kill += 1) {
      await expect.poll(() => begun.size, { timeout: 60_000 }).toBeGreaterThan(4 * kill);
      await app.kill('worker', kill);
    }
    await app.deploy();
    await expect.poll(() => isOver(runIds), { timeout: 120_000, interval: 500 }).toBe(true);
    const ends = await endsOf(runIds);
    expect((ends.success ?? 0) + (ends.failed ?? 0)).toBe(ON_WORKERS);
    // A killed worker had at most four at a time, and so had the two that a deploy ends, if it can't wait for them.
    expect(ends.failed ?? 0).toBeLessThanOrEqual((KILLS + 2) * 4);
    expect([...begun.values()].filter((times) => times > 1)).toEqual([]);
    const { rows } = await own.query<{ message: string }>(
      `select distinct e->>'message' as message from run r, jsonb_array_elements(r.errors::jsonb) e
       where r.run_id = any($1) and r.status = 'failed'`,
      [runIds],
    );
    for (const { message } of rows) expect(message).toMatch(/worker|lost|stopped/i);
    await expect.poll(scriptsLeft, { timeout: 10_000 }).toEqual([]);
  });
});

/** The processes of this test's scripts that are still there: those that see the folder of its Pushboard. */
const scriptsLeft = (): string[] =>
  readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && mountsOf(pid).includes('/pushboard-faults-'));

function mountsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/mountinfo`, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
}
