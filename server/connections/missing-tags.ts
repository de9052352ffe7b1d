import statement from 'sql-template-tag';
import { column, query } from '@/server/base/database/statements';
import { isTagServed } from '@/server/base/events/worker-alive';

/** The tags that connections ask for and no worker that is alive has; sorted. The tag of those without one isn't among them. */
export async function missingWorkerTags(): Promise<string[]> {
  const rows = await query(
    { tag: column.text },
    statement`select distinct k.worker_tag as tag from credential k
      where k.worker_tag is not null and k.deleted_at is null and not ${isTagServed(statement`k.worker_tag`)}
      order by 1`,
  );
  return rows.map(({ tag }) => tag);
}
