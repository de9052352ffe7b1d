import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { type Answered, numberIn, send } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();
const source = withSource(
  `create function pay(amount integer, iban text default 'x', region text default 'EU', pay_token text default '') returns table (total integer, iban text)
     language sql as $$ select amount, iban $$;`,
  createOrganizations,
);

let command: MadeCommand;
let dropdownId: number;
const inputIds: Record<string, number> = {};
const as = people.engineer;
const OTHER = people.orgAdmin;

const kit = () => `/${ORG_A}/kits/${command.commandId}`;
const configure = (body: object, who: string = as) => send('PATCH', kit(), { as: who, body });
const setInput = (key: string, body: object, who: string = as) =>
  send('PATCH', `${kit()}/li-inputs/${inputIds[key]}`, { as: who, body });
const setOptions = (body: object) => send('PATCH', `/${ORG_A}/dropdowns/${dropdownId}`, { as, body });

const MASK = { kind: 'column', path: 'iban' };
const CHECK = { left: 'amount', test: 'is_at_most', right: null, value: '50', message: 'At most 50' };

interface Shown {
  approval_id: number;
  run_count: number;
  changes: string[];
  state: string;
  may_answer: boolean;
  change_place: string;
  is_used: boolean;
}
const toAnswer = async (who: string = OTHER) =>
  (await send('GET', `/${ORG_A}/approvals?box=to_answer&state=waiting`, { as: who }))
    .body as unknown as Shown[];
const answer = (approvalId: number, body: object, who: string = OTHER): Promise<Answered> =>
  send('POST', `${kit()}/approvals/${approvalId}`, { as: who, body });
const configured = async () =>
  prisma().command.findUniqueOrThrow({ where: { commandId: command.commandId } });

/** A command of its own for each test, with everything that can protect it. */
beforeEach(async () => {
  await sql.query('delete from command where command_id = $1', [command?.commandId ?? 0]);
  await sql.query('delete from template where template_id = $1', [command?.templateId ?? 0]);
  await sql.query('delete from notification');
  command = await commit(source, 'public.pay(integer, text, text, text)');
  const rows = await prisma().commandInput.findMany({
    where: { commandId: command.commandId },
    include: { templateInput: true },
  });
  for (const row of rows) inputIds[row.templateInput.key] = row.inputId;
  const dropdown = { name: 'Amounts', enum: ['10', '20'] };
  dropdownId = numberIn(await send('POST', `/${ORG_A}/dropdowns`, { as, body: dropdown }), 'dropdown_id');
  const made = [
    await configure({
      needsApproval: true,
      confirmationWord: 'PAY',
      inputChecks: [CHECK],
      maskedOutputs: [MASK],
      maskRevealers: [OTHER],
    }),
    await setInput('region', { defaultValue: 'EU', lockDefaultValue: true }),
    await setInput('iban', { defaultValue: 'DE', hidden: true }),
    await setInput('amount', { variable: 'user_name' }),
    await setInput('amount', { dropdownId }),
    await setInput('pay_token', { defaultValue: 'first', lockDefaultValue: true }),
  ];
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
});

const makeEngineer = () =>
  send('POST', `${kit()}/share`, {
    as,
    body: { recipients: [{ userId: people.member, newKitDirRole: 'admin' }], skipTheSending: true },
  });

interface Way {
  name: string;
  change: () => Promise<Answered>;
  words: string;
  /** Where it is made again; the configuration without. */
  place?: string;
}

const ways: Way[] = [
  {
    name: 'switching approval off',
    change: () => configure({ needsApproval: false }),
    words: "Needs another engineer's approval: Yes → No",
  },
  {
    name: 'removing the word',
    change: () => configure({ confirmationWord: null }),
    words: 'Confirmation word: PAY → —',
  },
  {
    name: 'replacing the word',
    change: () => configure({ confirmationWord: 'A' }),
    words: 'Confirmation word: PAY → A',
  },
  { name: 'removing a check', change: () => configure({ inputChecks: [] }), words: 'Limits and checks' },
  {
    name: 'changing a check',
    change: () => configure({ inputChecks: [{ ...CHECK, value: '5000' }] }),
    words: 'Limits and checks',
  },
  {
    name: 'removing a mask',
    change: () => configure({ maskedOutputs: [] }),
    words: 'Masked outputs: iban → —',
  },
  {
    name: 'letting more people reveal',
    change: () => configure({ maskRevealers: [people.runner] }),
    words: 'People who may reveal masked values',
  },
  {
    name: 'letting every engineer reveal',
    change: () => configure({ maskRevealers: [] }),
    words: 'People who may reveal masked values: 1 person → Engineers',
  },
  {
    name: 'marking it as safe',
    change: () => configure({ warningTag: 'safe' }),
    words: 'What it does to data: Not said → Reads data',
  },
  {
    name: 'unlocking an input',
    change: () => setInput('region', { lockDefaultValue: false }),
    words: 'region: Locked from editing?: Locked → Editable',
  },
  {
    name: 'locking it to another value',
    change: () => setInput('region', { defaultValue: 'US' }),
    words: 'region: Default value: EU → US',
  },
  {
    name: 'locking a secret to another value',
    change: () => setInput('pay_token', { defaultValue: 'second' }),
    words: 'pay_token gets another secret value',
  },
  {
    name: 'showing an input',
    change: () => setInput('iban', { hidden: false }),
    words: 'iban: Hidden?: Hidden → Visible',
  },
  {
    name: 'taking an input off the person',
    change: () => setInput('amount', { variable: null }),
    words: "amount: Variable: The person's name → —",
  },
  {
    name: 'restoring a revision from before',
    change: async () => {
      const [{ version = 0 } = {}] = await prisma().commandRevision.findMany({
        where: { commandId: command.commandId },
        orderBy: { version: 'asc' },
      });
      return send('POST', `${kit()}/revisions/${version}/restore`, { as, body: {} });
    },
    words: "Needs another engineer's approval: Yes → No",
  },
  {
    name: 'changing several inputs at once',
    change: () =>
      send('PATCH', `${kit()}/bulk-lego-instance-inputs`, {
        as,
        body: { legoInstanceInputs: [{ legoInstanceInputId: inputIds.region, lockDefaultValue: false }] },
      }),
    words: 'region: Locked from editing?: Locked → Editable',
  },
  {
    name: 'showing a secret',
    change: async () => {
      const { templateInputId } = await prisma().templateInput.findFirstOrThrow({
        where: { templateId: command.templateId, key: 'pay_token' },
      });
      return send('PATCH', `${kit()}/lego-inputs/${templateInputId}`, { as, body: { isSecret: false } });
    },
    words: 'pay_token is no longer a secret',
  },
  {
    name: 'taking it from the other engineers, after which anyone could be made one',
    change: async () => {
      const { commandId } = command;
      await prisma().command.update({ where: { commandId }, data: { createdByUserId: as } });
      return configure({ visibility: 'justme' });
    },
    words: 'Visibility: People with access → Just me',
    place: 'visibility',
  },
  {
    name: 'offering more options of a linked dropdown',
    change: () => setOptions({ enum: ['10', '20', '30', '40'] }),
    words: 'amount: The dropdown “Amounts” also offers “30”, “40”',
  },
  {
    name: 'making another engineer, who could approve',
    change: () => makeEngineer(),
    words: 'becomes an engineer, who can approve runs',
    place: 'share',
  },
];

describe('S83 loosening what protects a command whose runs need approval', () => {
  it.each(ways)(
    'by $name needs another engineer, and is then done once',
    async ({ change, words, place = 'configure' }) => {
      const before = await configured();
      const refused = await change();
      expect(refused).toMatchObject({ status: 422 });
      expect(JSON.stringify(refused.body)).toContain('must approve this change. We asked them.');
      expect((await configured()).version).toBe(before.version);
      // Asking again asks nobody twice.
      expect((await change()).status).toBe(422);
      const [request, ...others] = await toAnswer();
      expect(others).toEqual([]);
      expect(request).toMatchObject({ run_count: 0, may_answer: true, is_used: false, change_place: place });
      expect(request?.changes.join('\n')).toContain(words);
      const told = await send('GET', `/${ORG_A}/notifications`, { as: OTHER });
      expect(told.body).toMatchObject({
        notifications: [
          { kind: 'approval_to_answer', approval_of_change: true, approval_id: request?.approval_id },
        ],
      });
      const approvalId = request?.approval_id ?? 0;
      expect((await answer(approvalId, { isGranted: true }, as)).status).toBe(403);
      expect((await answer(approvalId, { isGranted: true })).body).toMatchObject({ state: 'granted' });
      // Another change isn't covered by it.
      expect(
        (await configure({ needsApproval: false, confirmationWord: null, inputChecks: [] })).status,
      ).toBe(422);
      const made = await Promise.all([change(), change()]);
      expect(made.filter(({ status }) => status < 300).length).toBeGreaterThanOrEqual(1);
      const audit = await prisma().auditEvent.findMany({
        where: { subjectType: 'approval', subjectId: String(approvalId) },
        orderBy: { auditEventId: 'asc' },
      });
      expect(audit.map(({ action }) => action)).toEqual([
        'approval.request',
        'approval.grant',
        'approval.use',
      ]);
    },
  );

  it('is made again where it was asked for, by someone who is invited with it too', async () => {
    await configure({ needsApproval: false });
    const invited = { email: 'sam@example.org', newKitDirRole: 'admin', newToOrg: true };
    const inviteEngineer = () =>
      send('POST', `${kit()}/share`, {
        as: OTHER,
        body: { recipients: [invited], skipTheSending: true },
      });
    expect((await inviteEngineer()).status).toBe(422);
    const asked = await send('GET', `/${ORG_A}/approvals?box=asked`, { as });
    expect(asked.body).toMatchObject([{ change_place: 'configure', shared_directory_id: null }]);
    // Until it is approved the invitation is undone, and each time would be another person's.
    const [request] = await toAnswer(as);
    expect(request).toMatchObject({ change_place: 'share', shared_directory_id: null });
    await answer(request?.approval_id ?? 0, { isGranted: true }, as);
    const unread = () =>
      prisma().notification.count({ where: { userId: OTHER, kind: 'approval_answered', readAt: null } });
    expect(await unread()).toBe(1);
    expect((await inviteEngineer()).status).toBe(200);
    // What was approved is done, so nothing is left to tell of it.
    expect(await unread()).toBe(0);
  });

  it('by a folder names the folder where it is made again', async () => {
    const folderId = numberIn(
      await send('POST', `/${ORG_A}/directories`, { as: OTHER, body: { name: 'Payments' } }),
      'directory_id',
    );
    const made = await send('POST', `/${ORG_A}/groups`, { as: OTHER, body: { name: 'Night shift' } });
    const { group_id: groupId } = made.body as { group_id: string };
    await prisma().command.update({ where: { commandId: command.commandId }, data: { folderId } });
    const refused = await send('POST', `/${ORG_A}/directories/${folderId}/share`, {
      as: OTHER,
      body: { recipients: [], groups: [{ groupId, newKitDirGroupRole: 'admin' }] },
    });
    expect(refused.status).toBe(422);
    const [request] = await toAnswer(as);
    expect(request).toMatchObject({
      change_place: 'share',
      shared_directory_id: folderId,
      changes: ['The group Night shift becomes an engineer, who can approve runs'],
    });
  });

  it('is refused by a denial, and void once the command has changed', async () => {
    await configure({ needsApproval: false });
    const [denied] = await toAnswer();
    await answer(denied?.approval_id ?? 0, { isGranted: false, reason: 'No' });
    expect((await configure({ needsApproval: false })).status).toBe(422);
    const [changed] = await toAnswer();
    expect((await configure({ description: 'Pays' })).status).toBe(200);
    expect((await answer(changed?.approval_id ?? 0, { isGranted: true })).body).toMatchObject({
      state: 'void',
    });
    expect((await configured()).needsApproval).toBe(true);
  });

  it('is refused in words to an engineer who is alone, who can make another one', async () => {
    const isAdmin = { orgId: ORG_A, userId: OTHER };
    expect((await makeEngineer()).status).toBe(422);
    await prisma().membership.updateMany({ where: isAdmin, data: { state: 'deleted' } });
    const refused = await configure({ needsApproval: false });
    expect(refused).toMatchObject({ status: 422 });
    expect(JSON.stringify(refused.body)).toContain(
      'Nobody else could approve it: you are its only engineer, and your organization has no other admin.',
    );
    const askedFor = async () =>
      (await send('GET', `/${ORG_A}/approvals?box=asked`, { as })).body as unknown as Shown[];
    expect((await askedFor()).map(({ state }) => state)).toEqual(['waiting']);
    expect((await makeEngineer()).status).toBe(200);
    // What was asked of the other engineer is done.
    expect(await askedFor()).toMatchObject([
      { state: 'withdrawn', reason: expect.stringMatching(/^The change was made/) },
    ]);
    await prisma().membership.updateMany({ where: isAdmin, data: { state: 'active' } });
  });

  it('changes nothing for a command without approval, or for a change that protects more', async () => {
    expect(
      (await configure({ needsApproval: true, maskedOutputs: [MASK, { kind: 'column', path: 'total' }] }))
        .status,
    ).toBe(200);
    expect((await setInput('region', { displayValue: 'Where' })).status).toBe(200);
    expect((await setOptions({ name: 'Less', enum: ['20'] })).status).toBe(200);
    const plain = numberIn(
      await send('POST', `${kit()}/duplicate`, { as: OTHER, body: { name: 'Copy' } }),
      'kit_id',
    );
    // A copy is protected like its original, and loosened like it.
    const copy = await prisma().command.findUniqueOrThrow({ where: { commandId: plain } });
    expect(copy).toMatchObject({ needsApproval: true, confirmationWord: 'PAY' });
  });
});
