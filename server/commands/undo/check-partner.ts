import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { UndoPartner } from '@/lib/settings/undo/undo-partner';
import { loadCommand } from '@/server/access/load/load-command';
import { refuseTarget } from '@/server/access/load/load-target';
import { type Sql, sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError, invalidAt } from '@/server/base/errors';

const refusal = (message: string) => invalidAt('undoPartner', message);

/** The visible inputs of a command: their keys, and which of them hold secrets. */
async function inputsOf(tx: Sql, orgId: string, commandId: number): Promise<ReadonlyMap<string, boolean>> {
  const rows = await query(
    { key: column.text, is_secret: column.boolean },
    statement`select ti.key, ti.type->>'inputType' is not distinct from 'password' as is_secret from command_input i
      join template_input ti on ti.org_id = i.org_id and ti.template_input_id = i.template_input_id
      where i.org_id = ${orgId} and i.command_id = ${commandId} and not i.hidden`,
    tx,
  );
  return new Map(rows.map(({ key, is_secret }) => [key, is_secret]));
}

/**
 * Throws 400 unless the person may run the partner, and it has the inputs that are filled, from inputs that this command
 * has. A fixed value of a secret would be shown to everyone who may configure the command.
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
  const [theirs, own] = [await inputsOf(tx, orgId, kit_id), await inputsOf(tx, orgId, commandId)];
  for (const map of maps) {
    const isSecret = theirs.get(map.input_key);
    if (isSecret === undefined) {
      throw refusal(`The undo partner has no visible input named ${map.input_key}.`);
    }
    if (map.from === 'value' && isSecret) {
      throw refusal(`${map.input_key} holds a secret, which can't be a fixed value.`);
    }
    if (map.from === 'input' && !own.has(map.name)) {
      throw refusal(`This command has no visible input named ${map.name}.`);
    }
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
