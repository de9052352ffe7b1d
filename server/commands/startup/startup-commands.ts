import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { JsonValue } from '@/lib/base/json';
import type { InputValues } from '@/lib/inputs/input';
import { startupRow } from '@/lib/results/startup-row';
import type { CommandSubject } from '@/server/access/load/load-command';
import { commandAccess } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { column, query } from '@/server/base/database/statements';
import { invalidAt } from '@/server/base/errors';
import { keepStartupValues } from '@/server/people/variables/variables';

/** A command that runs when a person opens an organization. */
export interface StartupCommand {
  commandId: number;
  templateId: number;
  /** Whether it has finished since the person signed in. */
  isDone: boolean;
}

/** Returns the startup commands of an organization that the person has access to. */
export async function startupCommandsOf(actor: Person, orgId: string): Promise<StartupCommand[]> {
  const rows = await query(
    { command_id: column.int, template_id: column.int, is_done: column.boolean },
    statement`select c.command_id, c.template_id, exists (
       select 1 from startup_value v
       where v.user_id = ${actor.userId} and v.org_id = c.org_id and v.command_id = c.command_id) as is_done
     from template t
     join command c on c.org_id = t.org_id and c.template_id = t.template_id and c.deleted_at is null
     ${commandAccess(viewerOf(actor))}
     where t.org_id = ${orgId} and t.run_on_startup and access.role is not null and c.follows_command_id is null
     order by c.command_id`,
  );
  return rows.map((row) => ({
    commandId: row.command_id,
    templateId: row.template_id,
    isDone: row.is_done,
  }));
}

/**
 * Returns the values that a startup command runs with. Its engineers set them: a person who could choose the values, or
 * another command, could give themselves any variable. Runners need not know the values and send none.
 */
export async function startupParams(command: CommandSubject, given: InputValues): Promise<InputValues> {
  const [template] = await query(
    { run_on_startup: column.boolean, params: column.json<InputValues>().nullable() },
    statement`select run_on_startup, run_on_startup_values as params from template
     where org_id = ${command.orgId} and template_id = ${command.templateId}`,
  );
  if (template?.run_on_startup !== true) {
    throw invalidAt('isStartup', 'This command is not a startup command.');
  }
  const params = template.params ?? {};
  const isOwn = Object.entries(given).every(
    ([key, value]) => Object.hasOwn(params, key) && JSON.stringify(params[key]) === JSON.stringify(value),
  );
  if (!isOwn) throw invalidAt('params', 'A startup command runs with the values it is configured with.');
  return params;
}

/** Saves the result of a startup command as variables, if it is one row. */
export async function keepStartupAnswer(
  actor: Person,
  { orgId, commandId }: CommandSubject,
  ended: { status: string; payload: JsonValue; payloadFormat: string | null },
): Promise<void> {
  const row = ended.status === 'success' ? startupRow(ended) : null;
  if (row !== null) await keepStartupValues(actor, orgId, commandId, row);
}
