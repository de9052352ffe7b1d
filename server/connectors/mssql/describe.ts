import { descriptionOf, nameIn } from '@/server/connectors/_shared/routine-ids';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import type { TemplateDescription } from '@/server/connectors/things';
import { readParameters, readRoutines, readTableColumns } from './catalog/catalog';
import { toTemplate } from './catalog/to-template';
import type { MssqlConnection } from './connection';
import { cloudIdPrefix } from './names';
import { withSession } from './session/session-pool';

/** Everything that a command needs to know about the routine. Throws `not_found` if it doesn't exist. */
export async function describe(
  connection: MssqlConnection,
  context: ConnectorContext,
  cloudId: string,
): Promise<TemplateDescription> {
  const found = await describeAll(connection, context, [cloudId]);
  return descriptionOf(found, cloudId, cloudIdPrefix(context.credsId));
}

/** The same for many routines at once, in three queries; those that don't exist are missing from the result. */
export async function describeAll(
  connection: MssqlConnection,
  context: ConnectorContext,
  cloudIds: readonly string[],
): Promise<Map<string, TemplateDescription>> {
  const { credsId } = context;
  const prefix = cloudIdPrefix(credsId);
  const names = cloudIds.flatMap((cloudId) => nameIn(cloudId, prefix) ?? []);
  const wanted = new Set(cloudIds);
  return withSession(connection, context, null, async (session) => {
    const routines = await readRoutines(session, connection, names);
    const parameters = await readParameters(session, connection, names);
    const hasTables = [...parameters.values()].some((own) => own.some(({ isTable }) => isTable));
    const columns = hasTables ? await readTableColumns(session, connection) : [];
    const templates = routines.map((row) => toTemplate(row, parameters.get(row.id) ?? [], columns, credsId));
    return new Map(
      templates.filter(({ cloudId }) => wanted.has(cloudId)).map((template) => [template.cloudId, template]),
    );
  });
}
