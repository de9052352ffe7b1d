import type { Person } from '@/lib/access/vocabulary';
import type { diff } from '@/lib/contract/sources/sync-diff';
import type { Decoded } from '@/lib/wire/wire';
import { type Knows, mayKnow } from '@/server/access/may-know';
import { sql } from '@/server/base/database/db';
import { type Carried, carryRenames } from '@/server/commands/renames/carry-renames';
import { type Change, changesOf } from '@/server/commands/template/compare-template';
import { readConfigured } from '@/server/commands/template/configured-input';
import { withInputEdits } from '@/server/commands/template/input-edits';
import { revisionOf } from '@/server/commands/template/revision';
import { clearSourceChanges, readingTime } from '@/server/commands/template/source-changes';
import type { TemplateDescription } from '@/server/connectors/things';
import { automaticRuns } from '@/server/dependents/automatic-runs';
import { dependentsByCommand } from '@/server/dependents/list-dependents';
import { valueHolders } from '@/server/dependents/value-holders';
import {
  type ComparedClosely,
  type ComparedSource,
  compareSource,
  compareSourceClosely,
  type Matched,
} from '@/server/sources/sync/compare-source';
import { type DiffRow, foundRow, madeOf, removedRow } from '@/server/sources/sync/diff-row';
import { readIgnored } from '@/server/sources/sync/ignore';
import { countRecentRunners } from '@/server/sources/sync/recent-runners';
import { rememberLikeness } from '@/server/sources/sync/remember-likeness';
import { type AroundInputs, withEffects } from '@/server/sources/sync/with-effects';

export type Diff = Decoded<typeof diff>;

export const emptyDiff = (): Diff => ({
  added: [],
  deleted: [],
  modified: [],
  undeleted: [],
  alreadyAdded: [],
  error: [],
  ignored: [],
});

/** What a connection offers that is not a command yet, with ignored things listed separately. */
export async function findNew(orgId: string, target: ComparedSource): Promise<Diff> {
  const { added } = await compareSource(orgId, target);
  const rows = added.map((found) => foundRow(found, 'addition'));
  const { kept } = parted(rows, await readIgnored(sql, orgId));
  return { ...emptyDiff(), added: kept };
}

interface Compared {
  matched: Matched;
  found: TemplateDescription;
  carried: Carried;
  changes: Change[];
}

/**
 * How a connection differs from the commands made from it. The number of queries is constant.
 *
 * @param reader who sees the result; null for the product itself, which knows all commands
 */
export async function diffSource(
  reader: Person | null,
  orgId: string,
  target: ComparedSource,
): Promise<Diff> {
  const readAt = await readingTime();
  const compared = await compareSourceClosely(orgId, target);
  const diff = await diffOf(reader, orgId, compared);
  await settle(orgId, compared, diff, readAt);
  return diff;
}

/** Notes that the source was read: what it told of things that turned out to be the same is settled. */
export async function settle(
  orgId: string,
  { comparison: { matched, restorable } }: ComparedClosely,
  { alreadyAdded }: Diff,
  readAt: Date,
): Promise<void> {
  await rememberLikeness(orgId, [...matched, ...restorable]);
  const same = new Set(alreadyAdded.map(({ templateId }) => templateId));
  const told = matched.filter(({ stored }) => stored.sourceChange !== null && same.has(stored.templateId));
  await clearSourceChanges(
    sql,
    orgId,
    told.map(({ stored }) => stored.templateId),
    readAt,
  );
}

/** The differences as a reader may know them, of a source that was read; nothing is written. */
export async function diffOf(
  reader: Person | null,
  orgId: string,
  { comparison, described }: ComparedClosely,
): Promise<Diff> {
  const knows = reader === null ? () => true : mayKnow(reader.userId);
  const result = emptyDiff();
  const compare = (matched: Matched): Compared | null => {
    const found = described.get(matched.found.cloudId);
    if (found === undefined) return null;
    const carried = carryRenames(found, matched.stored, () => true);
    return { matched, found, carried, changes: changesOf(carried) };
  };
  const compared: Compared[] = [];
  const back: Compared[] = [];
  for (const matched of comparison.matched) {
    const outcome = compare(matched);
    if (outcome === null) result.error.push({ ...foundRow(matched.found, 'error'), ...vanishedMeanwhile });
    else if (outcome.changes.length > 0) compared.push(outcome);
    else
      result.alreadyAdded.push({
        ...foundRow(matched.found, 'already_added'),
        ...madeOf(knows, { ...matched.stored, sourceChange: null }),
      });
  }
  for (const matched of comparison.restorable)
    back.push(...[compare(matched)].filter((outcome) => outcome !== null));

  const templateIds = [...compared, ...back].map(({ matched }) => matched.stored.templateId);
  const missing = comparison.missing.map((stored) => ({ stored, made: madeOf(knows, stored) }));
  const missingIds = missing.flatMap(({ made }) => made.commands.map(({ commandId }) => commandId));
  const [configured, holders, automatic, runners, ignored, dependents] = await Promise.all([
    readConfigured(sql, orgId, templateIds),
    valueHolders(sql, orgId, templateIds),
    automaticRuns(sql, orgId, templateIds),
    countRecentRunners(orgId, [...templateIds, ...comparison.missing.map(({ templateId }) => templateId)]),
    readIgnored(sql, orgId),
    dependentsByCommand(reader, orgId, missingIds),
  ]);
  const changed = (each: Compared, diffType: DiffRow['diffType']): DiffRow => ({
    ...foundRow(each.matched.found, diffType),
    ...madeOf(knows, each.matched.stored),
    ...brought(knows, each, {
      configured: configured.get(each.matched.stored.templateId) ?? [],
      holders: holders.get(each.matched.stored.templateId) ?? [],
      automatic: automatic.get(each.matched.stored.templateId) ?? [],
    }),
    recentRunnerCount: runners.get(each.matched.stored.templateId) ?? 0,
  });
  result.modified = compared.map((each) => changed(each, 'update'));
  const undeleted = parted(
    back.map((each) => changed(each, 'undeletion')),
    ignored,
  );
  result.deleted = missing.map(({ stored, made }) => ({
    ...removedRow(stored),
    ...made,
    dependents: made.commands.map(({ commandId }) => dependents.get(commandId) ?? NOTHING),
    revision: revisionOf(stored, null),
    recentRunnerCount: runners.get(stored.templateId) ?? 0,
  }));
  const fresh = parted(
    comparison.added.map((found) => foundRow(found, 'addition')),
    ignored,
  );
  result.added = fresh.kept;
  result.undeleted = undeleted.kept;
  result.ignored = [...fresh.ignored, ...undeleted.ignored];
  return result;
}

const NOTHING = { dependents: [], hidden: [] };

const vanishedMeanwhile = {
  unavailableReason: 'It was deleted at the source during the comparison. Compare again.',
};

/** The part of a row that says what changed, and what syncing it would affect. */
const brought = (
  knows: Knows,
  { matched: { stored }, found, carried, changes }: Compared,
  around: AroundInputs,
): Partial<DiffRow> => ({
  revision: revisionOf(stored, withInputEdits(found, stored)),
  previousCloudId: stored.cloudId === found.cloudId ? null : stored.cloudId,
  changes: withEffects(knows, { carried, changes }, around),
});

function parted(rows: readonly DiffRow[], ignoreIds: ReadonlyMap<string, number>) {
  const kept: DiffRow[] = [];
  const ignored: DiffRow[] = [];
  for (const row of rows) {
    const ignoreId = ignoreIds.get(row.cloudId);
    if (ignoreId === undefined) kept.push(row);
    else ignored.push({ ...row, ignoreId });
  }
  return { kept, ignored };
}
