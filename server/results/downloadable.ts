import { sql } from '@/server/db';
import { AppError } from '@/server/errors';
import type { ResultSummary } from '@/server/results/write-result';

/** A result that can be taken along. */
export interface Downloadable {
  commandName: string;
  payloadFormat: ResultSummary['payloadFormat'];
}

/** What there is to download of a run whose access was decided before. Throws 409 where there is nothing yet. */
export async function unsafeDownloadable(orgId: string, runId: number): Promise<Downloadable> {
  const [run] = await sql.query<{
    name: string;
    is_over: boolean;
    has_result: boolean;
    payload_format: Downloadable['payloadFormat'];
  }>(
    `select c.name, r.status not in ('starting', 'running') as is_over, r.has_result, r.payload_format
     from run r join command c on c.org_id = r.org_id and c.command_id = r.command_id
     where r.org_id = $1 and r.run_id = $2`,
    [orgId, runId],
  );
  if (run === undefined || !run.is_over) {
    throw new AppError(
      'conflict',
      'This run is still going. Its result can be downloaded when it has ended.',
    );
  }
  if (!run.has_result) throw new AppError('conflict', 'This run has no result to download.');
  return { commandName: run.name, payloadFormat: run.payload_format };
}
