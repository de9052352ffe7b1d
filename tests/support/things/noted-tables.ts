import { z } from 'zod';
import { sql } from '@/server/base/database/db';

/** Every table, with the events whose changes are noted in `last_change`, as bits: 4 insert, 8 delete, 16 update. */
export const notedTables = async (): Promise<{ name: string; events: number }[]> =>
  z.array(z.object({ name: z.string(), events: z.int() })).parse(
    await sql.query(
      `select c.relname as name, coalesce(bit_or(t.tgtype & 28) filter (where p.proname like 'note\\_change%'), 0)::int as events
         from pg_class c left join pg_trigger t on t.tgrelid = c.oid and t.tgenabled <> 'D' left join pg_proc p on p.oid = t.tgfoid
         where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1`,
    ),
  );
