import { z } from 'zod';
import { withClient } from '@/scripts/postgres/connect';
import { ADMIN, commitRoutine, SANDBOX } from '../../support/doubles/remote-app';
import type { Calls, Command } from './calls';
import { describeApi } from './sample-api';
import type { Workspace } from './workspace';

/** The routines, by their ids at the source: Pushboard makes names of its own. */
const routines = {
  orderTotal: 'order_total(integer)',
  orderAsJson: 'order_as_json(integer)',
  closeOrder: 'close_order(integer)',
  restock: 'restock(text, integer)',
  report: 'report(date)',
  shares: 'shares(integer)',
  labelOrder: 'label_order(integer, text[], jsonb, date, boolean)',
  trickle: 'trickle()',
  myDesk: 'my_desk(text)',
  regions: 'regions()',
  oldReport: 'old_report()',
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
  for (const signature of Object.values(routines)) await commitRoutine(origin, credsId, `desk.${signature}`);

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
    client.query<Command & { names: string[] }>(
      `select array[c.name, split_part(t.cloud_id, '::desk.', 2)] as names, c.command_id as "kitId",
         c.template_id as "olId"
       from command c join template t using (org_id, template_id) where c.org_id = $1`,
      [SANDBOX],
    ),
  );
  const names = { ...routines, ...ofSandbox, ...operations, ...requests };
  return (name) => {
    const found = rows.rows.find((row) => row.names.includes(names[name]));
    if (found === undefined) throw new Error(`The workspace has no command "${names[name]}"`);
    return { kitId: found.kitId, olId: found.olId };
  };
}
