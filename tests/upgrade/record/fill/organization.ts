import { z } from 'zod';
import { ALEX, type Calls, DANA, JONAS, MARIA } from '../calls';
import type { Commands } from '../make-commands';

const outcomes = z.array(z.object({ user_id: z.string(), error: z.null() }));
const NORTHWIND = 'northwind';

/**
 * Creates shares, groups, folders, and people who join and leave: everything of an organization except commands and
 * runs.
 */
export async function fillOrganization(calls: Calls, command: Commands): Promise<void> {
  const groupId = await makeGroups(calls);
  const folderId = await makeFolders(calls, command, groupId);
  await inviteAndRemove(calls);
  await shareCommands(calls, command, groupId);
  await askForAccess(calls, command);
  await configure(calls, command);
  await calls.inSandbox('POST', '/flankignore', { cloudId: 'db::postgres::1::desk.not_offered()' });
  for (const userId of [DANA, MARIA]) {
    const recent = `/kits/${command('findOrders').kitId}/users/${userId}/recent`;
    await calls.inSandbox('POST', recent, { source: 'view' }, userId);
  }
  await calls.as(DANA, 'POST', '/users/me/sandbox');
  await calls.as(ALEX, 'PATCH', `/${NORTHWIND}/org`, { slug: 'northwind-trading' });
  await calls.as(ALEX, 'POST', '/users/me/orgs', { orgName: 'Southwind' }, { 'idempotency-key': 'south-1' });
  for (const userId of [DANA, JONAS]) await calls.as(userId, 'POST', '/demo/sign-in', { userId });
  const gone = command('oldReport');
  await calls.inSandbox('PATCH', `/kits/${gone.kitId}`, {
    name: 'Report of last year',
    directoryId: folderId,
  });
}

/** Deletes things that history still refers to. Call it once they have runs. */
export async function deleteAfterRuns(calls: Calls, command: Commands): Promise<void> {
  await calls.inSandbox('DELETE', `/kits/${command('note').kitId}`);
  await calls.inSandbox('POST', '/batch-commit', {
    cloudId: 'db::postgres::1::desk.order_as_json(integer)',
    credsId: 1,
    commitType: 'deletion',
  });
  const made = await calls.inSandbox('POST', '/creds?force=true', {
    credType: 'db',
    name: 'Soon gone',
    db: { databaseSystem: 'postgres', host: 'db.invalid', databaseName: 'x', username: 'x', password: 'x' },
  });
  const { creds_id } = z.object({ creds_id: z.int() }).parse(made);
  await calls.inSandbox('DELETE', `/creds/${creds_id}?withCommands=true`);
}

async function makeGroups(calls: Calls): Promise<string> {
  const groupIds: string[] = [];
  for (const name of ['Support', 'Finance', 'Nobody']) {
    const made = await calls.inSandbox('POST', '/groups', { name });
    groupIds.push(z.object({ group_id: z.string() }).parse(made).group_id);
  }
  const [support = '', finance = '', nobody = ''] = groupIds;
  await calls.inSandbox('POST', `/groups/${support}/members`, { userIds: [MARIA, JONAS] });
  await calls.inSandbox('POST', `/groups/${finance}/members`, { userIds: [JONAS] });
  await calls.inSandbox('DELETE', `/groups/${nobody}`);
  return support;
}

async function makeFolders(calls: Calls, command: Commands, groupId: string): Promise<number> {
  const folderIds: number[] = [];
  for (const name of ['Orders', 'Reports & numbers', 'Empty']) {
    const made = await calls.inSandbox('POST', '/directories', { name });
    folderIds.push(z.object({ directory_id: z.int() }).parse(made).directory_id);
  }
  const [orders = 0, reports = 0] = folderIds;
  for (const name of ['orderTotal', 'orderAsJson', 'closeOrder', 'refundOrder'] as const) {
    await calls.inSandbox('PATCH', `/kits/${command(name).kitId}`, { directoryId: orders });
  }
  await calls.inSandbox('PATCH', `/kits/${command('report').kitId}`, { directoryId: reports });
  await calls.inSandbox('POST', `/directories/${orders}/share`, {
    recipients: [{ userId: MARIA, newKitDirRole: 'runner' }],
    groups: [{ groupId, newKitDirGroupRole: 'runner' }],
  });
  return reports;
}

/** One joins and is removed again; one has not joined yet. */
async function inviteAndRemove(calls: Calls): Promise<void> {
  const recipients = ['nina@example.com', 'omar@example.com'].map((email) => ({ email }));
  const answered = await calls.inSandbox('POST', '/invite', { recipients, optionalNote: 'Welcome' });
  const nina = outcomes.parse(answered)[0]?.user_id ?? '';
  const rows = z
    .array(z.object({ mail_id: z.int(), to_address: z.string() }))
    .parse(await calls.inSandbox('GET', '/outbox'));
  const mailId = rows.find(({ to_address }) => to_address === 'nina@example.com')?.mail_id ?? 0;
  const message = z
    .object({ content: z.object({ link: z.object({ url: z.string() }) }) })
    .parse(await calls.inSandbox('GET', `/outbox/${mailId}`));
  const joinOrgToken = /[A-Za-z0-9_-]{43}/.exec(message.content.link.url)?.[0] ?? '';
  await calls.as(nina, 'POST', `/users/${nina}/join_org`, { joinOrgToken });
  await calls.inSandbox('PATCH', `/members/${nina}`, { isDeleted: true });
}

/** With people inside and outside the organization, and with a group; one command is private. */
async function shareCommands(calls: Calls, command: Commands, groupId: string): Promise<void> {
  const everything = [
    'orderTotal',
    'orderAsJson',
    'closeOrder',
    'restock',
    'report',
    'shares',
    'labelOrder',
    'trickle',
    'myDesk',
    'regions',
    'findTickets',
    'showTicket',
    'deleteTicket',
    'ticketsAsCsv',
    'week',
    'picture',
    'payBack',
    'signIn',
  ] as const;
  for (const name of everything) {
    await calls.inSandbox('POST', `/kits/${command(name).kitId}/share`, {
      recipients: [
        { userId: MARIA, newKitDirRole: 'runner' },
        { userId: JONAS, newKitDirRole: 'admin' },
      ],
      skipTheSending: true,
    });
  }
  await calls.inSandbox('POST', `/kits/${command('findOrders').kitId}/share`, {
    recipients: [{ email: 'alex@northwind.example', newKitDirRole: 'runner' }],
    groups: [{ groupId, newKitDirGroupRole: 'runner' }],
    optionalNote: 'Have a look',
  });
  await calls.inSandbox('PATCH', `/kits/${command('oldReport').kitId}`, { visibility: 'justme' });
}

async function askForAccess(calls: Calls, command: Commands): Promise<void> {
  await calls.inSandbox(
    'POST',
    '/send_general_email',
    {
      toAddresses: ['dana@pushboard.example'],
      subject: 'A single request',
      message: 'May I have it?',
      kitId: command('singleRequest').kitId,
    },
    MARIA,
  );
}

/** Settings of inputs, templates, and startup commands. */
async function configure(calls: Calls, command: Commands): Promise<void> {
  const { kitId, olId } = command('myDesk');
  const detail = z
    .object({
      anchor_ol: z.object({ kit_run_schema: z.array(z.object({ lego_instance_input_id: z.int() })) }),
    })
    .parse(await calls.inSandbox('GET', `/deep-kits-6/${kitId}`));
  const inputId = detail.anchor_ol.kit_run_schema[0]?.lego_instance_input_id ?? 0;
  await calls.inSandbox('PATCH', `/kits/${kitId}/li-inputs/${inputId}`, {
    displayValue: 'Who is there',
    variable: 'user_name',
  });
  await calls.inSandbox('PATCH', `/command-templates/${olId}`, {
    runOnStartup: true,
    runOnStartupValues: {},
  });
  await calls.inSandbox('PATCH', `/command-templates/${command('findTickets').olId}`, {
    warningTag: 'slows_db',
    runningMessage: 'Asking the desk',
    headers: { 'X-Desk': 'recorded-header' },
  });
  await calls.inSandbox('POST', '/run-sync', { kitId, olId, params: {}, isStartup: true }, MARIA);
}
