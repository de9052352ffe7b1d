import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import { changesData } from '@/lib/commands/warning-tag';
import { LONGEST_VALUE, MOST_VALUES } from '@/lib/contract/command/dropdowns';
import type { CacheInterval } from '@/lib/contract/command/form-dropdown';
import { warningTag } from '@/lib/settings/command-choices';
import { loadCommand } from '@/server/access/load/load-command';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError, invalidAt } from '@/server/base/errors';

/** What a dropdown is, as its row has it. */
export interface DropdownDefinition {
  kind: 'hardcoded' | 'command_output';
  values: string[];
  senderCommandId: number | null;
  valueColumnId: number | null;
  displayColumnId: number | null;
  cacheInterval: CacheInterval | null;
}

/** The fields as requests send them; absent ones stay. */
export interface SentDefinition {
  values?: string[] | string | null | undefined;
  senderCommandId?: number | null | undefined;
  valueColumnId?: number | null | undefined;
  displayColumnId?: number | null | undefined;
  cacheInterval?: CacheInterval | null | undefined;
}

const NO_VALUES = 'Error: no enum options provided';

/** The values of `enum`: a list, or its JSON text. Spaces around them, empty ones, and repetitions are removed. */
function valuesOf(sent: string[] | string | null): string[] {
  const values = [...new Set(listOf(sent).map((value) => value.trim()))].filter((value) => value !== '');
  if (values.length === 0) throw invalidAt('enum', NO_VALUES);
  if (values.length > MOST_VALUES) {
    throw invalidAt(
      'enum',
      `A dropdown holds at most ${MOST_VALUES} values. Take longer lists from a command.`,
    );
  }
  const long = values.find((value) => value.length > LONGEST_VALUE);
  if (long !== undefined) {
    throw invalidAt('enum', `A value has at most ${LONGEST_VALUE} characters: ${long.slice(0, 40)}…`);
  }
  if (values.some((value) => value.includes('\0')))
    throw invalidAt('enum', 'A value contains a NUL character');
  return values;
}

function listOf(sent: string[] | string | null): string[] {
  if (typeof sent !== 'string') return sent ?? [];
  const parsed = parseList(sent);
  if (parsed === null) throw invalidAt('enum', 'Must be a JSON list of texts');
  return parsed;
}

function parseList(text: string): string[] | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) && parsed.every((each) => typeof each === 'string') ? parsed : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The definition that a request creates. Throws 400 for one that mixes both kinds or lacks a part. */
export function newDefinition(sent: SentDefinition): DropdownDefinition {
  const isFromCommand = sent.senderCommandId != null;
  if (sent.values != null && isFromCommand) {
    throw invalidAt('enum', 'A dropdown has either hardcoded values or a sending command, not both.');
  }
  if (!isFromCommand) {
    if (sent.values == null) throw invalidAt('senderKitId', 'Error: No command selected');
    return hardcoded(sent);
  }
  return fromCommand(sent);
}

/** The definition after a request changed it. */
export function changedDefinition(before: DropdownDefinition, sent: SentDefinition): DropdownDefinition {
  if (before.kind === 'hardcoded') {
    return hardcoded({ ...sent, values: sent.values === undefined ? before.values : sent.values });
  }
  if (sent.values != null) {
    throw invalidAt(
      'enum',
      'This dropdown takes its options from a command. Create another for hardcoded ones.',
    );
  }
  const pick = <K extends 'senderCommandId' | 'valueColumnId' | 'displayColumnId' | 'cacheInterval'>(
    key: K,
  ) => (sent[key] === undefined ? before[key] : sent[key]);
  return fromCommand({
    senderCommandId: pick('senderCommandId'),
    valueColumnId: pick('valueColumnId'),
    displayColumnId: pick('displayColumnId'),
    cacheInterval: pick('cacheInterval'),
  });
}

function hardcoded(sent: SentDefinition): DropdownDefinition {
  const others = [sent.senderCommandId, sent.valueColumnId, sent.displayColumnId, sent.cacheInterval];
  if (others.some((other) => other != null)) {
    throw invalidAt('enum', 'A hardcoded dropdown has neither a command nor columns nor a cache interval.');
  }
  return {
    kind: 'hardcoded',
    values: valuesOf(sent.values ?? null),
    senderCommandId: null,
    valueColumnId: null,
    displayColumnId: null,
    cacheInterval: null,
  };
}

function fromCommand(sent: SentDefinition): DropdownDefinition {
  const { senderCommandId, valueColumnId, displayColumnId } = sent;
  if (senderCommandId == null) throw invalidAt('senderKitId', 'Error: No command selected');
  if (valueColumnId == null || displayColumnId == null) {
    throw invalidAt('senderValueNoocId', 'Error: no value or display selected');
  }
  return {
    kind: 'command_output',
    values: [],
    senderCommandId,
    valueColumnId,
    displayColumnId,
    cacheInterval: sent.cacheInterval ?? null,
  };
}

/**
 * Checks that the person may run the sending command, and that the columns are its own. Throws 400 if not: whether
 * another command exists is not revealed.
 */
export async function checkSender(
  tx: Sql,
  actor: Person,
  orgId: string,
  { senderCommandId, valueColumnId, displayColumnId }: DropdownDefinition,
): Promise<void> {
  if (senderCommandId === null) return;
  try {
    await loadCommand(actor, orgId, senderCommandId, 'command.run', tx);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw invalidAt('senderKitId', "The command doesn't exist, or you can't run it.");
  }
  const [row] = await query(
    { found: column.int, warning_tag: warningTag.nullable() },
    statement`select count(*)::int as found, (
        select t.warning_tag from command c join template t on t.org_id = c.org_id and t.template_id = c.template_id
        where c.org_id = ${orgId} and c.command_id = ${senderCommandId}) as warning_tag
      from output_column
      where org_id = ${orgId} and command_id = ${senderCommandId}
        and output_column_id = any(${[valueColumnId, displayColumnId]}::int[])`,
    tx,
  );
  if (changesData(row?.warning_tag ?? null)) {
    throw invalidAt(
      'senderKitId',
      'This command is marked as changing data. Options load whenever a form opens, so choose a command that only reads.',
    );
  }
  if (row?.found === new Set([valueColumnId, displayColumnId]).size) return;
  throw invalidAt('senderValueNoocId', 'The columns must be output columns of the sending command.');
}
