import type { ConnectorContext } from '../connector-context';
import type { MssqlConnection } from './connection';
import { readRows } from './request';
import { withSession } from './session/session-pool';

/** Opens the connection, and returns the product with its version. */
export async function check(
  connection: MssqlConnection,
  context: ConnectorContext,
  signal: AbortSignal,
): Promise<{ serverVersion: string }> {
  const rows = await withSession(connection, context, signal, async (session) => {
    const onAbort = (): void => session.fail(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    return readRows(session, connection, 'select @@version').finally(() =>
      signal.removeEventListener('abort', onAbort),
    );
  });
  // The first line names the product and its number; what follows is the build, the edition, and the machine.
  const [line = ''] = String(rows[0]?.[0] ?? '').split('\n', 1);
  const plain = line.replace(/(\s*\([^)]*\))+\s*/g, ' ').trim();
  return { serverVersion: plain.slice(0, 200) || 'SQL Server' };
}
