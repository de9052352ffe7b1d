import { exactJson } from '@/lib/base/exact-json';
import { anyOf } from '@/lib/base/text/lists';
import { type DownloadFormat, downloadFormat } from '@/lib/contract/results/downloads';
import { cellText, type ResultTable, readTable, readTables } from '@/lib/results/table/result-table';
import { deletionText } from '@/lib/runs/result-state';
import { splitMessage } from '@/lib/runs/run-error-text';
import { endingMessage, statusLabel } from '@/lib/runs/run-status';
import { fullTime, zonedTime } from '@/lib/runs/run-times';
import { type ExitCode, exitCodes } from '../exit';
import type { EndedRun } from '../follow';
import { printable, tableText } from '../table';

/** The exit code of a run that has ended. */
export function exitCodeOf({ status, endReason }: EndedRun): ExitCode {
  if (status === 'success') return exitCodes.success;
  if (endReason === 'cancelled') return exitCodes.canceled;
  return endReason === 'worker_lost' ? exitCodes.unavailable : exitCodes.failed;
}

/** Why a run failed, for people; null if it didn't. */
export function failureText({ status, endReason, errors, resultDeletion }: EndedRun): string | null {
  if (status === 'success') return null;
  const { word } = statusLabel(status, endReason);
  if (resultDeletion !== null) return printable(`${word}: ${deletionText(resultDeletion, fullTime)}`);
  const messages = (errors ?? []).map(({ message, hint }) => {
    const { headline, rest } = splitMessage(message);
    return [headline, rest, hint ?? ''].filter((part) => part.trim() !== '').join('\n');
  });
  const text = messages.length > 0 ? messages.join('\n') : endingMessage(endReason);
  return printable(`${word}: ${text}`);
}

/** Who can approve a run that waits, and until when. */
export function waitingText({ approvers, expiresAt }: NonNullable<EndedRun['approval']>): string {
  const who = anyOf(approvers.slice(0, 5));
  return `Waiting for the approval of ${who}, until ${zonedTime(expiresAt)}.`;
}

/** What a dry run would have changed, for people. */
export function dryRunText({ changes, notUndone }: NonNullable<EndedRun['dryRun']>): string {
  const rows = changes.map(
    ({ table, inserted, updated, deleted }) =>
      `  ${table}: ${inserted} inserted, ${updated} updated, ${deleted} deleted`,
  );
  const none = notUndone.length === 0 ? 'A run would change no row.' : 'No row was seen to change.';
  const what = rows.length === 0 ? [none] : ['A run would change:', ...rows];
  return printable(['This was a dry run. Everything was undone.', ...what, ...notUndone].join('\n'));
}

/** The first rows or the value of a result, for a terminal that is as wide as this; null without a result. */
export function resultText(run: EndedRun, width: number | null): string | null {
  const { payload, payloadFormat, resultDeletion } = run;
  if (resultDeletion !== null) return printable(deletionText(resultDeletion, fullTime));
  if (payloadFormat === null || payloadFormat === 'empty' || payload == null) return null;
  const table = readTable(payload);
  if (table !== null) return textOfTable(table, width);
  const tables = payloadFormat === 'json.multiset.rowwise' ? readTables(payload) : null;
  if (tables !== null) return tables.map((each) => textOfTable(each, width)).join('\n\n');
  return printable(typeof payload === 'string' ? payload : exactJson(payload, 2));
}

function textOfTable({ columns, rows }: ResultTable, width: number | null): string {
  const cells = rows.map((row) => row.map((cell) => (cell === null ? '' : cellText(cell))));
  const names = columns.map(({ name }) => name);
  return `${tableText(names, cells, width)}\n(${rows.length} ${rows.length === 1 ? 'row' : 'rows'})`;
}

/** What a result can be downloaded as; none without a result. */
export const formatsOf = ({ extensions }: EndedRun): readonly DownloadFormat[] =>
  (extensions ?? '').split(',').flatMap((each) => downloadFormat.safeParse(each).data ?? []);
