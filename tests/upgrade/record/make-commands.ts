import { z } from 'zod';
import { withClient } from '@/scripts/support/connect';
import { ADMIN, commitRoutine, SANDBOX } from '../../support/remote-app';
import type { Calls, Command } from './calls';
import { describeApi } from './sample-api';
import type { Workspace } from './workspace';

const signatures = [
  'order_total(integer)',
  'order_as_json(integer)',
  'close_order(integer)',
  'restock(text, integer)',
  'report(date)',
  'shares(integer)',
  'label_order(integer, text[], jsonb, date, boolean)',
  'trickle()',
  'my_desk(text)',
  'regions()',
  'old_report()',
];

/** A command is named like its routine. */
const routines = {
  orderTotal: 'order_total',
  orderAsJson: 'order_as_json',
  closeOrder: 'close_order',
  restock: 'restock',
  report: 'report',
  shares: 'shares',
  labelOrder: 'label_order',
  trickle: 'trickle',
  myDesk: 'my_desk',
  regions: 'regions',
  oldReport: 'old_report',
} as const;

/** The commands of a new sandbox, by the names it gave them. */
const ofSandbox = {
  findOrders: 'Find orders',
  refundOrder: 'Refund an order',
  countStock: 'Count the stock',
} as const;

const operations = {
  findTickets: 'Find tickets',
  showTicket: 'Show a ticket',
  deleteTicket: 'Delete a ticket',
  ticketsAsCsv: 'Tickets as CSV',
  week: 'The week',
  note: 'A note',
  picture: 'A picture',
  payBack: 'Pay back',
  signIn: 'Sign in',
} as const;

const requests = { singleRequest: 'A single request' } as const;

export type CommandName =
  | keyof typeof routines
  | keyof typeof ofSandbox
  | keyof typeof operations
  | keyof typeof requests;

/** Returns a command of the workspace by the recorder's name for it. */
export type Commands = (name: CommandName) => Command;

const added = z.object({
  added: z.array(
    z.object({ cloud_id: z.string(), friendly_name: z.string(), static_command_source_id: z.int() }),
  ),
});
const upload = z.tuple([z.object({ error: z.null(), creds_id: z.int(), static_command_source_id: z.int() })]);

/** Creates commands of each kind of source, one for each kind of response. */
export async function makeCommands(workspace: Workspace, calls: Calls): Promise<Commands> {
  const { origin } = workspace;
  const connections = z
    .array(z.object({ creds_id: z.int(), is_builtin: z.boolean() }))
    .parse(await calls.inSandbox('GET', '/creds'));
  const credsId = connections.find(({ is_builtin }) => is_builtin)?.creds_id ?? 0;
  for (const signature of signatures) await commitRoutine(origin, credsId, `desk.${signature}`);

  const form = new FormData();
  form.append('file', new File([describeApi(workspace.api.origin)], 'help-desk.json'));
  const uploaded = await fetch(`${origin}/api/v1/${SANDBOX}/openapi-upload`, {
    method: 'POST',
    body: form,
    headers: { 'x-demo-user-id': ADMIN },
  });
  const [api] = upload.parse(await uploaded.json());
  await calls.inSandbox('PATCH', `/creds-api/${api.creds_id}`, {
    authType: 'bearer_token',
    bearerToken: 'recorded-bearer-token',
  });
  const offered = added.parse(await calls.inSandbox('POST', '/find-additions', { credsId: api.creds_id }));
  await calls.inSandbox(
    'POST',
    '/batch-commit',
    offered.added.map((each) => ({
      cloudId: each.cloud_id,
      credsId: api.creds_id,
      staticCommandSourceId: each.static_command_source_id,
      commitType: 'addition',
    })),
  );
  await calls.inSandbox('POST', '/command-templates', {
    credsId: api.creds_id,
    name: requests.singleRequest,
    cloudId: `api::get::${workspace.api.origin}/v1/tickets`,
    inputs: [{ key: 'query.search', typeName: 'string' }],
  });
  const rows = await withClient(workspace.databaseUrl, (client) =>
    client.query<Command & { name: string }>(
      `select name, command_id as "kitId", template_id as "olId" from command where org_id = $1`,
      [SANDBOX],
    ),
  );
  const names = { ...routines, ...ofSandbox, ...operations, ...requests };
  return (name) => {
    const found = rows.rows.find((row) => row.name === names[name]);
    if (found === undefined) throw new Error(`The workspace has no command "${names[name]}"`);
    return { kitId: found.kitId, olId: found.olId };
  };
}
