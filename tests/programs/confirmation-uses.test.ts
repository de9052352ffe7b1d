import { describe, expect, it, vi } from 'vitest';
import { clock } from '@/server/base/clock';
import { sql, transaction } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { deleteToken } from '@/server/people/sign-in/access-token';
import { tidyUp } from '@/server/runs/execute/workers';
import { asOwner, withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { callMcp, connectMcp, MODERN } from '../support/app/mcp';
import { serveSite } from '../support/app/site';
import { answer, codeIn, sessionOf } from '../support/things/confirmations';
import { DONE, HOUR_MS, NOTHING, withNotes } from '../support/things/notes';
import { ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { bearer } from '../support/things/tokens';

const site = await serveSite();
withApp({ APP_URL: site.url });
const { source, made, tool, tokenOf, confirmedWith, newNotes, connect, refused } = withNotes(site);

type Client = Awaited<ReturnType<typeof connect>>['client'];
const ask = async (client: Client) => codeIn(await callMcp(client, tool(), { words: 'x' }));
const confirmRun = (client: Client, code: string, more = {}) =>
  callMcp(client, 'confirm_run', confirmedWith(code, more));

/** A program with a run that its person has confirmed. */
async function confirmed() {
  const { client } = await connect();
  const code = await ask(client);
  expect((await answer(people.runner, code)).body).toMatchObject({ state: 'confirmed' });
  return { client, code };
}

describe('S85 S90 a confirmation', () => {
  it('allows one run: a second use is refused', async () => {
    const { client, code } = await confirmed();
    expect(await confirmRun(client, code)).toMatchObject(DONE);
    const again = await confirmRun(client, code);
    expect(again).toMatchObject({ ...NOTHING, text: expect.stringContaining('allows one run') });
    expect(await newNotes()).toBe(1);
  });

  it('allows one run of several that come at once', async () => {
    const { client, code } = await confirmed();
    const calls = await Promise.all([1, 2, 3, 4].map(() => confirmRun(client, code)));
    expect(calls.filter(({ isError }) => isError !== true)).toHaveLength(1);
    expect(await newNotes()).toBe(1);
  });

  it('is of no use to another token, not even of the same person', async () => {
    const { code } = await confirmed();
    const { client } = await connect();
    await refused(confirmRun(client, code), 'not valid');
  });

  it('allows neither other values, nor another command, nor the run in place of a dry run', async () => {
    const { client, code } = await confirmed();
    await refused(confirmRun(client, code, { arguments: { words: 'other' } }), 'other arguments');
    await refused(confirmRun(client, code, { command: tool('shout') }), 'another command');
    await refused(confirmRun(client, code, { dry_run: true }), 'other arguments');

    const dry = { command: tool(), arguments: { words: 'dry' } };
    const asked = codeIn(await callMcp(client, 'dry_run_command', dry));
    await answer(people.runner, asked);
    await refused(callMcp(client, 'confirm_run', { ...dry, code: asked }), 'other arguments');
    const rolledBack = await callMcp(client, 'confirm_run', { ...dry, code: asked, dry_run: true });
    expect(rolledBack.structuredContent).toMatchObject({
      status: 'success',
      is_dry_run: true,
      would_change: { changes: [{ table: 'public.notes', inserted: 1, updated: 0, deleted: 0 }] },
    });
    expect(await newNotes()).toBe(0);
    expect(await confirmRun(client, code)).toMatchObject(DONE);
  });

  it('ends when the command or its connection is changed, before and after the person has confirmed', async () => {
    const { client, code } = await confirmed();
    const waiting = await ask(client);
    const path = `/${ORG_A}/kits/${made.note.commandId}`;
    await send('PATCH', path, { as: people.orgAdmin, body: { timeoutSeconds: 50 } });
    await refused(confirmRun(client, code), 'was changed');
    expect(await answer(people.runner, waiting)).toMatchObject({ status: 409 });
    const fresh = await confirmed();
    const credentialId = source.credentialId();
    await prisma().credential.update({ where: { credentialId }, data: { version: { increment: 1 } } });
    await refused(confirmRun(fresh.client, fresh.code), 'was changed');
  });

  it('ends after ten minutes, so that an hour later nothing runs', async () => {
    const { client, code } = await confirmed();
    const waiting = await ask(client);
    const now = Date.now();
    const held = vi.spyOn(clock, 'nowMs').mockReturnValue(now + HOUR_MS);
    await refused(confirmRun(client, code), 'ten minutes');
    await refused(confirmRun(client, waiting), 'ten minutes');
    expect(await answer(people.runner, waiting)).toMatchObject({ status: 409 });
    held.mockReturnValue(now + 10 * 60 * 1000 + 1);
    await refused(confirmRun(client, code), 'ten minutes');
    held.mockRestore();
  });

  it('ends with its token', async () => {
    const { client, tokenId } = await connect();
    const code = await ask(client);
    const call = callMcp(client, 'confirm_run', confirmedWith(code), {
      onprogress: () => void transaction((tx) => deleteToken(tx, people.runner, tokenId)),
    });
    await refused(call, '');
    expect(await answer(people.runner, code)).toMatchObject({ status: 404 });
  });

  it('is deleted an hour after it has expired, with its values', async () => {
    const { code } = await confirmed();
    const expiredFor = (minutes: number) =>
      prisma().runConfirmation.update({
        where: { confirmationId: code },
        data: { expiresAt: new Date(Date.now() - minutes * 60_000) },
      });
    const left = () => prisma().runConfirmation.count({ where: { confirmationId: code } });
    await expiredFor(50);
    await tidyUp();
    expect(await left()).toBe(1);
    await expiredFor(70);
    await tidyUp();
    expect(await left()).toBe(0);
  });
});

describe('S90 only the person who is asked, in their browser,', () => {
  it('confirms: not another person, a token, a stranger, or a page of another site', async () => {
    const { client, token } = await connect();
    const code = await ask(client);
    const path = `/users/me/confirmations/${code}`;
    const own = await sessionOf(people.runner);
    const another = await tokenOf();
    for (const [headers, status] of [
      [await sessionOf(people.orgAdmin), 404],
      [await sessionOf(people.orgAdminB), 404],
      [bearer(token), 403],
      [bearer(another.token), 403],
      [{ ...own, ...bearer(token) }, 403],
      [{}, 401],
      [{ ...own, origin: 'https://evil.example' }, 403],
      [{ cookie: own.cookie ?? '' }, 403],
    ] as const) {
      expect(await send('POST', path, { headers, body: { isConfirmed: true } })).toMatchObject({ status });
      const row = await prisma().runConfirmation.findUnique({ where: { confirmationId: code } });
      expect(row?.state).toBe('waiting');
    }
    expect(await send('GET', path, { headers: bearer(token) })).toMatchObject({ status: 403 });
    const stranger = await sessionOf(people.orgAdmin);
    expect(await send('GET', path, { headers: stranger })).toMatchObject({ status: 404 });
    expect(await send('GET', path, { headers: own })).toMatchObject({ status: 200 });
  });

  it('confirms, once, and not if they have lost the command', async () => {
    const { client } = await connect();
    const code = await ask(client);
    const grant = { orgId: ORG_A, commandId: made.note.commandId, userId: people.runner };
    await prisma().commandUserGrant.delete({ where: { orgId_commandId_userId: grant } });
    expect(await answer(people.runner, code)).toMatchObject({ status: 404 });
    await prisma().commandUserGrant.create({ data: { ...grant, role: 'runner' } });
    expect(await answer(people.runner, code)).toMatchObject({ status: 200 });
    expect(await answer(people.runner, code)).toMatchObject({ status: 409 });
  });

  it('sees the program, the command, where it is, and the values', async () => {
    const { client } = await connect();
    const words = `All of it\n${'in two lines '.repeat(1000)}`;
    const code = codeIn(await callMcp(client, tool(), { words }));
    const headers = await sessionOf(people.runner);
    expect((await send('GET', `/users/me/confirmations/${code}`, { headers })).body).toMatchObject({
      state: 'waiting',
      program_name: 'A script',
      is_connected: false,
      name: 'note',
      org_id: ORG_A,
      kit_id: made.note.commandId,
      is_dry_run: false,
      runrams: { words },
      input_names: { words: 'Words' },
    });
  });

  it('S53 sees that there is a password, which nobody can read, and which the program must not change', async () => {
    const { client } = await connect();
    const given = { words: 'x', password: 'canary-of-a-password' };
    const code = codeIn(await callMcp(client, tool('lock'), given));
    const shown = await send('GET', `/users/me/confirmations/${code}`, {
      headers: await sessionOf(people.runner),
    });
    expect(shown.body).toMatchObject({ runrams: { words: 'x', password: { is_set: true } } });
    const [stored] = await sql.query<{ row: string }>(
      `select c::text as row from run_confirmation c where confirmation_id = $1`,
      [code],
    );
    expect(stored?.row).toMatch(/^\((?!.*canary)/);
    await answer(people.runner, code);
    const other = { ...given, password: 'another' };
    const confirm = (values: object) =>
      callMcp(client, 'confirm_run', { command: tool('lock'), arguments: { ...values }, code });
    await refused(confirm(other), 'other arguments');
    expect(await confirm(given)).toMatchObject(DONE);
  });

  it('sees the value of a hidden input, too, which an engineer’s program can set', async () => {
    const { commandId } = made.shout;
    await prisma().commandInput.updateMany({ where: { commandId }, data: { hidden: true } });
    const { token } = await tokenOf(people.orgAdmin);
    const client = await connectMcp(site.url, token, MODERN);
    const code = codeIn(await callMcp(client, tool('shout'), { words: 'in secret' }));
    const headers = await sessionOf(people.orgAdmin);
    expect((await send('GET', `/users/me/confirmations/${code}`, { headers })).body).toMatchObject({
      runrams: { words: 'in secret' },
    });
  });

  it('is not asked about arguments that could not run', async () => {
    const { client } = await connect();
    const count = await prisma().runConfirmation.count();
    await refused(callMcp(client, tool(), { words: 'x', other: 1 }), 'invalid');
    expect(await prisma().runConfirmation.count()).toBe(count);
  });

  it('is asked about fifty runs of a program within ten minutes', async () => {
    const { client, tokenId } = await connect();
    for (let asked = 0; asked < 50; asked += 1) await ask(client);
    await refused(callMcp(client, tool(), { words: 'x' }), '50 confirmations');
    expect(await prisma().runConfirmation.count({ where: { tokenId } })).toBe(50);
  });
});

describe('S55 a confirmation', () => {
  it('is in the audit log: asked, confirmed, used, refused, and declined', async () => {
    const { client, code } = await confirmed();
    await confirmRun(client, code);
    await confirmRun(client, code);
    await answer(people.runner, await ask(client), { isConfirmed: false });
    const rows = await sql.query<{ action: string }>(
      `select action from audit_event where actor_user_id = $1 order by audit_event_id desc limit 7`,
      [people.runner],
    );
    expect(rows.map(({ action }) => action).reverse()).toEqual([
      'confirmation.ask',
      'confirmation.confirm',
      'confirmation.use',
      'run.start',
      'refusal',
      'confirmation.ask',
      'confirmation.decline',
    ]);
  });

  it('is recorded with its audit row, or not at all', async () => {
    const breakAudit = () =>
      asOwner(`alter table audit_event add constraint broken check (action like 'refusal%') not valid`);
    const repairAudit = () => asOwner(`alter table audit_event drop constraint broken`);
    const { client } = await connect();
    const code = await ask(client);
    await breakAudit();
    expect(await answer(people.runner, code)).toMatchObject({ status: 500 });
    await repairAudit();
    await answer(people.runner, code);
    await breakAudit();
    await refused(confirmRun(client, code), '');
    await repairAudit();
    expect(await confirmRun(client, code)).toMatchObject(DONE);
  });
});
