import statement, { raw } from 'sql-template-tag';
import { column, query } from '@/server/base/database/statements';

/** A table whose ids Postgres counts up. */
interface CountedTable {
  table: 'audit_event' | 'run';
  id: 'audit_event_id' | 'run_id';
}

/** Up to this id, a table's rows were complete at this time of the database's clock. */
export interface Settled {
  id: number;
  at: Date;
}

/**
 * Says up to which id a table's rows are complete.
 *
 * A row gets its id before its transaction commits, so a row can appear below rows that are already visible. A
 * transaction that inserts holds a lock on the table from before the row gets its id until after the commit is visible.
 * So once every transaction that held this lock after we had seen an id is over, no row up to that id can appear anymore.
 */
export class SettledIds {
  /** The newest id seen, and who was writing after we saw it. */
  #seen: { newest: Settled; writers: readonly string[] } | null = null;
  #settled: Settled = { id: 0, at: new Date(0) };

  constructor(private readonly of: CountedTable) {}

  /** Returns the greatest id up to which no row can appear anymore, as far as it is known by now. Never waits. */
  async look(): Promise<Settled> {
    this.#seen ??= await this.lookAtNewest();
    const { newest, writers } = this.#seen;
    if (writers.length > 0) {
      const present = new Set(await this.writersNow());
      if (writers.some((writer) => present.has(writer))) return this.#settled;
    }
    this.#settled = newest;
    this.#seen = null;
    return newest;
  }

  private async lookAtNewest(): Promise<{ newest: Settled; writers: string[] }> {
    const [newest] = await query(
      { id: column.int, at: column.time },
      statement`select coalesce(max(${raw(this.of.id)}), 0)::int8 as id, now() as at from ${raw(this.of.table)}`,
    );
    if (newest === undefined) throw new Error('An aggregate returned no row');
    // Only now: a transaction that begins to write from here on gets a greater id.
    return { newest, writers: await this.writersNow() };
  }

  /** Returns the transactions that may have inserted rows and aren't over, by their virtual ids. */
  private async writersNow(): Promise<string[]> {
    const rows = await query(
      { virtualtransaction: column.text },
      statement`select virtualtransaction from pg_locks
        where locktype = 'relation' and relation = ${this.of.table}::text::regclass
          and mode = 'RowExclusiveLock' and granted
          and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows.map(({ virtualtransaction }) => virtualtransaction);
  }
}
