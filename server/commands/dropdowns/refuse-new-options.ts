import statement from 'sql-template-tag';
import { NEW_OPTIONS } from '@/lib/settings/loosened-safeguards';
import type { AuditSource } from '@/server/access/audit';
import { commandAccess } from '@/server/access/scope';
import { anyone } from '@/server/access/viewer';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import type { DropdownDefinition } from '@/server/commands/dropdowns/definition';
import { refuseDifferences } from '@/server/safeguards/loosening';

interface Changed {
  orgId: string;
  dropdownId: number;
  /** As it was called before. */
  name: string;
  before: DropdownDefinition;
  after: DropdownDefinition;
}

/**
 * Refuses more options, or options from elsewhere, for inputs of commands whose runs need approval, as `refuseLoosening`
 * does. Commands that the person isn't an engineer of, which are private ones for admins, aren't theirs to ask about. Call
 * it in the transaction that holds the dropdown locked.
 */
export async function refuseNewOptions(
  tx: Sql,
  audit: AuditSource,
  { orgId, dropdownId, name, before, after }: Changed,
): Promise<void> {
  const added = after.values.filter((value) => !before.values.includes(value));
  const isFromElsewhere =
    after.senderCommandId !== before.senderCommandId || after.valueColumnId !== before.valueColumnId;
  if (added.length === 0 && !isFromElsewhere) return;
  const commands = await query(
    { command_id: column.int, name: column.text, version: column.int, keys: column.texts },
    statement`select c.command_id, c.name, c.version, linked.keys from (
        select i.command_id, array_agg(ti.key order by ti.key) as keys from command_input i
        join template_input ti on ti.org_id = i.org_id and ti.template_input_id = i.template_input_id
        where i.org_id = ${orgId} and i.dropdown_id = ${dropdownId}
        group by i.command_id) linked
      join command c on c.org_id = ${orgId} and c.command_id = linked.command_id
      ${commandAccess(anyone(statement`${audit.actorUserId}`))}
      where c.needs_approval and c.deleted_at is null and access.role = 'admin'
      order by c.command_id`,
    tx,
  );
  const options = isFromElsewhere ? { sender: after.senderCommandId, column: after.valueColumnId } : added;
  await refuseDifferences(
    tx,
    audit,
    commands.map(({ command_id: commandId, name: commandName, version, keys }) => ({
      orgId,
      commandId,
      name: commandName,
      version,
      differences: keys.map((inputKey) => ({ inputKey, setting: NEW_OPTIONS, before: name, after: options })),
    })),
  );
}
