import type {
  listCommands as listCommandsOperation,
  readCommandSummary as readSummaryOperation,
} from '@/lib/contract/commands';
import { COMMAND_VISIBLE } from '@/server/access/scope';
import { type CommandSummary, SUMMARY_SQL, type SummaryRow, summaryOf } from '@/server/commands/summary';
import { sql } from '@/server/db';
import { AppError, notFound } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { type FilterFields, filterSql, sortSql } from '@/server/http/list-filter';

/** A whole list holds at most this many rows; past it one asks for a page (decisions §2). */
const MOST_ROWS = 10_000;

const FIELDS: FilterFields = {
  kit_id: 'c.command_id',
  name: 'c.name',
  cloud_name: 't.cloud_name',
  directory_id: 'c.folder_id',
  directory_name: 'f.name',
  visibility: 'c.visibility',
  is_hidden: 'c.is_hidden',
  is_deleted: '(c.deleted_at is not null)',
  last_run_at: 'latest.started_at',
};

/** The commands of an organisation that the caller may see; never the deleted ones. */
export async function listCommands({
  actor,
  subject,
  query,
}: Context<typeof listCommandsOperation>): Promise<CommandSummary[]> {
  const filter = filterSql(query.filter ?? [], FIELDS, 3);
  const rows = await sql.query<SummaryRow>(
    `${SUMMARY_SQL}
     where c.org_id = $2 and c.deleted_at is null and ${COMMAND_VISIBLE}${filter.sql}
     order by ${sortSql(query, FIELDS, 'lower(c.name), c.command_id')}
     limit ${MOST_ROWS + 1}`,
    [actor.userId, subject.orgId, ...filter.values],
  );
  if (rows.length > MOST_ROWS) {
    throw new AppError('invalid', `There are more than ${MOST_ROWS} commands. Narrow the list with filter.`);
  }
  return rows.map(summaryOf);
}

export async function readCommandSummary({
  actor,
  subject,
}: Context<typeof readSummaryOperation>): Promise<CommandSummary> {
  const person = actor.kind === 'person' ? actor.userId : null;
  const [row] = await sql.query<SummaryRow>(`${SUMMARY_SQL} where c.org_id = $2 and c.command_id = $3`, [
    person,
    subject.orgId,
    subject.commandId,
  ]);
  if (row === undefined) throw notFound();
  return summaryOf(row);
}
