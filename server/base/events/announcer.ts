import statement, { type Sql as Statement } from 'sql-template-tag';
import { warnOf } from '@/server/base/database/database-down';
import { column, query } from '@/server/base/database/statements';
import { processWide } from '@/server/base/process-wide';

/** A notification: its channel and its payload. */
export interface Announcement {
  channel: string;
  payload: string;
}

/**
 * A transaction that announces something holds a lock of the whole cluster until its commit is on disk. So while more
 * statements than these are under way in a process, the announcements of theirs follow in a transaction of their own,
 * which doesn't wait for the disk, many in one.
 */
const MOST_AT_ONCE = 2;

/** Announcements that follow their transactions. If they are lost with the process, those who wait look after two seconds. */
class Announcer {
  underWay = 0;
  private readonly waiting = new Map<string, Announcement>();
  private sending: Promise<void> | null = null;

  add(announcements: readonly Announcement[]): void {
    for (const each of announcements) this.waiting.set(`${each.channel} ${each.payload}`, each);
    if (this.waiting.size > 0) this.sending ??= this.send();
  }

  async sent(): Promise<void> {
    await this.sending;
  }

  private async send(): Promise<void> {
    while (this.waiting.size > 0) {
      const next = [...this.waiting.values()];
      this.waiting.clear();
      await announce(next).catch((error) => warnOf(error, 'Changes of runs were not announced'));
    }
    this.sending = null;
  }
}

const announcer = (): Announcer => processWide('announcer', () => new Announcer());

async function announce(announcements: readonly Announcement[]): Promise<void> {
  await query(
    { told: column.text.nullable(), flushed: column.text },
    statement`select set_config('synchronous_commit', 'off', true) as flushed, (
        select string_agg(pg_notify(channel, payload)::text, '')
        from unnest(${announcements.map(({ channel }) => channel)}::text[],
          ${announcements.map(({ payload }) => payload)}::text[]) announced (channel, payload)) as told`,
  );
}

/** The row shape of `announced`. */
export const ANNOUNCED = { told: column.text.nullable(), to_tell: column.json<Announcement[] | null>() };

/**
 * Columns of a statement that announces something.
 *
 * @param of a CTE with what it announces, as `channel` and `payload`
 * @param isLate as `announcing` gives it
 */
export const announced = (of: Statement, isLate: boolean): Statement => statement`
  case when not ${isLate} then (select string_agg(pg_notify(channel, payload)::text, '') from ${of}) end as told,
  case when ${isLate} then (select json_agg(announcement) from ${of} announcement) end as to_tell`;

/**
 * Runs a statement with the columns of `announced`, which announces by itself or has it done once it has committed.
 *
 * @param run runs the statement, as its own transaction
 */
export async function announcing<Row extends { to_tell: Announcement[] | null }>(
  run: (isLate: boolean) => Promise<Row[]>,
): Promise<Row[]> {
  const all = announcer();
  const isLate = all.underWay >= MOST_AT_ONCE;
  all.underWay += 1;
  try {
    const rows = await run(isLate);
    for (const row of rows) all.add(row.to_tell ?? []);
    return rows;
  } finally {
    all.underWay -= 1;
  }
}

/** Resolves when everything is announced; a process that ends waits for it. */
export const allAnnounced = (): Promise<void> => announcer().sent();
