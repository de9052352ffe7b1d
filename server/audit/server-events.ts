import statement, { empty } from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import { wordsOfAction } from '@/lib/contract/audit/action-words';
import { clock } from '@/server/base/clock';
import { column, query, type RowOf } from '@/server/base/database/statements';

const DAY_MS = 24 * 60 * 60 * 1000;
const ROWS_AT_ONCE = 1000;

const EVENT = {
  audit_event_id: column.int,
  time: column.time,
  action: column.text,
  user_id: column.text.nullable(),
  user: column.text.nullable(),
  about_user_id: column.text.nullable(),
  about_user: column.text.nullable(),
  subject_type: column.text,
  subject_id: column.text,
  before: column.json<JsonValue>(),
  after: column.json<JsonValue>(),
  address: column.text.nullable(),
  request_id: column.text.nullable(),
};
type Event = RowOf<typeof EVENT>;

/** A page of the events, the oldest first. Pages are found by key, so that each comes as fast as the first. */
function readEvents(since: Date, afterId: number | null): Promise<Event[]> {
  const later =
    afterId === null
      ? empty
      : statement`and (e.at, e.audit_event_id) > (
          (select at from audit_event where org_id is null and audit_event_id = ${afterId}::bigint), ${afterId}::bigint)`;
  return query(
    EVENT,
    statement`select e.audit_event_id, e.at as time, e.action, e.actor_user_id as user_id,
       coalesce(actor.email, actor.name) as "user", about.user_id as about_user_id,
       coalesce(about.email, about.name) as about_user, e.subject_type, e.subject_id, e.before, e.after,
       e.address, e.request_id
     from (
       select * from audit_event e where e.org_id is null and e.at >= ${since} ${later}
       order by e.at, e.audit_event_id limit ${ROWS_AT_ONCE}
     ) e
     left join "user" actor on actor.user_id = e.actor_user_id
     left join "user" about on about.user_id = case when e.subject_type = 'session' then e.subject_id
       else coalesce(e.after ->> 'owner', e.before ->> 'owner') end
     order by e.at, e.audit_event_id`,
  );
}

/**
 * Lists what the audit log has of no organization: how people came in and left, their tokens and programs, and what the
 * operator did.
 *
 * @param days how far it goes back
 * @param isJson whether each line is the event as JSON
 * @returns lines to print, the oldest event first
 */
export async function* serverEvents(days: number, isJson: boolean): AsyncGenerator<string> {
  const since = new Date(clock.nowMs() - days * DAY_MS);
  let afterId: number | null = null;
  for (;;) {
    const events: Event[] = await readEvents(since, afterId);
    for (const event of events) yield isJson ? JSON.stringify(event) : lineOf(event);
    if (events.length < ROWS_AT_ONCE) return;
    afterId = events.at(-1)?.audit_event_id ?? null;
  }
}

function lineOf(event: Event): string {
  const { time, action, user_id, about_user_id, about_user, before, after, address } = event;
  const isAboutAnother = about_user_id !== null && about_user_id !== user_id;
  return [
    `${time.toISOString()} ${actorOf(event)}: ${wordsOfAction(action)}`,
    ...(isAboutAnother ? [`about ${about_user}`] : []),
    ...(before === null ? [] : [`before ${JSON.stringify(before)}`]),
    ...(after === null ? [] : [`after ${JSON.stringify(after)}`]),
    ...(address === null ? [] : [`from ${address}`]),
  ].join(' · ');
}

/** The operator acts at the server, outside any request, or signs in with its key. */
function actorOf({ user_id, user, request_id, action }: Event): string {
  if (user_id !== null) return user ?? user_id;
  return request_id === null || action === 'operator.sign_in' ? 'The operator' : 'Nobody signed in';
}
