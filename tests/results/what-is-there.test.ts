import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { failureText, formatsOf, resultText } from '@/cli/results/show-run';
import { MASKED } from '@/lib/base/secret-mark';
import { run as runShape } from '@/lib/contract/runs/run';
import { prisma } from '@/server/base/database/prisma';
import { contentOfRun } from '@/server/programs/mcp/result-content';
import { withApp } from '../support/app/app';
import { send, sendRaw } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import { waitingMail } from '../support/things/mail';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { createRun, runInThree, startRun } from '../support/things/runs';

const HIDDEN = 'ada@example.com';

withApp();
withWorker();
const source = withSource(
  `create function refunds() returns table (id integer) language sql as 'values (1), (2)';
   create function customers() returns table (id integer, email text) language sql as $$ values (1, '${HIDDEN}') $$;
   create function nothing() returns void language sql as '';
   create function nap() returns integer language sql as 'select 1 from pg_sleep(600)';`,
  createOrganizations,
);

let commands: Record<'refunds' | 'customers' | 'nothing' | 'nap', MadeCommand>;
beforeAll(async () => {
  commands = {
    refunds: await commit(source, 'public.refunds()'),
    customers: await commit(source, 'public.customers()'),
    nothing: await commit(source, 'public.nothing()'),
    nap: await commit(source, 'public.nap()'),
  };
});

const as = people.engineer;

/** A run that has ended, and what happened to it afterward. */
async function ended(command: MadeCommand, more: object = {}): Promise<number> {
  const { run_id: runId } = z.object({ run_id: z.int() }).parse((await runInThree(command, {}, as)).body);
  await prisma().run.update({ where: { runId }, data: more });
  return runId;
}

async function deleted(more: object = {}, deletion: object = {}): Promise<number> {
  const runId = await ended(commands.refunds, more);
  const path = `/${ORG_A}/kits/${commands.refunds.commandId}/runs/${runId}/result`;
  expect((await send('DELETE', path, { as })).status).toBe(204);
  const at = { resultDeletedAt: new Date('2026-11-20T15:04:00Z') };
  await prisma().run.update({ where: { runId }, data: { ...at, ...deletion } });
  return runId;
}

async function masked(): Promise<number> {
  const { commandId } = commands.customers;
  const maskedOutputs = [{ kind: 'column', path: 'email' }];
  const body = { maskedOutputs };
  const changed = await send('PATCH', `/${ORG_A}/kits/${commandId}`, { as: people.orgAdmin, body });
  expect(changed.status).toBe(200);
  return ended(commands.customers);
}

async function running(): Promise<number> {
  const runId = await createRun(commands.nap, as);
  await startRun(commands.nap, runId, {}, as);
  return runId;
}

const FAILED = { status: 'failed', endReason: 'error', errors: [{ message: 'The disk is full' }] } as const;
const error = { code: null, detail: null, hint: null, where: null, severity: null };
const failed = { ...FAILED, errors: FAILED.errors.map((each) => ({ ...error, ...each })) };

const canceled = {
  status: 'failed',
  endReason: 'cancelled',
  errors: [{ ...error, message: 'The run was canceled.', hint: 'It had not begun, so nothing was changed.' }],
} as const;

const ON = 'on November 20, 2026 at 3:04 PM UTC';
const WITH_IT = 'Its log and errors were deleted with it.';
const BY_PERSON = `The result of this run was deleted by engineer ${ON}. ${WITH_IT}`;
const BY_RETENTION = `The result of this run was deleted ${ON}, because the organization keeps results for a limited time. ${WITH_IT}`;

/** What is said of a run's result: by its call, History, a download, a mail, MCP, and the command line. */
interface Said {
  fileStatus: string | null;
  extensions: string | null;
  hasRows: boolean;
  /** The words of a refusal; null where it can be downloaded. */
  download: string | null;
  /** The subject of a mail, and the end of its first paragraph; null where nothing can be sent. */
  mail: { subject: string; says: string; link: string } | null;
  mcp: { state: string; says: string };
  commandLine: string;
}

const states: [state: string, make: () => Promise<number>, said: Said][] = [
  [
    'whole',
    () => ended(commands.refunds),
    {
      fileStatus: 'available',
      extensions: 'csv,xlsx,json,txt',
      hasRows: true,
      download: null,
      mail: {
        subject: 'engineer sent you the result of refunds',
        says: 'It has 2 rows.',
        link: 'Open the result',
      },
      mcp: { state: 'whole', says: '"refunds" succeeded.' },
      commandLine: '(2 rows)',
    },
  ],
  [
    'whole, with a masked column',
    masked,
    {
      fileStatus: 'available',
      extensions: 'csv,xlsx,json,txt',
      hasRows: true,
      download: null,
      mail: {
        subject: 'engineer sent you the result of customers',
        says: 'It has 1 row.',
        link: 'Open the result',
      },
      mcp: { state: 'whole', says: '"customers" succeeded.' },
      commandLine: MASKED,
    },
  ],
  [
    'failed with the rows that had arrived',
    () => ended(commands.refunds, failed),
    {
      fileStatus: 'available',
      extensions: 'csv,xlsx,json,txt',
      hasRows: true,
      download: null,
      mail: {
        subject: 'engineer sent you a failed run of refunds',
        says: 'It had returned 2 rows before.',
        link: 'Open the run',
      },
      mcp: { state: 'incomplete', says: 'The disk is full' },
      commandLine: 'Failed: The disk is full',
    },
  ],
  [
    'without a result',
    () => ended(commands.nothing),
    {
      fileStatus: null,
      extensions: null,
      hasRows: false,
      download: 'This run has no result to download.',
      mail: { subject: 'engineer sent you a run of nothing', says: ' UTC.', link: 'Open the run' },
      mcp: { state: 'none', says: '"nothing" succeeded.' },
      commandLine: '',
    },
  ],
  [
    'deleted by a person',
    () => deleted(),
    {
      fileStatus: 'deleted',
      extensions: null,
      hasRows: false,
      download: BY_PERSON,
      mail: { subject: 'engineer sent you a run of refunds', says: BY_PERSON, link: 'Open the run' },
      mcp: { state: 'deleted', says: BY_PERSON },
      commandLine: 'The result of this run was deleted by engineer on ',
    },
  ],
  [
    'failed and deleted by retention',
    () => deleted(failed, { resultDeletedBy: 'retention' }),
    {
      fileStatus: 'deleted',
      extensions: null,
      hasRows: false,
      download: BY_RETENTION,
      mail: {
        subject: 'engineer sent you a failed run of refunds',
        says: BY_RETENTION,
        link: 'Open the run',
      },
      mcp: { state: 'deleted', says: BY_RETENTION },
      commandLine: 'because the organization keeps results for a limited time',
    },
  ],
  [
    'canceled before it had begun',
    () => ended(commands.nothing, canceled),
    {
      fileStatus: null,
      extensions: null,
      hasRows: false,
      download: 'This run has no result to download.',
      mail: {
        subject: 'engineer sent you a canceled run of nothing',
        says: ' UTC.',
        link: 'Open the run',
      },
      mcp: { state: 'none', says: 'It had not begun, so nothing was changed.' },
      commandLine: 'Canceled: The run was canceled.\nIt had not begun, so nothing was changed.',
    },
  ],
  [
    'still arriving',
    running,
    {
      fileStatus: null,
      extensions: null,
      hasRows: false,
      download: 'This run is still in progress. Download its result when it has ended.',
      mail: null,
      mcp: { state: 'arriving', says: 'is still running' },
      commandLine: '',
    },
  ],
];

async function fileOf(made: unknown): Promise<string> {
  const { url } = z.object({ url: z.string() }).parse(made);
  const file = await sendRaw('GET', url.slice(url.indexOf(`/${ORG_A}/runs`)), { as });
  expect(file.status).toBe(200);
  return file.text();
}

describe('what is there of a result', () => {
  it.each(states)('is said alike everywhere: %s', async (_state, make, said) => {
    const runId = await make();
    const { commandId } = await prisma().run.findUniqueOrThrow({ where: { runId } });
    const { body } = await send('GET', `/${ORG_A}/kits/${commandId}/runs/${runId}`, { as });
    const run = z.decode(runShape, body as z.input<typeof runShape>);
    expect(run).toMatchObject({ fileStatus: said.fileStatus, extensions: said.extensions });
    expect(run.payload !== null).toBe(said.hasRows);

    const listed = await send('GET', `/${ORG_A}/skinny-runs/${runId}`, { as });
    const { result_deletion, extensions } = z
      .looseObject({ result_deletion: z.unknown(), extensions: z.string().nullable() })
      .parse(listed.body);
    expect({ result_deletion, extensions }).toEqual({
      result_deletion: z.looseObject({ result_deletion: z.unknown() }).parse(body).result_deletion,
      extensions: said.extensions,
    });

    const download = await send('GET', `/${ORG_A}/runs/${runId}/download-link/csv`, { as });
    if (said.download === null) expect(await fileOf(download.body)).not.toContain(HIDDEN);
    else expect(download).toMatchObject({ status: 409, body: { error: { message: said.download } } });

    await prisma().mailMessage.deleteMany();
    const recipients = [{ userId: people.runner }];
    const sent = await send('POST', `/${ORG_A}/runs/${runId}/send`, { as, body: { recipients } });
    expect(sent.status).toBe(said.mail === null ? 409 : 200);
    const [mail] = await waitingMail(ORG_A);
    if (said.mail !== null) {
      expect(mail?.subject).toBe(said.mail.subject);
      const text = JSON.stringify(mail?.content);
      expect(text).toContain(said.mail.says);
      expect(text).toContain(said.mail.link);
      expect(text).not.toContain(HIDDEN);
    }

    const tool = contentOfRun(run, 'https://pushboard.example/run');
    if (said.mcp.state !== 'arriving')
      expect(tool.structuredContent).toMatchObject({ result_state: said.mcp.state });
    expect(tool.content[0]).toMatchObject({ text: expect.stringContaining(said.mcp.says) });

    expect(JSON.stringify([body, listed.body, tool])).not.toContain(HIDDEN);
    expect(failureText(run) ?? resultText(run, 80) ?? '').toContain(said.commandLine);
    expect(formatsOf(run).join(',')).toBe(said.extensions ?? '');
  });
});
