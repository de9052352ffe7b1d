import statement, { type Sql as Statement } from 'sql-template-tag';
import { z } from 'zod';
import { payloadFormat, type run, runEndReason, runStatus } from '@/lib/contract/runs/run';
import { runTriggers } from '@/lib/contract/runs/trigger';
import type { Decoded } from '@/lib/wire/wire';
import { column } from '@/server/base/database/statements';

/**
 * The end of a run whose caller waits for it is announced with its row, so that nobody reads what they were just told. An
 * announcement takes less than 8,000 bytes.
 */
const LARGEST_NEWS_BYTES = 7000;

/** What a run's row, result, and log say of it. */
export const ENDED_RUN = {
  run_id: column.int,
  org_id: column.text,
  command_id: column.int,
  template_id: column.int,
  run_group_id: column.int.nullable(),
  parent_run_id: column.int.nullable(),
  trigger: column.oneOf(runTriggers),
  is_dry_run: column.boolean,
  ran_anyway: column.boolean,
  user_id: column.text,
  started_through: column.text.nullable(),
  params: column.text.nullable(),
  status: runStatus,
  end_reason: runEndReason.nullable(),
  payload_format: payloadFormat.nullable(),
  has_result: column.boolean,
  small_lines: column.text.nullable(),
  errors: column.json<Decoded<typeof run>['errors']>(),
  log: column.text.nullable(),
  result_facts: column.text.nullable(),
  is_truncated: column.boolean,
  total_rows: column.int.nullable(),
  created_at: column.time,
  started_at: column.time.nullable(),
  ended_at: column.time.nullable(),
};

const time = z.coerce.date();
const news = z.strictObject({
  ...ENDED_RUN,
  created_at: time,
  started_at: time.nullable(),
  ended_at: time.nullable(),
});
export type EndedRun = z.output<typeof news>;

/** The columns of `ENDED_RUN` that the run `r` has. */
export const ENDED_RUN_COLUMNS = statement`r.run_id, r.org_id, r.command_id, r.template_id, r.run_group_id, r.parent_run_id,
  r.trigger::text, r.is_dry_run, r.ran_anyway, r.started_by_user_id as user_id, r.started_through, r.params, r.status,
  r.end_reason, r.payload_format, r.has_result, r.errors, r.result_facts, r.is_truncated, r.total_rows, r.created_at,
  r.started_at, r.ended_at`;

/**
 * The news of a run's end to announce on the channel of its caller's process; no row if they are too large, or if parts of
 * the result are kept elsewhere.
 *
 * @param awaited a CTE with the run's new row and its `news_channel`, or nothing
 * @param lines, text SQL expressions of its small result and of its log
 */
export const newsOf = (awaited: Statement, lines: Statement, text: Statement): Statement => statement`
  select r.news_channel as channel, r.run_id || ' ' || told.news as payload
  from ${awaited} r
  cross join lateral (select row_to_json(ended)::text as news from (
    select ${ENDED_RUN_COLUMNS}, ${lines} as small_lines, ${text} as log) ended
    where not ended.has_result or ended.small_lines is not null) told
  where octet_length(told.news) <= ${LARGEST_NEWS_BYTES}`;

/** Reads the news of a run's end. */
export const readNews = (text: string): EndedRun => news.parse(JSON.parse(text));
