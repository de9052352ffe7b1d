import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import { holdsSecret } from '@/lib/inputs/secret-values';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { column, query } from '@/server/base/database/statements';
import { connectorFor } from '@/server/connectors/registry';

/**
 * Whether the person who runs a command decides what it returns by more than the values that its runs keep: by a secret that
 * is filled from them, or by a connection that takes its credential from them.
 */
export async function answersEachPerson({ orgId, form }: RunnableSubject): Promise<boolean> {
  const { inputs, template } = form;
  if (inputs.some(({ variable, type }) => variable !== null && holdsSecret(type))) return true;
  const { connection, needsVariables } = connectorFor(template.sourceKind);
  if (needsVariables === undefined) return false;
  const [stored] = await query(
    { settings: column.json<Record<string, JsonValue>>() },
    statement`select settings from credential
      where org_id = ${orgId} and credential_id = ${template.credentialId}`,
  );
  // The settings say which parts come from a person, so the secrets stay sealed.
  const { data } = connection.safeParse(stored?.settings);
  return data === undefined || needsVariables(data);
}
