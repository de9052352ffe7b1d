import type { Client } from 'pg';
import { descriptionOf, nameIn } from '@/server/connectors/_shared/routine-ids';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import type { TemplateDescription } from '@/server/connectors/things';
import { cloudIdPrefix, isOwnersSchema, readTypes } from './catalog/catalog';
import { readRoutines } from './catalog/routine-rows';
import { toTemplate } from './catalog/to-template';
import type { PostgresConnection } from './connection';
import { toConnectorError } from './errors';
import { withSession } from './session/session-pool';
import { withinTime } from './session/within-time';

/** Everything that a command needs to know about the routine. Throws `not_found` if it doesn't exist. */
export async function describe(
  connection: PostgresConnection,
  context: ConnectorContext,
  cloudId: string,
): Promise<TemplateDescription> {
  const found = await describeAll(connection, context, [cloudId]);
  return descriptionOf(found, cloudId, cloudIdPrefix(context.credsId));
}

/** The same for many routines at once, in two queries; those that don't exist are missing from the result. */
export async function describeAll(
  connection: PostgresConnection,
  context: ConnectorContext,
  cloudIds: readonly string[],
): Promise<Map<string, TemplateDescription>> {
  const prefix = cloudIdPrefix(context.credsId);
  const names = cloudIds.flatMap((cloudId) => nameIn(cloudId, prefix) ?? []);
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
