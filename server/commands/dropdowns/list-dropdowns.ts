import statement from 'sql-template-tag';
import type { listDropdowns as listDropdownsOperation } from '@/lib/contract/command/dropdowns';
import { type Dropdown, readDropdowns } from '@/server/commands/dropdowns/dropdown-query';
import type { Context } from '@/server/operations/context';
import { type FilterFields, sortSql } from '@/server/operations/list-filter';

const FIELDS: FilterFields = { dropdown_id: 'd.dropdown_id', name: 'lower(d.name)' };

/** The organization's dropdowns. What the caller can't access of sending and using commands is left out. */
export function listDropdowns({
  actor,
  subject: { orgId },
  query: order,
}: Context<typeof listDropdownsOperation>): Promise<Dropdown[]> {
  return readDropdowns(actor, orgId, {
    where: statement`true`,
    order: sortSql(order, FIELDS, 'd.dropdown_id'),
  });
}
