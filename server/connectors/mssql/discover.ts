import type { ConnectorContext } from '@/server/connectors/connector-context';
import type { Discovered } from '@/server/connectors/things';
import { readParameters, readRoutines } from './catalog/catalog';
import { declaredEffect, kindOf, likenessOf, reasonOf, signatureOf } from './catalog/to-template';
import type { MssqlConnection } from './connection';
import { cloudIdPrefix, cloudNameOf } from './names';
import { withSession } from './session/session-pool';

const kinds = { procedure: null, scalar: 'scalar function', table: 'table function' } as const;

/** Every procedure and function that the login can see, ordered by name; in two queries. */
export async function discover(
  connection: MssqlConnection,
  context: ConnectorContext,
): Promise<Discovered[]> {
  return withSession(connection, context, null, async (session) => {
    const routines = await readRoutines(session, connection, null);
    const parameters = await readParameters(session, connection, null);
    return routines.map((row) => {
      const own = parameters.get(row.id) ?? [];
      const cloudName = cloudNameOf(row.schema, row.name);
      const traits = [kinds[kindOf(row)], row.description?.split('\n', 1)[0]?.slice(0, 200)];
      return {
        cloudId: cloudIdPrefix(context.credsId) + cloudName,
        cloudName,
        friendlyName: row.name,
        signature: signatureOf(own),
        unavailableReason: reasonOf(row, own),
        extension: null,
        traits: traits.filter((trait): trait is string => Boolean(trait)),
        likeness: likenessOf(row, own),
        warningTag: declaredEffect(row),
      };
    });
  });
}
