import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type RunningWorker, startWorker } from '@/jobs/worker';
import { seedDemo } from '@/prisma/demo/seed-demo';
import { withClient } from '@/scripts/postgres/connect';
import { numberIn, send, sendRaw } from '../support/app/http';
import { type HttpDouble, startHttpDouble } from '../support/doubles/http-double';
import { type Answer, type Ask, answerTo, recordedJson } from './answers';
import { pendingWork } from './pending-work';
import type { Release } from './release';
import { TESTED } from './sizes';
import { keysAfterMigrating } from './table-keys';
import { withUpgradedApp } from './upgraded-app';

/** What a release's API receives from the runs that it had queued: sealed values and secrets, opened. */
export interface SentRequest {
  path: string;
  body: string;
  authorization: string;
}

const ADMIN = 'demo-dana';
const ask: Ask = (as, path) => sendRaw('GET', path, { as });

/** The compared parts of a run. */
const runBody = z.object({
  run_id: z.int(),
  kit_id: z.int(),
  ol_id: z.int(),
  status: z.string(),
  end_reason: z.string().nullable(),
  runrams: z.record(z.string(), z.unknown()).nullable(),
  payload: z.unknown(),
  payload_format: z.string().nullable(),
  errors: z.unknown(),
  logging_message: z.string().nullable(),
  /** Earlier releases had none. */
  approval: z.object({ approval_id: z.int(), state: z.string() }).nullish(),
});
type RunBody = z.output<typeof runBody>;

const isOpen = ({ status }: RunBody) => status === 'starting' || status === 'running';

/** How an open run ends after the upgrade. The address of its source has changed meanwhile. */
function outcomeOf({ status, runrams, approval }: RunBody) {
  if (status === 'running') return { status: 'failed', end_reason: 'worker_lost' };
  if (runrams === null) return { status: 'failed', end_reason: 'never_started' };
  // What was approved is another source than the one that it would run against.
  if (approval?.state === 'waiting') return { status: 'failed', end_reason: 'refused' };
  return { status: 'success', end_reason: null };
}

/** Each recorded run, as the release returned it. */
function recordedRuns(answers: readonly Answer[]): RunBody[] {
  return answers.flatMap(({ path, wants, status, body }) =>
    wants === 'body' && status === 200 && /\/kits\/\d+\/runs\/\d+$/.test(path) ? [runBody.parse(body)] : [],
  );
}

/**
 * Tests that everything a release stored is there after the upgrade, and opens as it did, compared with the responses
 * that it recorded itself. Called by one file per release.
 */
export function testUpgradeFrom(release: Release, sent: SentRequest): void {
  const app = withUpgradedApp(release, TESTED);
  const lines = readFileSync(join(release.folder, 'answers.jsonl'), 'utf8').trimEnd().split('\n');
  const answers: Answer[] = lines.map((line) => JSON.parse(line));
  const recorded = new Map(recordedRuns(answers).map((run) => [run.run_id, run]));
  const received: SentRequest[] = [];
  let api: HttpDouble;
  let worker: RunningWorker | undefined;

  beforeAll(async () => {
    api = await startHttpDouble((request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => {
        body += chunk;
      });
      request.on('end', () => {
        received.push({ path: request.url ?? '', body, authorization: request.headers.authorization ?? '' });
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"signed_in": true}');
      });
    });
  });

  afterAll(async () => {
    await worker?.stop();
    await api.close();
  });

  /**
   * Repeats the requests to the release. @param isAsked leaves out responses that have changed since for a good reason
   */
  async function compare(isAsked: (answer: Answer) => boolean): Promise<void> {
    for (const answer of answers.filter(isAsked)) {
      expect(await answerTo(answer, ask), `GET ${answer.path} as ${answer.as}`).toMatchObject(answer);
    }
  }

  const isOfEndedRun = ({ path }: Answer) => {
    const runId = Number(/\/(?:skinny-)?runs\/(\d+)/.exec(path)?.[1] ?? 0);
    const run = recorded.get(runId);
    return run !== undefined && !isOpen(run);
  };

  async function readRun(commandId: number, runId: number): Promise<RunBody> {
    return runBody.parse(await recordedJson(await ask(ADMIN, `/sandbox-1/kits/${commandId}/runs/${runId}`)));
  }

  /** As another engineer than the one who asks in the recordings. */
  async function grant(kitId: number, approvalId: number): Promise<void> {
    const path = `/sandbox-1/kits/${kitId}/approvals/${approvalId}`;
    const answered = await send('POST', path, { as: 'demo-jonas', body: { isGranted: true } });
    expect(answered).toMatchObject({ status: 200, body: { state: 'granted' } });
  }

  async function readOver({ kit_id, run_id }: RunBody): Promise<RunBody> {
    for (;;) {
      const run = await readRun(kit_id, run_id);
      if (!isOpen(run)) return run;
      await sleep(50);
    }
  }

  describe(`a workspace of ${release.name}, ${TESTED.runs} runs, taken over by this version`, () => {
    it('keeps every row of every table', async () => {
      const before = app.keysBefore();
      const after = await withClient(app.databaseUrl(), (client) => keysAfterMigrating(client, before));
      expect(after).toEqual(before);
      expect(before.run?.count).toBe(String(TESTED.runs));
      expect(before.command?.count).toBe(String(TESTED.commands));
    });

    it('returns the same runs, results, and history as before', async () => {
      expect(answers.length).toBeGreaterThan(100);
      await compare(() => true);
    });

    it('opens every single run', async () => {
      for (const { run_id, command_id, source_run_id } of app.copies()) {
        const source = recorded.get(source_run_id);
        if (source === undefined) throw new Error(`Run ${source_run_id} was copied, and never asked for`);
        const { payload, payload_format, status, end_reason, errors, logging_message } = source;
        const expected = { payload, payload_format, status, end_reason, errors, logging_message };
        expect(await readRun(command_id, run_id), `run ${run_id}`).toMatchObject(expected);
      }
    });

    it('runs what was queued with its values, and ends what was lost', async () => {
      const open = [...recorded.values()].filter(isOpen);
      expect(open.length).toBeGreaterThan(0);
      // A request is void if anything differs from what was asked for, so granting shows that nothing does.
      for (const { kit_id, approval } of open) {
        if (approval?.state === 'waiting') await grant(kit_id, approval.approval_id);
      }
      await seedDemo({ sampleDatabaseUrl: app.sourceUrl() });
      // The API has another address now; what is sealed for it stays.
      await withClient(app.databaseUrl(), (client) =>
        client.query(
          `update credential set settings = jsonb_set(settings, '{apiBaseUrl}', to_jsonb($1::text))
           where settings ? 'apiBaseUrl'`,
          [`${api.origin}/v1`],
        ),
      );
      worker = await startWorker();
      for (const before of open) {
        const ended = await readOver(before);
        expect(ended, `run ${before.run_id}`).toMatchObject(outcomeOf(before));
      }
      expect(received).toEqual([sent]);
    });

    it('returns the same about ended runs, once the worker has converted everything', async () => {
      await withClient(app.databaseUrl(), async (client) => {
        for (const statement of pendingWork) {
          for (;;) {
            const { rows } = await client.query<{ left: string | number }>(statement);
            if (Number(rows[0]?.left) === 0) break;
            await sleep(50);
          }
        }
      });
      await compare(isOfEndedRun);
    });

    it('runs its commands again', async () => {
      const source = [...recorded.values()].find(
        ({ status, payload_format, runrams }) =>
          status === 'success' && payload_format === 'json.table.rowwise' && runrams?.row_limit !== undefined,
      );
      const { kit_id: kitId, ol_id: olId, runrams: params, payload } = source ?? {};
      const answered = await send('POST', '/sandbox-1/run-sync', {
        as: ADMIN,
        body: { kitId, olId, params },
      });
      expect(answered).toMatchObject({ status: 200, body: { status: 'success', payload } });
      expect(numberIn(answered, 'run_id')).toBeGreaterThan(TESTED.runs);
    });
  });
}
