import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import type { ElsewhereConnector } from '@/server/connectors/types';

/** A kind of source that the product does not have. */
export const LOOPBACK = 'loopback';

const connectionSchema = z.object({ origin: z.string(), lookAgainMs: z.int() });
type LoopbackConnection = z.output<typeof connectionSchema>;

const handleSchema = z.object({ name: z.string(), linesRead: z.int() });
const workSchema = z.object({
  state: z.enum(['going', 'ended', 'stopped']),
  values: z.record(z.string(), z.json()),
  lines: z.array(z.string()),
});

async function ask(
  { origin }: LoopbackConnection,
  method: string,
  name: string,
  signal: AbortSignal,
  body?: string,
) {
  const response = await fetch(`${origin}/work/${encodeURIComponent(name)}`, {
    method,
    signal,
    ...(body === undefined ? {} : { body }),
  }).catch((cause) => {
    throw new ConnectorError('unreachable', 'The workshop cannot be reached.', null, { cause });
  });
  if (response.status === 404) throw new ConnectorError('not_found', 'This work was not found.');
  return workSchema.parse(await response.json());
}

const nothing = () => Promise.reject(new ConnectorError('not_found', 'Nothing can be discovered here.'));

/** Its work continues in a workshop on loopback. */
export const loopbackConnector: ElsewhereConnector<LoopbackConnection> = {
  kind: LOOPBACK,
  label: 'Loopback',
  thing: { one: 'work', many: 'works' },
  addingWays: [],
  typeSystem: 'openapi',
  capabilities: [],
  inputEdits: {},
  credType: 'api',
  connection: connectionSchema,
  secretKeys: [],
  addressKeys: ['origin'],
  check: async () => ({ serverVersion: 'Loopback' }),
  discover: async () => [],
  describe: nothing,
  describeAll: async () => new Map(),
  close: async () => {},
  elsewhere: {
    async start(connection, _context, { values, signal }, name) {
      await ask(connection, 'POST', name, signal, JSON.stringify(values));
      return { handle: { name, linesRead: 0 }, lookAgainMs: connection.lookAgainMs };
    },
    async follow(connection, _context, handle, sink, signal) {
      const { name, linesRead } = handleSchema.parse(handle);
      const { state, values, lines } = await ask(connection, 'GET', name, signal);
      for (const message of lines.slice(linesRead)) sink.log({ level: 'info', message, atMs: 0 });
      sink.link({ kind: 'execution', label: name, url: `${connection.origin}/work/${name}` });
      if (state === 'going') {
        const next: JsonValue = { name, linesRead: lines.length };
        return { ended: false, lookAgainMs: connection.lookAgainMs, handle: next };
      }
      sink.table([{ name: 'made', type: 'text' }]);
      await sink.row([JSON.stringify(values)]);
      return { ended: true, errors: [] };
    },
    async cancel(connection, _context, handle, signal) {
      await ask(connection, 'DELETE', handleSchema.parse(handle).name, signal);
    },
  },
};
