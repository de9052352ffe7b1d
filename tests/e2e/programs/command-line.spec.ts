import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { commandLine, tokenOf } from '../support/command-line';
import { test } from '../support/journey';
import { people } from '../support/people';
import { SANDBOX } from '../support/steps';

const PROGRAM = [process.execPath, join(process.cwd(), '.build', 'cli.mjs')] as const;

/** The command line of Maria, who runs commands. */
async function mariasLine(origin: string) {
  return commandLine(PROGRAM, { PUSHBOARD_URL: origin, PUSHBOARD_TOKEN: await tokenOf('runner') });
}

test('commands are listed, described, and run from a terminal', async ({ workspace }) => {
  const { pushboard } = await mariasLine(workspace.origin);
  const listed = await pushboard(['list', 'orders']);
  expect(listed.out).toMatch(/^\d+ +Find orders /m);
  expect(listed.code).toBe(0);

  const described = await pushboard(['describe', 'find orders']);
  expect(described.out).toMatch(/--customer-name/);
  expect(described.out).toMatch(/--row-limit/);

  const ran = await pushboard(['run', 'Find orders', '--row-limit', '2']);
  expect(ran.err).toContain(`${workspace.origin}/sandbox/builder?id=`);
  expect(JSON.parse(ran.out).rows).toHaveLength(2);
  expect(ran.code).toBe(0);

  const table = await pushboard(
    ['run', 'Find orders', '--values', '-', '--format', 'table', '--quiet'],
    '{"row_limit": 1}',
  );
  expect(table.err).toBe('');
  expect(table.out).toContain('(1 row)');

  const unknown = await pushboard(['describe', 'A name of nothing', '--json']);
  expect(JSON.parse(unknown.out).error).toMatchObject({ exit_code: unknown.code });
});

test('a run that waits for approval says so, and is canceled', { tag: '@long' }, async ({ workspace }) => {
  const { pushboard } = await mariasLine(`${workspace.origin}/api/v1/`);
  const line = ['run', 'Restock a product', '--sku', 'TEN-0001', '--quantity', '1', '--reason', 'Sold out'];
  const runId = (await pushboard([...line, '--yes', '--detach'])).out.trim();
  const shown = await pushboard(['show', runId]);
  expect(shown.out).toContain(`Run ${runId} of Restock a product: Waiting for approval`);
  expect(shown.out).toContain('Waiting for the approval of ');
  expect((await pushboard(['cancel', runId])).out.trim()).toBe(`Run ${runId} was canceled.`);
  expect((await pushboard(['cancel', runId])).err).toContain('This run has already ended.');
});

test('a result is saved as a file, and a run is shown again by its number', { tag: '@long' }, async ({
  workspace,
}) => {
  const { home, pushboard } = await mariasLine(workspace.origin);
  const saved = await pushboard(['run', 'Find orders', '--row-limit=3', '--output', 'orders.csv']);
  expect(saved).toMatchObject({ code: 0, out: '' });
  expect((await readFile(join(home, 'orders.csv'), 'utf8')).trim().split('\n')).toHaveLength(4);

  const whole = await pushboard(['run', 'Find orders', '--row-limit=3', '--json', '--quiet']);
  expect(JSON.parse(whole.out)).toMatchObject({ status: 'success', total_rows_returned: 3 });

  const runId = /Run (\d+):/.exec(saved.err)?.[1] ?? '';
  const shown = await pushboard(['show', runId]);
  expect(shown.out).toContain(`Run ${runId} of Find orders: Success`);
  const downloaded = await pushboard(['download', runId, '--format', 'json']);
  expect(JSON.parse(downloaded.out).rows).toHaveLength(3);
  const lines = (await pushboard(['download', runId, '--format', 'jsonl'])).out.trim().split('\n');
  const number = expect.any(Number);
  expect(lines.map((row) => JSON.parse(row).order_id)).toEqual([number, number, number]);
  const chosen = await pushboard(['download', runId, '--sort', 'order_id-', '--columns', 'status,order_id']);
  const [header, ...rows] = chosen.out.trim().split(/\r?\n/);
  expect(header).toBe('status,order_id');
  const ids = rows.map((row) => Number(row.split(',')[1]));
  expect(ids).toEqual([...ids].sort((one, other) => other - one));
  expect(ids).toHaveLength(3);
  const unknown = await pushboard(['download', runId, '--sort', 'order_idd']);
  expect(unknown).toMatchObject({ code: 2, out: '' });
  expect(unknown.err).toContain('Did you mean “order_id”?');
});

test('scheduled jobs are listed, paused, resumed, and skipped', { tag: '@long' }, async ({ workspace }) => {
  const { pushboard } = await commandLine(PROGRAM, {
    PUSHBOARD_URL: workspace.origin,
    PUSHBOARD_TOKEN: await tokenOf('admin'),
  });
  const headers = {
    'x-demo-user-id': people.admin,
    origin: workspace.origin,
    'content-type': 'application/json',
  };
  const api = `${workspace.origin}/api/v1/${SANDBOX.orgId}`;
  const kits: { kit_id: number; name: string }[] = await (
    await fetch(`${api}/skinny-kits`, { headers })
  ).json();
  const { kit_id: id } = kits.find(({ name }) => name === 'Revenue of a day') ?? {};
  const body = JSON.stringify({
    name: 'Morning figures',
    cronExpression: '0 7 * * 1',
    cronTimezone: 'Europe/Berlin',
    runrams: { day: '2026-06-30' },
  });
  const made = await fetch(`${api}/kits/${id}/cron-jobs`, { method: 'POST', headers, body });
  expect(made.status, await made.text()).toBe(201);
  expect((await pushboard(['schedules'])).out).toMatch(
    /Morning figures +Revenue of a day +Mondays at 7:00 AM/,
  );
  expect((await pushboard(['schedules', 'pause', 'morning figures'])).out).toContain('Paused');
  const resumed = await pushboard(['schedules', 'resume', 'Morning figures', '--json']);
  const [{ next_run_time_utc: next }] = JSON.parse(resumed.out);
  const skipped = await pushboard(['schedules', 'skip', 'Morning figures', '--json']);
  expect(Date.parse(JSON.parse(skipped.out)[0].next_run_time_utc)).toBeGreaterThan(Date.parse(next));
  expect(await pushboard(['schedules', 'pause', 'Nothing'])).toMatchObject({ code: 3, out: '' });
  expect(await pushboard(['schedules', 'stop', 'Morning figures'])).toMatchObject({ code: 2, out: '' });
});

test('exit codes say how it went', { tag: '@long' }, async ({ workspace }) => {
  const { pushboard, start } = await mariasLine(workspace.origin);
  expect(await pushboard(['run', 'Unknown command'])).toMatchObject({ code: 3, out: '' });
  expect((await pushboard(['run', 'find ordrs'])).err).toMatch(/Did you mean:\n {2}\d+ {2}Find orders/);
  const unknownInput = await pushboard(['run', 'Find orders', '--unknown-input', '1']);
  expect(unknownInput).toMatchObject({ code: 2 });
  expect(unknownInput.err).toContain('--customer-name');
  const refused = await pushboard(['run', 'Find orders', '--row-limit', 'many']);
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toContain('Row limit: Must be a whole number');

  const refund = ['run', 'Refund an order', '--order-id', '99999999', '--reason', 'Damaged'];
  const unasked = await pushboard(refund);
  expect(unasked).toMatchObject({ code: 2, out: '' });
  expect(unasked.err).toContain('--yes');
  const failed = await pushboard([...refund, '--yes']);
  expect(failed).toMatchObject({ code: 1, out: '' });
  expect(failed.err).toContain('Failed: There is no order 99999999.');

  const interrupted = await start(['run', 'Count the stock', '--seconds', '60', '--yes'], (text, child) => {
    // Once: a second interrupt would leave the run alone, and the next line may come before the first is acted on.
    if (/Counting shelf/.test(text) && !child.killed) child.kill('SIGINT');
  });
  expect(interrupted).toMatchObject({ code: 4 });
  expect(interrupted.err).toContain('Canceling the run.');

  const nobody = await commandLine(PROGRAM, { PUSHBOARD_URL: workspace.origin });
  expect(await nobody.pushboard(['list'])).toMatchObject({ code: 3 });
  const away = await commandLine(PROGRAM, { PUSHBOARD_URL: 'http://127.0.0.1:9', PUSHBOARD_TOKEN: 'pb_x' });
  expect(await away.pushboard(['list'])).toMatchObject({ code: 5 });
});

test('S32 the token that signing in keeps is readable by its owner alone, and signing out forgets it', async ({
  workspace,
}) => {
  const token = await tokenOf('runner');
  const { home, pushboard } = await commandLine(PROGRAM, {});
  const wrong = await pushboard(['login', workspace.origin], 'pb_wrong\n');
  expect(wrong).toMatchObject({ code: 3 });
  const signedIn = await pushboard(['login', workspace.origin], `${token}\n`);
  expect(signedIn).toMatchObject({ code: 0 });
  expect(signedIn.out + signedIn.err).not.toContain(token);
  expect((await stat(join(home, '.config/pushboard/sign-in.json'))).mode & 0o777).toBe(0o600);
  expect((await pushboard(['whoami'])).out).toContain('Maria Keller');
  expect(await pushboard(['logout', workspace.origin])).toMatchObject({ code: 0 });
  expect(await pushboard(['whoami', '--url', workspace.origin])).toMatchObject({ code: 3 });
});

test('npm installs it from the instance, whose address it knows', { tag: '@long' }, async ({ workspace }) => {
  const { home } = await commandLine(PROGRAM, {});
  await promisify(execFile)(
    'npm',
    ['install', '--no-audit', '--no-fund', '--prefix', home, `${workspace.origin}/cli.tgz`],
    { env: { ...process.env, npm_config_cache: join(home, 'cache') } },
  );
  const { pushboard } = await commandLine([join(home, 'node_modules/.bin/pushboard')], {
    PUSHBOARD_TOKEN: await tokenOf('runner'),
  });
  const { code, out } = await pushboard(['whoami']);
  expect(out).toContain(`Maria Keller <maria@pushboard.example> at ${workspace.origin}`);
  expect(code).toBe(0);
});

test('a command runs for each row of a file', { tag: '@long' }, async ({ workspace }) => {
  const { home, pushboard } = await mariasLine(workspace.origin);
  const file = join(home, 'rows.csv');
  await writeFile(file, 'Row limit,Customer name\n1,\n2,\nnone,\n');
  const refused = await pushboard(['bulk', 'Find orders', file, '--quiet']);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain('Row 3, Row limit: Must be a whole number');

  await writeFile(file, 'row_limit\n1\n2\n');
  const output = join(home, 'all.csv');
  const ran = await pushboard(['bulk', 'Find orders', file, '--quiet', '--output', output]);
  expect(ran.err).toContain('2 of 2 rows succeeded.');
  expect(ran.code).toBe(0);
  expect((await readFile(output, 'utf8')).trim().split('\n')).toHaveLength(4);

  const counted = await pushboard(['bulk', 'Find orders', file, '--quiet', '--json']);
  expect(JSON.parse(counted.out)).toMatchObject({ total: 2, success: 2, failures: [] });

  const unknown = await pushboard(['bulk', 'Find orders', '-', '--quiet'], 'nothing_such\n1\n');
  expect(unknown.err).toContain('No input is named “nothing_such”');
  expect(unknown.code).toBe(2);
});

test('descriptions of APIs are imported, and files that one lacks are named', { tag: '@long' }, async ({
  workspace,
}) => {
  const { home, pushboard } = await commandLine(PROGRAM, {
    PUSHBOARD_URL: workspace.origin,
    PUSHBOARD_TOKEN: await tokenOf('admin'),
  });
  const files = {
    'ferry/openapi.yaml':
      'openapi: 3.1.0\ninfo: { title: Ferry, version: "1" }\nservers: [{ url: https://ferry.example }]\npaths: { /trips: { $ref: trips.yaml } }',
    'ferry/trips.yaml': 'get: { parameters: [{ name: day, in: query, schema: { $ref: day.yaml } }] }',
  };
  const zip = (all: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(all).map(([name, text]) => [name, strToU8(text)])));
  const file = join(home, 'ferry.zip');
  await writeFile(file, zip(files));
  const lacking = await pushboard(['import', file, '--org', 'sandbox']);
  expect(lacking.out).toContain(
    'ferry.zip: The description refers to a file that is not there: "ferry/day.yaml"',
  );
  expect(lacking.code).toBe(2);

  await writeFile(file, zip({ ...files, 'ferry/day.yaml': 'type: string' }));
  const imported = await pushboard(['import', file, '--org', 'sandbox']);
  expect(imported.out).toMatch(/^ferry\.zip: 1 operation \(description \d+\)/);
  expect(imported.code).toBe(0);
});
