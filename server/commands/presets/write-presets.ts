import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import * as contract from '@/lib/contract/command/presets';
import { openValues } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError, forbidden, notFound } from '@/server/base/errors';
import { configures, type Preset, presetsFor } from '@/server/commands/presets/list-presets';
import type { Context } from '@/server/operations/context';

const ONLY_ENGINEERS_SHARE = "Only the command's engineers can share presets.";

/** The values as they are stored. Throws 400 for those that a preset never holds, and 413 for too many. */
function storedValues(inputs: readonly Input[], values: InputValues): string {
  const open = openValues(inputs, values);
  const others = Object.keys(values).filter((key) => !Object.hasOwn(open, key));
  if (others.length > 0) {
    const names = inputNames(inputs);
    throw new AppError(
      'invalid',
      `A preset can't hold ${others.map((key) => nameOf(names, key)).join(', ')}: only values that you fill in, without passwords and files.`,
      {
        issues: others.map((key) => ({ path: `runrams.${key}`, message: "A preset can't hold this value." })),
      },
    );
  }
  const text = JSON.stringify(open);
  if (text.length <= contract.LARGEST_PRESET) return text;
  throw new AppError('too_large', 'A preset holds at most 100 kB of values. Save fewer or shorter ones.');
}

/** Locks the command, so that its presets are counted and named one after the other. */
async function refuseOneMore(
  tx: Sql,
  { orgId, commandId }: RunnableSubject,
  ownerUserId: string,
  name: string,
  isShared: boolean,
  exceptId: number | null,
): Promise<void> {
  await query(
    { command_id: column.int },
    statement`select command_id from command where org_id = ${orgId} and command_id = ${commandId} for no key update`,
    tx,
  );
  const [found] = await query(
    { others: column.int, is_taken: column.boolean },
    statement`select count(*)::int as others,
        coalesce(bool_or(lower(name) = lower(${name})), false) as is_taken
      from preset
      where org_id = ${orgId} and command_id = ${commandId} and is_shared = ${isShared}
        and (is_shared or owner_user_id = ${ownerUserId}) and preset_id is distinct from ${exceptId}::int`,
    tx,
  );
  if (found?.is_taken === true) {
    throw new AppError('conflict', `There is already a preset named "${name}". Choose another name.`);
  }
  if ((found?.others ?? 0) >= contract.MOST_PRESETS) {
    throw new AppError('conflict', `There are ${contract.MOST_PRESETS} presets already. Delete one first.`);
  }
}

/** The values stay out of the log: they may be personal, and the preset itself shows them. */
async function recordPreset(
  tx: Sql,
  audit: AuditSource,
  { orgId, commandId }: RunnableSubject,
  action: 'preset.create' | 'preset.update' | 'preset.delete',
  { name, isShared }: Pick<Preset, 'name' | 'isShared'>,
): Promise<void> {
  await recordAudit(tx, audit, {
    orgId,
    action,
    subjectType: 'command',
    subjectId: String(commandId),
    after: { preset: name, is_shared: isShared },
  });
}

async function readPreset(
  actor: Person,
  command: RunnableSubject,
  presetId: number,
  tx: Sql,
): Promise<Preset> {
  const [found] = await presetsFor(actor, command, statement`and p.preset_id = ${presetId}`, tx);
  if (found === undefined) throw notFound();
  return found;
}

/** Saves values under a name. Throws 409 for a name that is taken. */
export async function createPreset({
  actor,
  subject: command,
  body: { name, values, isShared },
  audit,
}: Context<typeof contract.createPreset>): Promise<Preset> {
  if (isShared && !configures(actor, command)) throw forbidden(ONLY_ENGINEERS_SHARE);
  const stored = storedValues(command.form.inputs, values);
  return transaction(async (tx) => {
    await refuseOneMore(tx, command, actor.userId, name, isShared, null);
    const [row] = await query(
      { preset_id: column.int },
      statement`insert into preset (org_id, command_id, owner_user_id, name, is_shared, values)
        values (${command.orgId}, ${command.commandId}, ${actor.userId}, ${name}, ${isShared}, ${stored})
        returning preset_id`,
      tx,
    );
    if (row === undefined) throw new Error('A preset was not inserted');
    await recordPreset(tx, audit, command, 'preset.create', { name, isShared });
    return readPreset(actor, command, row.preset_id, tx);
  });
}

/** The preset, if the person may change it. Throws 404 for one that they don't see, and 403 for one of others. */
async function changeable(
  actor: Person,
  command: RunnableSubject,
  presetId: number,
  tx: Sql,
): Promise<Preset> {
  const before = await readPreset(actor, command, presetId, tx);
  if (!before.mayChange) throw forbidden("Only the command's engineers can change shared presets.");
  return before;
}

export async function updatePreset({
  actor,
  subject: command,
  params: { presetId },
  body,
  audit,
}: Context<typeof contract.updatePreset>): Promise<Preset> {
  const stored = body.values === undefined ? null : storedValues(command.form.inputs, body.values);
  return transaction(async (tx) => {
    const before = await changeable(actor, command, presetId, tx);
    const { name = before.name, isShared = before.isShared } = body;
    if (isShared && !configures(actor, command)) throw forbidden(ONLY_ENGINEERS_SHARE);
    if (!isShared && !before.isMine) {
      throw forbidden('Only the person who made this preset can stop sharing it. You can delete it.');
    }
    await refuseOneMore(tx, command, actor.userId, name, isShared, presetId);
    await execute(
      statement`update preset set name = ${name}, is_shared = ${isShared}, values = coalesce(${stored}::text, values),
          updated_at = now()
        where org_id = ${command.orgId} and preset_id = ${presetId}`,
      tx,
    );
    await recordPreset(tx, audit, command, 'preset.update', { name, isShared });
    return readPreset(actor, command, presetId, tx);
  });
}

export async function deletePreset({
  actor,
  subject: command,
  params: { presetId },
  audit,
}: Context<typeof contract.deletePreset>): Promise<undefined> {
  await transaction(async (tx) => {
    const before = await changeable(actor, command, presetId, tx);
    await execute(
      statement`delete from preset where org_id = ${command.orgId} and preset_id = ${presetId}`,
      tx,
    );
    await recordPreset(tx, audit, command, 'preset.delete', before);
  });
  return undefined;
}
