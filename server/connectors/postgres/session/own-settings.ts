import type { ClientBase } from 'pg';

/**
 * Whether routines of a database make settings of their own, such as `app.tenant`. Such a setting can't be taken away from
 * a session again: `DISCARD ALL` leaves it with an empty text, which a fresh session doesn't have, and no catalog tells of it.
 * So a session that may have got one is not used again.
 */
export class OwnSettings {
  private state = '';
  private areMade = false;
  private current: Promise<unknown> = Promise.resolve();
  private next: Promise<boolean> | null = null;

  /**
   * Asks the database by one of its sessions. Those that are asked about while another look is under way share the next
   * one, which sees whatever their routines were. What the database says is kept until a routine changes.
   */
  mayExist(client: ClientBase): Promise<boolean> {
    this.next ??= this.current
      .catch(() => undefined)
      .then(() => {
        this.next = null;
        const look = this.look(client);
        this.current = look;
        return look;
      });
    return this.next;
  }

  private async look(client: ClientBase): Promise<boolean> {
    const state = await only(client, stateQuery);
    if (state !== this.state) {
      this.areMade = (await only(client, madeQuery)) === 't';
      this.state = state;
    }
    return this.areMade;
  }
}

async function only(client: ClientBase, text: string): Promise<string> {
  const { rows } = await client.query<[string | null]>({ text, rowMode: 'array' });
  return rows[0]?.[0] ?? '';
}

/** How code names such a setting; its source text is compared, in any case of letters. */
const makesSetting = String.raw`set_config|\mset\s+((session|local)\s+)?("[^"]+"|\w+)\s*\.`;

/** Whether values that a routine may execute as SQL make a setting. */
export const makesOwnSetting = (values: unknown): boolean =>
  /set_config|\bset\s+((session|local)\s+)?("|\\"|\w)+\s*\./i.test(JSON.stringify(values) ?? '');

/**
 * Routines that came with the server have lower ids than all others, so that an index finds the others: reading thousands of
 * its own after each run would cost a millisecond of the database's processor.
 */
const ofOwners = 'from pg_catalog.pg_proc p where p.oid >= 16384';

/** Differs after any change of a routine. */
const stateQuery = `
select pg_catalog.concat(pg_catalog.count(*), ' ', pg_catalog.sum(p.oid::pg_catalog.int8 * 31 + p.xmin::pg_catalog.text::pg_catalog.int8))
${ofOwners}`;

/** The body of a routine that was written in standard SQL is only in its definition. */
const madeQuery = `
select pg_catalog.bool_or(
  case when p.prosrc = '' and p.prokind in ('f', 'p') then pg_catalog.pg_get_functiondef(p.oid) else p.prosrc end
    operator(pg_catalog.~*) '${makesSetting}'
  or pg_catalog.array_to_string(p.proconfig, E'\n') operator(pg_catalog.~) '(^|\n)[^=\n]*\\.[^=\n]*=')
${ofOwners}`;
