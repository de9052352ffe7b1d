import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import { type CacheInterval, cacheInterval } from '@/lib/contract/command/form-dropdown';
import { loadRunnable, type RunnableSubject } from '@/server/access/load/load-command';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';

/** Where the options stand in a result. */
export interface OutputPlace {
  columnId: number;
  kind: 'column' | 'field';
  resultSet: number;
  path: string;
}

/** A dropdown that takes its options from a command, as it is linked to an input. */
export interface LinkedDropdown {
  inputId: number;
  senderCommandId: number;
  linkedBy: string;
  cacheInterval: CacheInterval | null;
  value: OutputPlace;
  display: OutputPlace;
}

/** The dropdowns from commands that are linked to inputs of a command. */
export async function readLinkedDropdowns(
  orgId: string,
  commandId: number,
  inputIds: readonly number[],
): Promise<LinkedDropdown[]> {
  const rows = await query(
    {
      input_id: column.int,
      sender_command_id: column.int,
      linked_by: column.text,
      cache_interval: cacheInterval.nullable(),
      value: column.json<OutputPlace>(),
      display: column.json<OutputPlace>(),
    },
    statement`select i.input_id, d.sender_command_id, i.dropdown_linked_by as linked_by, d.cache_interval,
        json_build_object('columnId', v.output_column_id, 'kind', v.kind, 'resultSet', v.result_set, 'path', v.path) as value,
        json_build_object('columnId', s.output_column_id, 'kind', s.kind, 'resultSet', s.result_set, 'path', s.path) as display
      from command_input i
      join dropdown d on d.org_id = i.org_id and d.dropdown_id = i.dropdown_id and d.kind = 'command_output'
      join output_column v on v.org_id = d.org_id and v.output_column_id = d.value_column_id
      join output_column s on s.org_id = d.org_id and s.output_column_id = d.display_column_id
      where i.org_id = ${orgId} and i.command_id = ${commandId} and i.input_id = any(${[...inputIds]}::int[])`,
  );
  return rows.map((row) => ({
    inputId: row.input_id,
    senderCommandId: row.sender_command_id,
    linkedBy: row.linked_by,
    cacheInterval: row.cache_interval,
    value: row.value,
    display: row.display,
  }));
}

/**
 * The sending command with the access of the engineer who linked the dropdown. They never count as its engineer here, so
 * that hidden inputs keep the sender's own values. Null if they lost access, or if it was deleted.
 */
export async function loadSender(
  orgId: string,
  { senderCommandId, linkedBy }: LinkedDropdown,
): Promise<RunnableSubject | null> {
  const linker: Person = { kind: 'person', userId: linkedBy, name: '', email: null, memberships: [] };
  try {
    const sender = await loadRunnable(linker, orgId, senderCommandId, 'command.run');
    const { access } = sender.standing;
    return {
      ...sender,
      standing: { ...sender.standing, access: access === null ? null : { ...access, role: 'runner' } },
    };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
