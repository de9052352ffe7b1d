import statement from 'sql-template-tag';
import { isSameJson, type JsonValue } from '@/lib/base/json';
import type {
  createDropdown as createDropdownOperation,
  updateDropdown as updateDropdownOperation,
} from '@/lib/contract/command/dropdowns';
import { cacheInterval, dropdownKind } from '@/lib/contract/command/form-dropdown';
import { recordAudit } from '@/server/access/audit';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { changedMeanwhile, notFound } from '@/server/base/errors';
import { checkLinkedValues } from '@/server/commands/dropdowns/check-links';
import {
  changedDefinition,
  checkSender,
  type DropdownDefinition,
  newDefinition,
} from '@/server/commands/dropdowns/definition';
import { type Dropdown, readDropdownAs } from '@/server/commands/dropdowns/dropdown-query';
import { refuseNewOptions } from '@/server/commands/dropdowns/refuse-new-options';
import { checkRunning } from '@/server/commands/settings/check-running';
import type { Context } from '@/server/operations/context';

type Named = DropdownDefinition & { name: string };

/** As the audit log names the columns. */
const audited = ({ name, values, ...definition }: Named): Record<string, JsonValue> => ({
  name,
  type: definition.kind,
  values,
  sender_kit_id: definition.senderCommandId,
  sender_value_nooc_id: definition.valueColumnId,
  sender_display_nooc_id: definition.displayColumnId,
  cache_interval: definition.cacheInterval,
});

async function checkSenderRunning(tx: Sql, orgId: string, { senderCommandId }: Named): Promise<void> {
  if (senderCommandId !== null) await checkRunning(tx, orgId, { commandId: senderCommandId });
}

/** Creates a dropdown. Throws 400 for a sending command that the person can't run. */
export async function createDropdown({
  actor,
  subject: { orgId },
  body: { name, ...sent },
  audit,
}: Context<typeof createDropdownOperation>): Promise<Dropdown> {
  const made = { name, ...newDefinition(sent) };
  const dropdownId = await transaction(async (tx) => {
    await checkSender(tx, actor, orgId, made);
    const [row] = await query(
      { dropdown_id: column.int },
      statement`insert into dropdown (org_id, name, kind, values, sender_command_id, value_column_id,
          display_column_id, cache_interval, created_by_user_id)
        values (${orgId}, ${name}, ${made.kind}::dropdown_kind, ${made.values}::text[], ${made.senderCommandId},
          ${made.valueColumnId}, ${made.displayColumnId}, ${made.cacheInterval}::cache_interval, ${actor.userId})
        returning dropdown_id`,
      tx,
    );
    if (row === undefined) throw new Error('A dropdown was not inserted');
    await checkSenderRunning(tx, orgId, made);
    await recordAudit(tx, audit, {
      orgId,
      action: 'dropdown.create',
      subjectType: 'dropdown',
      subjectId: String(row.dropdown_id),
      after: audited(made),
    });
    return row.dropdown_id;
  });
  return readDropdownAs(actor, orgId, dropdownId);
}

async function lockDropdown(
  tx: Sql,
  orgId: string,
  dropdownId: number,
): Promise<Named & { version: number }> {
  const [row] = await query(
    {
      name: column.text,
      kind: dropdownKind,
      values: column.texts,
      sender_command_id: column.int.nullable(),
      value_column_id: column.int.nullable(),
      display_column_id: column.int.nullable(),
      cache_interval: cacheInterval.nullable(),
      version: column.int,
    },
    statement`select name, kind, values, sender_command_id, value_column_id, display_column_id, cache_interval, version
      from dropdown where org_id = ${orgId} and dropdown_id = ${dropdownId} for update`,
    tx,
  );
  if (row === undefined) throw notFound();
  return {
    name: row.name,
    kind: row.kind,
    values: row.values,
    senderCommandId: row.sender_command_id,
    valueColumnId: row.value_column_id,
    displayColumnId: row.display_column_id,
    cacheInterval: row.cache_interval,
    version: row.version,
  };
}

/**
 * Changes a dropdown. A person who changes where its options come from must be able to run the sending command. Throws
 * 409 if someone else changed it since the client read it, and as `refuseNewOptions` does.
 */
export async function updateDropdown({
  actor,
  subject: { orgId },
  params: { dropdownId },
  body: { name, version, ...sent },
  audit,
}: Context<typeof updateDropdownOperation>): Promise<Dropdown> {
  const isStale = await transaction(async (tx) => {
    const { version: current, ...before } = await lockDropdown(tx, orgId, dropdownId);
    if (version !== undefined && version !== current) return true;
    const after: Named = { name: name ?? before.name, ...changedDefinition(before, sent) };
    const [was, is] = [audited(before), audited(after)];
    const keys = Object.keys(is).filter((key) => !isSameJson(was[key], is[key]));
    if (keys.length === 0) return false;
    if (keys.some((key) => key.startsWith('sender_'))) await checkSender(tx, actor, orgId, after);
    const added = after.values.filter((value) => !before.values.includes(value));
    await checkLinkedValues(tx, orgId, dropdownId, added);
    await execute(
      statement`update dropdown set name = ${after.name}, values = ${after.values}::text[],
          sender_command_id = ${after.senderCommandId}, value_column_id = ${after.valueColumnId},
          display_column_id = ${after.displayColumnId}, cache_interval = ${after.cacheInterval}::cache_interval,
          version = version + 1
        where org_id = ${orgId} and dropdown_id = ${dropdownId}`,
      tx,
    );
    await checkSenderRunning(tx, orgId, after);
    await refuseNewOptions(tx, audit, { orgId, dropdownId, name: before.name, before, after });
    const picked = (values: Record<string, JsonValue>) =>
      Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
    await recordAudit(tx, audit, {
      orgId,
      action: 'dropdown.update',
      subjectType: 'dropdown',
      subjectId: String(dropdownId),
      before: picked(was),
      after: picked(is),
    });
    return false;
  });
  const now = await readDropdownAs(actor, orgId, dropdownId);
  if (isStale) throw changedMeanwhile(now);
  return now;
}
