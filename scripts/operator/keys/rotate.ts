import statement from 'sql-template-tag';
import { counted } from '@/lib/base/text/counted';
import { countByKey, resealBatch } from '@/scripts/operator/keys/reseal';
import { type SealedColumn, sealedColumns } from '@/scripts/operator/keys/sealed-columns';
import { chainedWithoutKey, rowsChainedWith, storeChainKeys } from '@/server/audit/chain-keys';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { checkKeyRing } from '@/server/base/installation/canaries';
import type { SealingKey } from '@/server/base/secrets/seal';
import { opensCredentials } from '@/server/connections/opens-credentials';

/** The keys can't be rotated; the message says why and what to do. */
export class RotationError extends Error {
  override readonly name = 'RotationError';
}

/** Which key sealed what, and whether the first one sealed everything. */
export async function keyStatus(): Promise<{ lines: string[]; isDone: boolean }> {
  const [first] = env().encryptionKeys;
  const known = new Set(env().encryptionKeys.map(({ id }) => id));
  const lines: string[] = [];
  const left = new Map<string, number>([...known].slice(1).map((id) => [id, 0]));
  for (const sealed of sealedColumns) {
    const counts = await countByKey(sealed);
    if (counts.size === 0) continue;
    lines.push(`${sealed.words}: ${[...counts].map(([id, values]) => `${values} with ${id}`).join(', ')}`);
    for (const [id, values] of counts) if (id !== first?.id) left.set(id, (left.get(id) ?? 0) + values);
  }
  if (lines.length === 0) lines.push('Nothing is sealed yet.');
  const rows = first === undefined ? 0 : await rowsChainedWith(first.id);
  if (rows > 0)
    lines.push(
      `audit log: ${counted(rows, 'row')} chained with ${first?.id}; call npm run keys -- rotate with a new key before you remove it`,
    );
  const unread = await snapshotsLeft();
  for (const [id, values] of left) {
    lines.push(
      values === 0
        ? `Nothing in the database is sealed with the key ${id} anymore.`
        : `${values} values are sealed with the key ${id}${known.has(id) ? '' : ', which is not in ENCRYPTION_KEYS'}.`,
    );
  }
  if (unread > 0)
    lines.push(
      `${unread} runs of an earlier version are not converted yet; a worker is converting them. Until then, don't remove any key.`,
    );
  const chained = await chainedWithoutKey(env().encryptionKeys);
  for (const { keyId, rows } of chained) {
    const are = `${counted(rows, 'row')} of the audit log ${rows === 1 ? 'is' : 'are'} chained with the key ${keyId}`;
    lines.push(
      known.has(keyId)
        ? `${are}: npm run keys -- rotate stores what verifies them without it.`
        : `${are}, which is not in ENCRYPTION_KEYS, so they can't be verified: put it back, and call npm run keys -- rotate.`,
    );
  }
  const isChainKept = !chained.some(({ keyId }) => known.has(keyId));
  const isDone = unread === 0 && isChainKept && [...left.values()].every((values) => values === 0);
  if (isDone && left.size > 0) lines.push(...OUTSIDE_THE_DATABASE);
  return { lines, isDone };
}

/** What the database doesn't hold. */
const OUTSIDE_THE_DATABASE = [
  'Before you remove an old key from ENCRYPTION_KEYS, wait 15 minutes: sign-ins under way and links to downloads may still need it.',
  'Keep a copy of it for as long as you keep a backup that was made before now.',
];

/** Runs whose sealed values are still inside the text of an earlier version. */
async function snapshotsLeft(): Promise<number> {
  const [row] = await query(
    { runs: column.int },
    statement`select count(*)::int as runs from run where snapshot is not null`,
  );
  return row?.runs ?? 0;
}

/**
 * Seals everything with the first key of the ring, while Pushboard serves. It can be stopped and called again.
 *
 * @param report gets a line about each kind of value, as soon as it is done
 * @returns what is left to say, and whether nothing is sealed with another key anymore
 * @throws RotationError if no process knows the new key, or a key is missing
 */
export async function rotateKeys(
  report: (line: string) => void,
  stop: AbortSignal,
): Promise<{ lines: string[]; isDone: boolean }> {
  const ring = env().encryptionKeys;
  await refuseUnknownKey(ring);
  await checkKeyRing(opensCredentials, ring);
  let changes = await storeChainKeys(ring);
  const problems: string[] = [];
  for (const sealed of sealedColumns) {
    const { resealed, problem } = await resealColumn(sealed, ring, report, stop);
    changes += resealed;
    if (problem !== null) problems.push(`${sealed.words}: ${problem}`);
    if (stop.aborted) {
      return { lines: ['Stopped. Call it again to go on: what is done stays done.'], isDone: false };
    }
    if (resealed > 0) report(`${sealed.words}: ${resealed} sealed with ${ring[0]?.id}`);
  }
  const { lines, isDone } = await keyStatus();
  if (isDone) return { lines: changes > 0 ? lines : [...lines, nothingToDo(ring)], isDone };
  return {
    lines: [
      ...lines,
      ...problems,
      problems.length > 0
        ? 'Put the missing key back into ENCRYPTION_KEYS, or enter these values again, then call this again.'
        : 'These are values of runs in progress, or were sealed meanwhile: call this again. If it stays so, a process still has the old key first, and has to be restarted.',
    ],
    isDone,
  };
}

const nothingToDo = ([first]: readonly SealingKey[]): string =>
  `Nothing to do: everything is sealed with ${first?.id}, the first key. Put a new key first to change keys.`;

/** A key that only this program has must not seal anything: the running processes could not open it. */
async function refuseUnknownKey([first]: readonly SealingKey[]): Promise<void> {
  const rows = await query(
    { key_id: column.text },
    statement`select key_id from key_canary where key_id = ${first?.id}`,
  );
  if (rows.length > 0) return;
  throw new RotationError(
    `No process of Pushboard has started with the key ${first?.id} yet, so none could open what it seals. Put it into ENCRYPTION_KEYS of every process, restart them, then rotate.`,
  );
}

/** Says how far it is this often. */
const REPORT_MS = 5000;

async function resealColumn(
  sealed: SealedColumn,
  ring: readonly SealingKey[],
  report: (line: string) => void,
  stop: AbortSignal,
): Promise<{ resealed: number; problem: string | null }> {
  let resealed = 0;
  let problem: string | null = null;
  let afterKey: unknown = null;
  let saidAtMs = performance.now();
  do {
    const batch = await resealBatch(sealed, afterKey, ring);
    resealed += batch.resealed;
    problem ??= batch.problem;
    afterKey = batch.lastKey;
    if (performance.now() - saidAtMs > REPORT_MS) {
      saidAtMs = performance.now();
      report(`${sealed.words}: ${resealed} so far`);
    }
  } while (afterKey !== null && !stop.aborted);
  return { resealed, problem };
}
