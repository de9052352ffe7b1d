import statement from 'sql-template-tag';
import { decideOnRun } from '@/lib/access/decide';
import type { Person } from '@/lib/access/vocabulary';
import { DELETION, DELETION_COLUMNS } from '@/server/access/load/result-deletion';
import { nameOfIdThen, personNameThen } from '@/server/access/people/names-then';
import { commandAccess } from '@/server/access/scope';
import { forActors } from '@/server/access/viewer';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';
import { shownVersion } from '@/server/base/events/run-changes';
import { UNDO_DEFINITION } from '@/server/commands/undo/undo-offer';
import { MASK_COLUMNS, MASK_JOIN, MASKS } from '@/server/results/masks/run-masks';
import { ENDED_RUN, ENDED_RUN_COLUMNS, readNews } from '@/server/runs/execute/run-news';
import {
  rememberedShown,
  rememberShown,
  SHOWN_COLUMNS,
  SHOWN_COMMAND,
} from '@/server/runs/read/shown-command';
import { APPROVAL, APPROVAL_COLUMNS } from '@/server/runs/start/run-approval';
import { APPROVAL_JOIN } from '@/server/runs/start/run-digest';
import { FILES_COLUMN, type StoredFiles } from '@/server/runs/start/run-files';

const RUN = {
  ...ENDED_RUN,
  ...SHOWN_COMMAND,
  next_attempt_id: column.int.nullable(),
  cancelled_by_name: column.text.nullable(),
  user_name: column.text,
  files: column.json<StoredFiles>(),
  files_definition: column.text.nullable(),
  is_log_cut: column.boolean,
  is_bulk: column.boolean,
  undo_definition: column.text.nullable(),
  ...DELETION,
  ...MASKS,
  ...APPROVAL,
};
export type RunRow = RowOf<typeof RUN>;

/** The part of a log that a run's response includes, in UTF-16 code units; event streams and downloads have all of it. */
export const SHOWN_LOG = 200_000;

const runById = forActors<{ orgId: string; runId: number }>(
  (
    viewer,
    mark,
  ) => statement`select ${ENDED_RUN_COLUMNS}, ${SHOWN_COLUMNS}, ${MASK_COLUMNS}, ${DELETION_COLUMNS},
       case when r.end_reason is not null then (select min(n.run_id) from run n where n.org_id = r.org_id and n.trigger = 'retry'
         and n.run_id > r.run_id and n.parent_run_id = case when r.trigger = 'retry' then r.parent_run_id else r.run_id end)
       end as next_attempt_id,
       ${nameOfIdThen(statement`r.cancel_requested_by`, statement`coalesce(r.ended_at, now())`)} as cancelled_by_name,
       ${personNameThen(statement`r.created_at`)} as user_name, ${FILES_COLUMN} as files,
       case when strpos(r.params, 'sha256=') > 0 then d.content end as files_definition,
       s.lines as small_lines, coalesce(l.text, r.log_text) as log,
       coalesce(l.end_offset > ${SHOWN_LOG}, false) as is_log_cut, ${APPROVAL_COLUMNS},
       exists (select from bulk_run b where b.org_id = r.org_id and b.run_id = r.run_id) as is_bulk,
       ${UNDO_DEFINITION} as undo_definition
     from run r
     join command c on c.org_id = r.org_id and c.command_id = r.command_id and c.deleted_at is null
     join "user" u on u.user_id = r.started_by_user_id ${MASK_JOIN} ${APPROVAL_JOIN}
     left join run_result s on s.org_id = r.org_id and s.run_id = r.run_id
     left join lateral (
       select left(string_agg(text, '' order by start_offset), ${SHOWN_LOG}) as text, max(end_offset) as end_offset
       from run_log where run_log.org_id = r.org_id and run_log.run_id = r.run_id and start_offset < ${SHOWN_LOG}) l on true
     ${commandAccess(viewer)}
     where r.org_id = ${mark(({ orgId }) => orgId)} and r.run_id = ${mark(({ runId }) => runId)}`,
);

/** Reads a run, and checks again whether the person may see it: they may have lost access while they waited. */
export async function loadRow(actor: Person, orgId: string, runId: number): Promise<RunRow> {
  const version = shownVersion();
  const [row] = await query(RUN, runById(actor, { orgId, runId }));
  if (row === undefined) throw notFound();
  refuseUnseen(actor, row);
  rememberShown(actor, row, version);
  return row;
}

function refuseUnseen(actor: Person, row: RunRow): void {
  const access = row.role === null || row.level === null ? null : { role: row.role, level: row.level };
  const command = { orgId: row.org_id, visibility: row.visibility, access };
  const standing = { command, startedByUserId: row.user_id, startedThrough: row.started_through };
  if (decideOnRun(actor, 'run.see', standing) !== 'allowed') throw notFound();
}

/** What is true of every run whose end is announced with news, unless it was canceled. */
const NOTHING_ELSE = {
  next_attempt_id: null,
  cancelled_by_name: null,
  files: null,
  files_definition: null,
  is_log_cut: false,
  is_bulk: false,
  undo_definition: null,
  masking_definition: null,
  result_deleted_at: null,
  result_deleted_by: null,
  result_deleted_by_name: null,
  approval_id: null,
  approval_state: null,
  approval_note: null,
  approval_expires_at: null,
  approval_answered_by: null,
  approval_reason: null,
  approval_also_asked_by: null,
};

/**
 * The row that reading a person's own run would return, made of the news of its end and of what its command showed before;
 * null if it has to be read, as after any change of the command or of access.
 */
export function rowOfNews(actor: Person, orgId: string, news: string): RunRow | null {
  const ended = readNews(news);
  const shown = rememberedShown(actor, ended);
  if (shown === null || shown.masked_now.length > 0) return null;
  if (ended.org_id !== orgId || ended.user_id !== actor.userId || ended.end_reason === 'cancelled')
    return null;
  const row: RunRow = { ...ended, ...shown, ...NOTHING_ELSE, user_name: actor.name };
  refuseUnseen(actor, row);
  return row;
}
