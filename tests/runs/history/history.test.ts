import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send, sendRaw } from '../../support/app/http';
import {
  createCommand,
  createCredential,
  createGrantedCommands,
  createOrganizations,
  integerInput,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp();

let shared: MadeCommand;
let unshared: MadeCommand;
let ofB: MadeCommand;

interface MadeRun {
  minute: number;
  status?: 'success' | 'failed' | 'running';
  params?: object | null;
  as?: string;
  trigger?: 'startup' | 'dropdown';
}

async function createRuns(orgId: string, { commandId, templateId }: MadeCommand, runs: MadeRun[]) {
  const { credentialId, sourceKind } = await prisma().template.findUniqueOrThrow({ where: { templateId } });
  for (const { minute, status = 'success', params = {}, as = people.runner, trigger } of runs) {
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, minute));
    const openRun = {
      credentialId,
      sourceKind,
      commandId,
      userId: as,
      class: 1,
      turn: 0,
      state: 'executing',
    } as const;
    await prisma().run.create({
      data: {
        orgId,
        commandId,
        templateId,
        startedByUserId: as,
        status,
        endReason: status === 'failed' ? 'error' : null,
        params: params === null ? null : JSON.stringify(params),
        trigger: trigger ?? 'person',
        createdAt,
        queuedAt: createdAt,
        totalRows: minute,
        ...(status === 'running' ? { openRun: { create: openRun } } : {}),
      },
    });
  }
}

beforeAll(async () => {
  await createOrganizations();
  const made = await createGrantedCommands();
  shared = made.command;
  ofB = made.ofB;
  unshared = await createCommand(ORG_A, people.creator, await createCredential(ORG_A), {
    friendlyName: 'ledger',
  });
  await createRuns(ORG_A, shared, [
    { minute: 1, params: { order_id: 10247, reason: 'Grüße 50%_off' } },
    { minute: 2, status: 'failed', as: people.engineer, params: { note: 'the engineer of cmd' } },
    { minute: 3, trigger: 'dropdown' },
    { minute: 4, trigger: 'startup' },
    { minute: 5, status: 'running', params: null },
  ]);
  await createRuns(ORG_A, unshared, [{ minute: 6, as: people.creator }]);
  await createRuns(ORG_B, ofB, [{ minute: 7, as: people.orgAdminB }]);
});

/** The minutes of the listed runs, which name them in these tests. */
async function minutes(as: string, ...filters: string[]): Promise<unknown> {
  const query = filters.map((filter) => `filter=${encodeURIComponent(filter)}`).join('&');
  const { status, body } = await send('GET', `/${ORG_A}/skinny-runs?${query}`, { as });
  return status === 200
    ? (body as { total_rows_returned: number }[]).map((run) => run.total_rows_returned)
    : status;
}

describe('GET skinny-runs', () => {
  it("lists the runs of the person's commands, newest first, with all their fields", async () => {
    expect(await minutes(people.orgAdmin)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(await minutes(people.runner)).toEqual([5, 4, 3, 2, 1]);
    const { body } = await send('GET', `/${ORG_A}/skinny-runs?filter=runrams:contains:10247`, {
      as: people.runner,
    });
    expect(body).toEqual([
      expect.objectContaining({
        kit_id: shared.commandId,
        kit_org_id: ORG_A,
        ol_id: shared.templateId,
        name: 'cmd1',
        status: 'success',
        user_id: people.runner,
        user_name: 'runner',
        runrams: { order_id: 10247, reason: 'Grüße 50%_off' },
        is_dropdown: false,
        is_startup: false,
        is_bulk_parent: false,
        bulk_parent_id: null,
        is_deleted: false,
        cron_job: null,
        cached_run_id: null,
        created_time: '2026-01-01T00:01:00.000Z',
      }),
    ]);
  });

  it.each([
    ['is_dropdown:false', 'is_startup:False', 'bulk_parent_id:null', 'is_bulk_parent:false', [5, 2, 1]],
    ['status:failed', [2]],
    ['status:running', [5]],
    ['status~:success', 'status~:starting', 'status~:running', [2]],
    ['status:cron_error', []],
    ['status:failed', 'status:running', []],
    ['status~:success', 'search:contains:engineer', [2]],
    ['status~:success', [5, 2]],
    ['status~:success', 'status~:failed', [5]],
    ['user_name:contains:ENGIN', [2]],
    ['user_id:demo-engineer', [2]],
    ['name:contains:CMD', [5, 4, 3, 2, 1]],
    ['name:contains:ledger', []],
    ['runrams:contains:grüße', [1]],
    ['runrams:contains:50%_o', [1]],
    ['runrams:contains:5__', []],
    ['runrams:contains:1', [1]],
    ['runrams:contains:Order ID', [1]],
    ['search:contains:order id', [1]],
    ['runrams:contains:order  id', []],
    ['search:contains:engineer', [2]],
    ['search:contains:10247', [1]],
    ['search:contains:cmd1', 'status:failed', [2]],
    ['search:contains:cmd1', 'search:contains:engineer', [2]],
    ['search:contains:d1', [5, 4, 3, 2, 1]],
    ['start_time:gte:2026-01-01T00:02:00Z', 'start_time:lt:2026-01-01T00:04:00Z', [3, 2]],
    ['cron_job_id:7', []],
    ['kit_run_id:null', 'is_startup:true', [4]],
  ])('filters with %j', async (...row) => {
    const expected = row.at(-1);
    expect(await minutes(people.runner, ...(row.slice(0, -1) as string[]))).toEqual(expected);
  });

  it('says how far back a text too short for an index was searched, and searches further', async () => {
    const search = async (text: string, more = '', as: string = people.runner) => {
      const { headers, body } = await send(
        'GET',
        `/${ORG_A}/skinny-runs?max_possible_count=100&filter=search:contains:${text}${more}`,
        { as },
      );
      const found = (body as { total_rows_returned: number }[]).map((run) => run.total_rows_returned);
      expect(headers.get('X-Total-Count')).toBe(String(found.length));
      return [found, headers.get('X-Searched-Until')];
    };
    expect(await search('47', '&search_depth=2')).toEqual([[], '2026-01-01T00:04:00.000Z']);
    expect(await search('47', '&search_depth=4')).toEqual([[], '2026-01-01T00:02:00.000Z']);
    // Other filters are applied first, so that the search reaches further.
    expect(await search('47', '&search_depth=2&filter=start_time:lt:2026-01-01T00:02:00Z')).toEqual([
      [1],
      null,
    ]);
    expect(await search('of', '&search_depth=1&filter=status~:success')).toEqual([
      [],
      '2026-01-01T00:05:00.000Z',
    ]);
    expect(await search('of', '&search_depth=2&filter=status~:success')).toEqual([[2], null]);
    expect(await search('47', '&search_depth=5')).toEqual([[1], null]);
    expect(await search('47')).toEqual([[1], null]);
    // A text that an index finds is searched in all runs.
    expect(await search('10247', '&search_depth=2')).toEqual([[1], null]);
    // Other people's runs are neither read nor counted.
    expect(await search('zq', '&search_depth=1', people.orgAdmin)).toEqual([[], '2026-01-01T00:06:00.000Z']);
    expect(await search('zq', '&search_depth=1')).toEqual([[], '2026-01-01T00:05:00.000Z']);
  });

  it('lists and counts a run once that matches in several ways', async () => {
    for (const text of ['cmd', 'engineer']) {
      const { headers, body } = await send(
        'GET',
        `/${ORG_A}/skinny-runs?max_possible_count=100&filter=search:contains:${text}`,
        { as: people.orgAdmin },
      );
      expect([text, headers.get('X-Total-Count')]).toEqual([text, String((body as unknown[]).length)]);
    }
  });

  it('filters by command and by template', async () => {
    expect(await minutes(people.orgAdmin, `kit_id:${unshared.commandId}`)).toEqual([6]);
    expect(await minutes(people.orgAdmin, `ol_id:${unshared.templateId}`)).toEqual([6]);
    expect(
      await minutes(people.orgAdmin, `kit_id:${unshared.commandId}`, `kit_id:${shared.commandId}`),
    ).toEqual([]);
  });

  it('S05 filters cannot widen the view', async () => {
    expect(await minutes(people.runner, `kit_id:${unshared.commandId}`)).toEqual([]);
    expect(await minutes(people.runner, `kit_id~:${shared.commandId}`)).toEqual([]);
    expect(await minutes(people.runner, `ol_id:${unshared.templateId}`)).toEqual([]);
    expect(await minutes(people.runner, 'user_id:demo-creator')).toEqual([]);
    expect(await minutes(people.orgAdmin, `kit_id:${ofB.commandId}`)).toEqual([]);
    expect(await minutes(people.member)).toEqual([]);
  });

  it('S05 an unknown filter or order is refused by name', async () => {
    for (const query of [
      'filter=org_id:org-b',
      'filter=c.org_id:org-b',
      'filter=name:cmd1',
      'filter=status:contains:fail',
      'filter=nonsense',
      'filter=is_startup:maybe',
      'filter=start_time:gte:yesterday',
      'filter=run_id:one',
      'filter=end_reason:unheard_of',
      'sort=name',
      'sortDesc=runrams',
      'page=-1',
      'page=1000000',
      'per_page=0',
      'per_page=201',
      'max_possible_count=10001',
      'search_depth=0',
      'search_depth=1000001',
      'limit=5',
    ]) {
      const { status, body } = await send('GET', `/${ORG_A}/skinny-runs?${query}`, { as: people.orgAdmin });
      expect([query, status]).toEqual([query, 400]);
      expect(body).toMatchObject({ error: { code: 'invalid', request_id: expect.any(String) } });
    }
  });

  it('is paged in both directions, and counts up to the requested number', async () => {
    const page = (query: string) => send('GET', `/${ORG_A}/skinny-runs?${query}`, { as: people.orgAdmin });
    const second = await page('per_page=4&page=1&max_possible_count=3&sortDesc=start_time');
    expect((second.body as { total_rows_returned: number }[]).map((run) => run.total_rows_returned)).toEqual([
      2, 1,
    ]);
    expect(second.headers.get('x-total-count')).toBe('3');
    const oldest = await page('per_page=2&sort=start_time&max_possible_count=10000');
    expect((oldest.body as { total_rows_returned: number }[]).map((run) => run.total_rows_returned)).toEqual([
      1, 2,
    ]);
    expect(oldest.headers.get('x-total-count')).toBe('6');
    expect((await page('per_page=2')).headers.get('x-total-count')).toBeNull();
    const none = await send('GET', `/${ORG_A}/skinny-runs?max_possible_count=10`, { as: people.member });
    expect([none.body, none.headers.get('x-total-count')]).toEqual([[], '0']);
  });

  it('requires a signed-in person who may enter', async () => {
    expect((await send('GET', `/${ORG_A}/skinny-runs`)).status).toBe(401);
    expect((await send('GET', `/${ORG_A}/skinny-runs`, { as: people.nobody })).status).toBe(404);
    expect((await send('GET', `/${ORG_A}/skinny-runs`, { as: people.orgAdminB })).status).toBe(404);
    expect(await minutes(people.outsider)).toEqual([5, 4, 3, 2, 1]);
  });
});

describe('runs of a command that another organization granted', () => {
  const inOwn = async (as: string, ...filters: string[]) => {
    const query = filters.map((filter) => `&filter=${encodeURIComponent(filter)}`).join('');
    const { body, headers } = await send('GET', `/${ORG_B}/skinny-runs?max_possible_count=50${query}`, {
      as,
    });
    const listed = (body as { total_rows_returned: number }[]).map((run) => run.total_rows_returned);
    return { listed, count: headers.get('x-total-count') };
  };

  it("are listed in one's own organizations if they are one's own, by every filter", async () => {
    await createRuns(ORG_A, shared, [
      { minute: 11, as: people.outsider, params: { order_id: 7, note: 'from outside' } },
      { minute: 12, as: people.outsider, status: 'failed' },
      { minute: 13, as: people.outsider, status: 'running' },
    ]);
    expect(await inOwn(people.outsider)).toEqual({ listed: [13, 12, 11], count: '3' });
    expect((await inOwn(people.outsider, 'status:success')).listed).toEqual([11]);
    expect((await inOwn(people.outsider, 'status:running')).listed).toEqual([13]);
    expect((await inOwn(people.outsider, 'status:failed')).listed).toEqual([12]);
    expect((await inOwn(people.outsider, 'name:contains:cmd1')).listed).toEqual([13, 12, 11]);
    expect((await inOwn(people.outsider, 'name:contains:cmd2')).listed).toEqual([]);
    expect((await inOwn(people.outsider, 'search:contains:from outside')).listed).toEqual([11]);
    expect((await inOwn(people.outsider, 'runrams:contains:om')).listed).toEqual([11]);
    expect((await inOwn(people.outsider, `kit_id:${shared.commandId}`)).listed).toHaveLength(3);
    expect((await inOwn(people.outsider, `kit_id:${ofB.commandId}`)).listed).toEqual([]);
  });

  it("S14 are not shown to that organization's other members, nor after the grant was taken away", async () => {
    expect((await inOwn(people.orgAdminB)).listed).toEqual([7]);
    const grant = { orgId: ORG_A, commandId: shared.commandId, userId: people.outsider };
    await prisma().commandUserGrant.deleteMany({ where: grant });
    expect((await inOwn(people.outsider)).listed).toEqual([]);
    await prisma().commandUserGrant.create({ data: { ...grant, role: 'runner' } });
    await prisma().run.deleteMany({ where: { startedByUserId: people.outsider } });
  });
});

describe('a run that was only created', () => {
  it("is in nobody's history until it is started", async () => {
    const { commandId, templateId } = shared;
    const made = { orgId: ORG_A, commandId, templateId, startedByUserId: people.runner };
    const { runId } = await prisma().run.create({ data: made });
    const forgotten = await prisma().run.create({
      data: { ...made, status: 'failed', endReason: 'never_started' },
    });
    const listed = async () => {
      const { body } = await send('GET', `/${ORG_A}/skinny-runs?per_page=200`, { as: people.runner });
      return (body as { run_id: number }[]).map((run) => run.run_id);
    };
    expect(await listed()).not.toContain(runId);
    expect(await listed()).not.toContain(forgotten.runId);
    await prisma().run.update({ where: { runId }, data: { queuedAt: new Date() } });
    expect(await listed()).toContain(runId);
    await prisma().run.deleteMany({ where: { runId: { in: [runId, forgotten.runId] } } });
  });
});

describe('GET run-export', () => {
  const file = async (as: string, query = '') =>
    (await sendRaw('GET', `/${ORG_A}/run-export${query}`, { as })).text();

  it('S05 holds the runs that the caller may see and that match, with their values', async () => {
    const lines = (await file(people.runner, `?filter=kit_id:${shared.commandId}`)).trimEnd().split('\r\n');
    const listed = (await send(
      'GET',
      `/${ORG_A}/skinny-runs?per_page=200&filter=kit_id:${shared.commandId}`,
      {
        as: people.runner,
      },
    )) as { body: { run_id: number }[] };
    expect(lines[0]).toBe('Run,Status,Command,Values,Rows,By,Requested,Started,Ended');
    expect(lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(
      listed.body.map(({ run_id }) => run_id),
    );
    expect(lines.length).toBeGreaterThan(1);
    expect(await file(people.runner, `?filter=kit_id:${unshared.commandId}`)).toBe(`${lines[0]}\r\n`);
  });

  it('refuses what the list refuses', async () => {
    const { status } = await send('GET', `/${ORG_A}/run-export?filter=password:x`, { as: people.runner });
    expect(status).toBe(400);
    expect((await send('GET', `/${ORG_A}/run-export`)).status).toBe(401);
  });
});

describe('GET skinny-runs/{runId}', () => {
  it('returns one run as the list has it', async () => {
    const { body } = await send('GET', `/${ORG_A}/skinny-runs?filter=status:failed`, { as: people.runner });
    const [listed] = body as { run_id: number }[];
    const one = await send('GET', `/${ORG_A}/skinny-runs/${listed?.run_id}`, { as: people.runner });
    expect(one).toMatchObject({ status: 200, body: listed });
    expect((await send('GET', `/${ORG_A}/skinny-runs/${listed?.run_id}`, { as: people.member })).status).toBe(
      404,
    );
  });
});

describe('the names of inputs', () => {
  it('are shown in history and in refusals, but never those of inputs with hidden values', async () => {
    const command = await createCommand(ORG_A, people.creator, await createCredential(ORG_A), {
      friendlyName: 'refund',
      inputs: [integerInput('p_order_id'), integerInput('amount'), integerInput('internal_ref')],
    });
    await prisma().commandInput.updateMany({
      where: { commandId: command.commandId, templateInput: { key: 'amount' } },
      data: { displayName: 'How much' },
    });
    const refused = await send('POST', `/${ORG_A}/run-sync`, {
      as: people.creator,
      body: { olId: command.templateId, kitId: command.commandId, params: { amount: 1, internal_ref: 2 } },
    });
    expect(refused.body).toMatchObject({
      error: {
        message: 'Some of the input values are invalid: Order ID: Required',
        issues: [{ path: 'params.p_order_id', message: 'Required' }],
      },
    });
    await createRuns(ORG_A, command, [{ minute: 8, params: { p_order_id: 7, amount: 1, gone: 2 } }]);
    const { body } = await send('GET', `/${ORG_A}/skinny-runs?filter=kit_id:${command.commandId}`, {
      as: people.creator,
    });
    expect(body).toMatchObject([{ runrams: { gone: 2 } }]);
    expect((body as { runram_names: unknown }[])[0]?.runram_names).toEqual({
      p_order_id: 'Order ID',
      amount: 'How much',
    });
  });
});
