import statement from 'sql-template-tag';
import type { downloadCombined as downloadCombinedOperation } from '@/lib/contract/results/combined-downloads';
import { loadSeenRuns } from '@/server/access/load/load-run';
import { clock } from '@/server/base/clock';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import type { Context, FileDownload } from '@/server/operations/context';
import { type CombinedRow, linkPurpose, loadCombined } from '@/server/results/combined/combined-downloads';
import { COMBINED_CSV, combinedCsv, combinedKey } from '@/server/results/combined/combined-file';
import { combinedOutputKey } from '@/server/results/combined/combined-parts';
import { unsafeCombinedTable } from '@/server/results/combined/combined-table';
import { XLSX } from '@/server/results/downloads/result-as-file';
import { checkSealedLink } from '@/server/results/downloads/timed-link';
import { withoutExtension } from '@/server/results/formats/file-name';
import { fileBytes } from '@/server/results/stored/stored-bytes';

/**
 * The combined file, for the person who got the link, if they may still see every run in it. Throws before the first
 * byte is sent if it can't be downloaded.
 */
export async function downloadCombined({
  actor,
  subject: { orgId },
  params: { combinedId },
  query: { link },
}: Context<typeof downloadCombinedOperation>): Promise<FileDownload> {
  const combined = await loadCombined(actor, orgId, combinedId);
  checkSealedLink(link ?? '', linkPurpose(actor.userId, combinedId));
  await loadSeenRuns(actor, orgId, combined.run_ids);
  const fileName = `${await titleOf(orgId, combined)}.${combined.format}`;
  if (combined.format === 'csv') {
    const table = await unsafeCombinedTable(orgId, combined.run_ids, {
      withParams: combined.with_params,
      withErrors: combined.with_errors,
    });
    return { fileName, contentType: COMBINED_CSV, chunks: combinedCsv(orgId, table) };
  }
  if (combined.output_key !== (await combinedOutputKey(orgId, combined.run_ids))) {
    throw new AppError('conflict', 'What is masked in these results has changed. Download them again.');
  }
  const file = await fileBytes(combined.result_store_id, combinedKey(orgId, combinedId));
  return { fileName, contentType: XLSX, chunks: file.stream(0, file.sizeBytes) };
}

/** Such as “Refunds by day, 12 runs, 2026-11-23”. */
async function titleOf(orgId: string, { run_ids: runIds }: CombinedRow): Promise<string> {
  const commands = await query(
    { name: column.text },
    statement`select name from command where org_id = ${orgId} and command_id in (
      select command_id from run where org_id = ${orgId} and run_id = any(${runIds}::bigint[])) limit 2`,
  );
  const [first] = commands;
  const day = clock.now().toISOString().slice(0, 10);
  const what = commands.length === 1 && first !== undefined ? `${withoutExtension(first.name)}, ` : '';
  return `${what}${runIds.length} ${runIds.length === 1 ? 'run' : 'runs'}, ${day}`;
}
