import type { Client } from 'pg';
import { ConnectorError } from '../_shared/connector-error';
import type { ConnectorContext, TemplateDescription } from '../types';
import { cloudIdPrefix, isOwnersSchema, readTypes } from './catalog';
import type { PostgresConnection } from './connection';
import { toConnectorError } from './errors';
import { readRoutines } from './routine-rows';
import { withSession } from './session-pool';
import { toTemplate } from './to-template';
import { withinTime } from './within-time';

/** Everything that a command needs to know about the routine. Throws `not_found` if it doesn't exist. */
export async function describe(
  connection: PostgresConnection,
  context: ConnectorContext,
  cloudId: string,
): Promise<TemplateDescription> {
  const found = (await describeAll(connection, context, [cloudId])).get(cloudId);
  if (found !== undefined) return found;
  const name = nameIn(cloudId, context.credsId) ?? cloudId;
  const message = `"${name}" is no longer in the database, or was renamed. Look for additions, or ask the database's owner.`;
  throw new ConnectorError('not_found', message);
}

/** The same for many routines at once, in two queries; those that don't exist are missing from the result. */
export async function describeAll(
  connection: PostgresConnection,
  context: ConnectorContext,
  cloudIds: readonly string[],
): Promise<Map<string, TemplateDescription>> {
  const names = cloudIds.flatMap((cloudId) => nameIn(cloudId, context.credsId) ?? []);
  const templates = await withSession(connection, context, null, ({ client }) =>
    withinTime(client, () => describeNamed(client, context.credsId, names, isOwnersSchema)).catch(
      (error: unknown) => {
        throw toConnectorError(error, connection);
      },
    ),
  );
  return new Map(templates.map((template) => [template.cloudId, template]));
}

/** Describes the routines of these names in the schemas that the condition on `n` allows. */
export async function describeNamed(
  client: Client,
  credsId: number,
  names: readonly string[],
  inSchemas: string,
): Promise<TemplateDescription[]> {
  const rows = await readRoutines(client, names, inSchemas);
  const oids = rows.flatMap((row) => [row.return_oid, ...row.arguments.map(({ oid }) => oid)]);
  const typeOf = await readTypes(client, [...new Set(oids)]);
  return rows.map((row) => toTemplate(row, typeOf, cloudIdPrefix(credsId) + row.cloud_name));
}

/** Null if the id belongs to another credential, or contains something that no name can. */
function nameIn(cloudId: string, credsId: number): string | null {
  const prefix = cloudIdPrefix(credsId);
  if (!cloudId.startsWith(prefix) || /\0|\p{Surrogate}/u.test(cloudId)) return null;
  return cloudId.slice(prefix.length);
}
