import { withClient } from '@/scripts/postgres/connect';
import { SANDBOX } from '../support/doubles/remote-app';

/** Where the time of the others' runs went that got in line since then, without these long ones: in a line of text. */
export function partsOfRuns(databaseUrl: string, since: Date, longOnes: number[]): Promise<string> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ part: string; p50: number; p95: number }>(
      `with short as (
         select * from run
         where org_id = $1 and queued_at >= $2 and ended_at is not null and run_id <> all($3)
       ), parts as (
         select 'checked' as part, queued_at - created_at as took from short
         union all select 'in line', started_at - queued_at from short
         union all select 'executed', ended_at - started_at from short
       )
       select part,
         percentile_cont(0.5) within group (order by extract(epoch from took) * 1000) as p50,
         percentile_cont(0.95) within group (order by extract(epoch from took) * 1000) as p95
       from parts group by part order by part`,
      [SANDBOX, since, longOnes],
    );
    const parts = rows.map(({ part, p50, p95 }) => `${part} ${p50.toFixed(0)} / ${p95.toFixed(0)}`);
    return `parts of a run, p50 / p95 ms: ${parts.join(', ')}`;
  });
}
