import statement from 'sql-template-tag';
import { recordAudits } from '@/server/access/audit';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';
import { addHits } from '@/server/insight/errors/add-hits';
import { type FailedRun, takeFailedRuns } from '@/server/insight/errors/failed-runs';
import { FINGERPRINT_VERSION } from '@/server/insight/errors/fingerprint/fingerprint';
import {
  type FailedAt,
  isCurrent,
  isWorthTelling,
  returnsWith,
  STANDING,
} from '@/server/insight/errors/standing';
import { type Told, tellOfErrors } from '@/server/insight/errors/tell';

/** At most so many runs are grouped in one transaction. */
export const BATCH_FAILURES = 1000;

const GROUP = {
  ...STANDING,
  error_group_id: column.int,
  org_id: column.text,
  fingerprint: column.bytes,
  assignee_user_id: column.text.nullable(),
};

/** An error, and the failures that a batch adds to it. */
interface Grouped {
  group: RowOf<typeof GROUP>;
  failures: FailedRun[];
  isReturned: boolean;
}

/**
 * Puts the next failed runs into their groups, and reopens those that return. The runs leave the line, are grouped, and
 * people are told in one transaction: each failure counts once, and each return is told once, whatever dies.
 *
 * @returns how many runs left the line; 0 if none waits, or another worker is at it
 */
export async function groupFailures(nowMs: number, most = BATCH_FAILURES): Promise<number> {
  return transaction(async (tx) => {
    if (!(await claimErrors(tx))) return 0;
    const { taken, failed } = await takeFailedRuns(tx, most);
    if (failed.length === 0) return taken;
    const grouped = await groupsOf(tx, failed, nowMs);
    await addHits(tx, grouped);
    await addToGroups(tx, grouped, nowMs);
    await recordReturns(tx, grouped);
    await tellOfErrors(
      tx,
      grouped.flatMap((each) => toldOf(each, nowMs)),
    );
    return taken;
  });
}

async function claimErrors(tx: Sql): Promise<boolean> {
  const [row] = await query(
    { is_claimed: column.boolean },
    statement`select pg_try_advisory_xact_lock(hashtextextended('errors', 0)) as is_claimed`,
    tx,
  );
  return row?.is_claimed === true;
}

const keyOf = (orgId: string, fingerprint: Buffer): string => `${orgId} ${fingerprint.toString('base64')}`;

const timesOf = ({ run }: FailedRun): FailedAt => ({ begunAt: run.begun_at, endedAt: run.ended_at });

/** Finds or creates the group of each failure, and locks it. */
async function groupsOf(tx: Sql, failed: readonly FailedRun[], nowMs: number): Promise<Grouped[]> {
  const byKey = new Map<string, FailedRun[]>();
  for (const failure of failed) {
    const key = keyOf(failure.run.org_id, failure.fingerprint);
    byKey.set(key, [...(byKey.get(key) ?? []), failure]);
  }
  await createGroups(tx, [...byKey.values()], nowMs);
  const firsts = [...byKey.values()].flatMap(([first]) => first ?? []);
  const groups = await query(
    GROUP,
    statement`select g.error_group_id, g.org_id, g.fingerprint, g.assignee_user_id, g.state::text, g.state_since,
        g.ignored_until, g.ignored_until_runs, g.runs
      from unnest(${firsts.map(({ run }) => run.org_id)}::text[],
        ${firsts.map(({ fingerprint }) => fingerprint)}::bytea[]) wanted (org_id, fingerprint)
      join error_group g on g.org_id = wanted.org_id and g.fingerprint = wanted.fingerprint
      order by g.error_group_id for update of g`,
    tx,
  );
  return groups.map((group) => {
    const failures = byKey.get(keyOf(group.org_id, group.fingerprint)) ?? [];
    return { group, failures, isReturned: returnsWith(group, failures.map(timesOf), nowMs) };
  });
}

const endsOf = (failures: readonly FailedRun[]): Date[] =>
  failures.map(({ run }) => run.ended_at).sort((one, other) => one.getTime() - other.getTime());

/** An error that happened long ago only is resolved from the start. */
async function createGroups(tx: Sql, groups: readonly FailedRun[][], nowMs: number): Promise<void> {
  const firsts = groups.flatMap(([first]) => first ?? []);
  const isOpen = groups.map((failures) => failures.some((failed) => isCurrent(timesOf(failed), nowMs)));
  await execute(
    statement`insert into error_group (org_id, fingerprint, version, source_kind, credential_id, code, place, title,
        is_bad_input, state, state_since, opened_at, runs, first_at, last_at, last_run_id)
      select g.org_id, g.fingerprint, ${FINGERPRINT_VERSION}, g.source_kind, g.credential_id, g.code, g.place, g.title,
        g.is_bad_input, (case when g.is_open then 'open' else 'resolved' end)::error_state,
        case when g.is_open then g.first_at else g.last_at end, g.first_at, 0, g.first_at, g.last_at, g.run_id
      from unnest(${firsts.map(({ run }) => run.org_id)}::text[],
        ${firsts.map(({ fingerprint }) => fingerprint)}::bytea[],
        ${firsts.map(({ run }) => run.source_kind)}::text[], ${firsts.map(({ run }) => run.credential_id)}::int[],
        ${firsts.map(({ code }) => code)}::text[], ${firsts.map(({ place }) => place)}::text[],
        ${firsts.map(({ title }) => title)}::text[], ${firsts.map(({ isBadInput }) => isBadInput)}::boolean[],
        ${isOpen}::boolean[], ${groups.map((failures) => endsOf(failures)[0])}::timestamptz[],
        ${groups.map((failures) => endsOf(failures).at(-1))}::timestamptz[],
        ${firsts.map(({ run }) => run.run_id)}::bigint[])
        g (org_id, fingerprint, source_kind, credential_id, code, place, title, is_bad_input, is_open, first_at, last_at,
          run_id)
      on conflict (org_id, fingerprint) do nothing`,
    tx,
  );
}

/** Adds to the totals, and reopens what returned. */
async function addToGroups(tx: Sql, grouped: readonly Grouped[], nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  await execute(
    statement`update error_group g set runs = g.runs + added.runs, first_at = least(g.first_at, added.first_at),
        last_at = greatest(g.last_at, added.last_at),
        last_run_id = case when added.last_at >= g.last_at then added.last_run_id else g.last_run_id end,
        state = case when added.is_returned then 'open' else g.state end,
        state_since = case when added.is_returned then ${now} else g.state_since end,
        opened_at = case when added.is_returned then added.first_at else g.opened_at end,
        state_by_user_id = case when not added.is_returned then g.state_by_user_id end,
        ignored_until = case when not added.is_returned then g.ignored_until end,
        ignored_until_runs = case when not added.is_returned then g.ignored_until_runs end
      from unnest(${grouped.map(({ group }) => group.error_group_id)}::bigint[],
        ${grouped.map(({ failures }) => failures.length)}::int[],
        ${grouped.map(({ failures }) => endsOf(failures)[0])}::timestamptz[],
        ${grouped.map(({ failures }) => endsOf(failures).at(-1))}::timestamptz[],
        ${grouped.map(({ failures }) => newestOf(failures))}::bigint[],
        ${grouped.map(({ isReturned }) => isReturned)}::boolean[])
        added (error_group_id, runs, first_at, last_at, last_run_id, is_returned)
      where g.error_group_id = added.error_group_id`,
    tx,
  );
}

const newestOf = (failures: readonly FailedRun[]): number =>
  failures.reduce((newest, each) => (each.run.ended_at >= newest.run.ended_at ? each : newest)).run.run_id;

async function recordReturns(tx: Sql, grouped: readonly Grouped[]): Promise<void> {
  const returned = grouped.filter(({ isReturned }) => isReturned);
  for (const orgId of new Set(returned.map(({ group }) => group.org_id))) {
    const ofOrg = returned.filter(({ group }) => group.org_id === orgId);
    const changes = ofOrg.map(({ group }) => ({
      subjectId: String(group.error_group_id),
      before: { state: group.state },
      after: { state: 'open' },
    }));
    const by = { actorUserId: null, requestId: null, address: null };
    await recordAudits(tx, by, { orgId, action: 'error.reopen', subjectType: 'error' }, changes);
  }
}

/** Whether people are told of an error: if it is new and open, or has returned. Nobody hears about refused values. */
function toldOf({ group, failures, isReturned }: Grouped, nowMs: number): Told[] {
  const isNew = group.runs === 0 && group.state === 'open';
  const [first] = failures;
  if (first === undefined || first.isBadInput || !(isNew || isReturned)) return [];
  if (!isWorthTelling(failures.map(timesOf), nowMs)) return [];
  return [
    {
      orgId: group.org_id,
      errorId: group.error_group_id,
      isReturned,
      assigneeId: group.assignee_user_id,
      commandIds: [...new Set(failures.map(({ run }) => run.command_id))],
    },
  ];
}
