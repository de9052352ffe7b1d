import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { UndoPartner } from '@/lib/settings/undo/undo-partner';
import { loadCommand } from '@/server/access/load/load-command';
import { refuseTarget } from '@/server/access/load/load-target';
import { type Sql, sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';

const refusal = (message: string) =>
  new AppError('invalid', message, { issues: [{ path: 'undoPartner', message }] });

/** The keys of a command's visible inputs. */
async function keysOf(tx: Sql, orgId: string, commandId: number): Promise<ReadonlySet<string>> {
  const rows = await query(
    { key: column.text },
    statement`select ti.key from command_input i
      join template_input ti on ti.org_id = i.org_id and ti.template_input_id = i.template_input_id
      where i.org_id = ${orgId} and i.command_id = ${commandId} and not i.hidden`,
    tx,
  );
  return new Set(rows.map(({ key }) => key));
}

/**
 * Throws 400 unless the person may run the partner, and it has the inputs that are filled, from inputs that this command
 * has.
 */
export async function refuseBadPartner(
  tx: Sql,
  actor: Person,
  { orgId, commandId }: { orgId: string; commandId: number },
  { kit_id, maps }: UndoPartner,
): Promise<void> {
  try {
    await refuseTarget(actor, orgId, kit_id, tx);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'invalid') throw error;
    throw refusal("The undo partner doesn't exist, or you can't run it.");
  }
  const [theirs, own] = [await keysOf(tx, orgId, kit_id), await keysOf(tx, orgId, commandId)];
  for (const { input_key, from, name } of maps) {
    if (!theirs.has(input_key)) throw refusal(`The undo partner has no visible input named ${input_key}.`);
    if (from === 'input' && !own.has(name)) throw refusal(`This command has no visible input named ${name}.`);
  }
  if (new Set(maps.map(({ input_key }) => input_key)).size < maps.length) {
    throw refusal('An input of the undo partner is listed twice. List each input once.');
  }
}

/** Whether a person may have this partner on a command of theirs; one that they may not run is dropped in silence. */
export async function mayPartner(
  actor: Person,
  orgId: string,
  partner: UndoPartner,
  db: Sql = sql,
): Promise<boolean> {
  try {
    const { standing } = await loadCommand(actor, orgId, partner.kit_id, 'command.run', db);
    return standing.isCopycat !== true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
