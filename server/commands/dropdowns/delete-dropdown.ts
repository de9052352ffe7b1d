import statement from 'sql-template-tag';
import type { deleteDropdown as deleteDropdownOperation } from '@/lib/contract/command/dropdowns';
import { recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/base/database/db';
import { execute, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { type Dropdown, readDropdownAs } from '@/server/commands/dropdowns/dropdown-query';
import type { Context } from '@/server/operations/context';

/** More names than these are counted. */
const MOST_NAMED = 5;

/** Names the commands that the person may see, and counts the others. */
function stillUsed({ uses, useCount }: Dropdown): AppError {
  const names = [...new Set(uses.map(({ commandName }) => commandName))];
  const named = names.slice(0, MOST_NAMED).map((name) => `“${name}”`);
  const others = useCount - uses.filter(({ commandName }) => names.indexOf(commandName) < MOST_NAMED).length;
  const rest = others === 0 ? [] : [others === 1 ? '1 more input' : `${others} more inputs`];
  return new AppError(
    'conflict',
    `This dropdown is still used by ${[...named, ...rest].join(', ')}. Unlink it there first.`,
  );
}

/**
 * Deletes a dropdown. Throws 409 while inputs use it. Commands that were deleted lose the link: when one is brought back,
 * its input is a plain field.
 */
export async function deleteDropdown({
  actor,
  subject: { orgId },
  params: { dropdownId },
  audit,
}: Context<typeof deleteDropdownOperation>): Promise<undefined> {
  await transaction(async (tx) => {
    // Inputs that are being linked wait for this, and then find that it is gone.
    const found = await query(
      {},
      statement`select from dropdown where org_id = ${orgId} and dropdown_id = ${dropdownId} for update`,
      tx,
    );
    if (found.length === 0) return;
    const dropdown = await readDropdownAs(actor, orgId, dropdownId, tx);
    if (dropdown.useCount > 0) throw stillUsed(dropdown);
    await execute(
      statement`update command_input set dropdown_id = null, dropdown_linked_by = null
        where org_id = ${orgId} and dropdown_id = ${dropdownId}`,
      tx,
    );
    await execute(
      statement`delete from dropdown where org_id = ${orgId} and dropdown_id = ${dropdownId}`,
      tx,
    );
    await recordAudit(tx, audit, {
      orgId,
      action: 'dropdown.delete',
      subjectType: 'dropdown',
      subjectId: String(dropdownId),
      before: { name: dropdown.name, type: dropdown.kind },
    });
  });
  return undefined;
}
