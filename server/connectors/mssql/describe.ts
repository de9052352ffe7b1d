import { ConnectorError } from '../_shared/connector-error';
import type { ConnectorContext, TemplateDescription } from '../types';
import { readParameters, readRoutines, readTableColumns } from './catalog';
import type { MssqlConnection } from './connection';
import { cloudIdPrefix } from './names';
import { withSession } from './session-pool';
import { toTemplate } from './to-template';

/** Everything that a command needs to know about the routine. Throws `not_found` if it doesn't exist. */
export async function describe(
  connection: MssqlConnection,
  context: ConnectorContext,
  cloudId: string,
): Promise<TemplateDescription> {
  const found = (await describeAll(connection, context, [cloudId])).get(cloudId);
  if (found !== undefined) return found;
  const name = nameIn(cloudId, context.credsId) ?? cloudId;
  const message = `"${name}" is no longer in the database, or was renamed. Look for additions, or ask the database's owner.`;
  throw new ConnectorError('not_found', message);
}

/** The same for many routines at once, in three queries; those that don't exist are missing from the result. */
export async function describeAll(
  connection: MssqlConnection,
  context: ConnectorContext,
  cloudIds: readonly string[],
): Promise<Map<string, TemplateDescription>> {
  const { credsId } = context;
  const names = cloudIds.flatMap((cloudId) => nameIn(cloudId, credsId) ?? []);
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

/** Null if the id belongs to another credential, or contains something that no name can. */
function nameIn(cloudId: string, credsId: number): string | null {
  const prefix = cloudIdPrefix(credsId);
  if (!cloudId.startsWith(prefix) || /\0|\p{Surrogate}/u.test(cloudId)) return null;
  return cloudId.slice(prefix.length);
}
