import type { diff } from '@/lib/contract/sources/sync-diff';
import type { Decoded } from '@/lib/wire/wire';
import { mayKnow } from '@/server/access/may-know';
import { sql } from '@/server/base/database/db';
import { type Change, compareTemplate } from '@/server/commands/template/compare-template';
import { type ConfiguredInput, readConfigured } from '@/server/commands/template/configured-input';
import { withInputEdits } from '@/server/commands/template/input-edits';
import { planStartupValues } from '@/server/commands/template/plan-inputs';
import { revisionOf } from '@/server/commands/template/revision';
import { clearSourceChanges, readingTime } from '@/server/commands/template/source-changes';
import type { StoredTemplate } from '@/server/commands/template/stored-template';
import type { TemplateDescription } from '@/server/connectors/things';
import { type ValueHolder, valueHolders } from '@/server/dependents/value-holders';
import {
  type ComparedSource,
  compareSource,
  compareSourceClosely,
  type Matched,
} from '@/server/sources/sync/compare-source';
import { type DiffRow, foundRow, madeOf, removedRow } from '@/server/sources/sync/diff-row';
import { effectsOf } from '@/server/sources/sync/effects';
import { readIgnored } from '@/server/sources/sync/ignore';
import { countRecentRunners } from '@/server/sources/sync/recent-runners';
import { rememberLikeness } from '@/server/sources/sync/remember-likeness';

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
  described: TemplateDescription;
  changes: Change[];
}

/** How a connection differs from the commands made from it. The number of queries is constant. */
export async function diffSource(userId: string, orgId: string, target: ComparedSource): Promise<Diff> {
  const readAt = await readingTime();
  const { comparison, described } = await compareSourceClosely(orgId, target);
  await rememberLikeness(orgId, [...comparison.matched, ...comparison.restorable]);
  const result = emptyDiff();
  const compare = (matched: Matched): Compared | null => {
    const found = described.get(matched.found.cloudId);
    if (found === undefined) return null;
    const now = withInputEdits(found, matched.stored);
    return { matched, described: now, changes: compareTemplate(matched.stored, now) };
  };
  const compared: Compared[] = [];
  /** The same as here, although the source told of a change. */
  const settled: number[] = [];
  const back: Compared[] = [];
  for (const matched of comparison.matched) {
    const outcome = compare(matched);
    if (outcome === null) result.error.push({ ...foundRow(matched.found, 'error'), ...vanishedMeanwhile });
    else if (outcome.changes.length > 0) compared.push(outcome);
    else {
      if (matched.stored.sourceChange !== null) settled.push(matched.stored.templateId);
      result.alreadyAdded.push({
        ...foundRow(matched.found, 'already_added'),
        ...madeOf(userId, { ...matched.stored, sourceChange: null }),
      });
    }
  }
  await clearSourceChanges(sql, orgId, settled, readAt);
  for (const matched of comparison.restorable)
    back.push(...[compare(matched)].filter((outcome) => outcome !== null));

  const templateIds = [...compared, ...back].map(({ matched }) => matched.stored.templateId);
  const [configured, holders, runners, ignored] = await Promise.all([
    readConfigured(sql, orgId, templateIds),
    valueHolders(sql, orgId, templateIds),
    countRecentRunners(orgId, [...templateIds, ...comparison.missing.map(({ templateId }) => templateId)]),
    readIgnored(sql, orgId),
  ]);
  const changed = (each: Compared, diffType: DiffRow['diffType']): DiffRow => ({
    ...foundRow(each.matched.found, diffType),
    ...madeOf(userId, each.matched.stored),
    ...brought(userId, each, {
      configured: configured.get(each.matched.stored.templateId) ?? [],
      holders: holders.get(each.matched.stored.templateId) ?? [],
    }),
    recentRunnerCount: runners.get(each.matched.stored.templateId) ?? 0,
  });
  result.modified = compared.map((each) => changed(each, 'update'));
  const undeleted = parted(
    back.map((each) => changed(each, 'undeletion')),
    ignored,
  );
  result.deleted = comparison.missing.map((stored) => ({
    ...removedRow(stored),
    ...madeOf(userId, stored),
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

const vanishedMeanwhile = {
  unavailableReason: 'It was deleted at the source during the comparison. Compare again.',
};

/** The part of a row that says what changed, and what syncing it would affect. */
const brought = (
  userId: string,
  { matched: { stored, found }, described, changes }: Compared,
  around: AroundInputs,
): Partial<DiffRow> => ({
  revision: revisionOf(stored, described),
  previousCloudId: stored.cloudId === found.cloudId ? null : stored.cloudId,
  changes: withEffects(userId, { stored, described, changes }, around),
});

/** What stands around the inputs of a template's commands. */
export interface AroundInputs {
  configured: readonly ConfiguredInput[];
  holders: readonly ValueHolder[];
}

/** Changes of a template, with what they would do to the settings of its engineers, and what they would stop. */
export function withEffects(
  userId: string,
  { stored, described, changes }: Pick<Compared, 'described' | 'changes'> & Pick<Matched, 'stored'>,
  { configured, holders }: AroundInputs,
): DiffRow['changes'] {
  const before = new Map(stored.inputs.map((input) => [input.key, input]));
  const after = new Map(described.inputs.map((input) => [input.key, input]));
  const living = new Set(stored.commands.flatMap((each) => (each.isDeleted ? [] : [each.commandId])));
  const isOfLiving = ({ commandId }: ConfiguredInput) => stored.isDeleted || living.has(commandId);
  const names = namesOf(userId, stored);
  const startupLost = startupLostOf(stored, described);
  return changes.map((change) => ({
    ...change,
    affects: [
      ...stoppedBy(change, holders),
      ...effectsOf(change, before, after, configured.filter(isOfLiving), startupLost).map((effect) => ({
        ...effect,
        ...NOTHING_STOPS,
      })),
    ].map(({ commandId, ...effect }) => {
      const commandName = names.get(commandId) ?? null;
      return commandName === null
        ? { ...effect, ...NOTHING_STOPS, commandId: null, commandName }
        : { ...effect, commandId, commandName };
    }),
  }));
}

const NOTHING_STOPS = { name: null, ownerName: null, nextAt: null };

/** What stops when an input is removed. */
const stoppedBy = ({ key, change }: Change, holders: readonly ValueHolder[]) =>
  change !== 'removed'
    ? []
    : holders
        .filter((holder) => holder.key === key)
        .map(({ kind, commandId, name, ownerName, nextAt }) => ({
          kind: kind as string,
          outcome: 'stopped' as const,
          commandId,
          name,
          ownerName,
          nextAt: nextAt?.toISOString() ?? null,
        }));

function startupLostOf(
  { startupValues }: StoredTemplate,
  { inputs }: TemplateDescription,
): ReadonlySet<string> {
  const kept = planStartupValues(startupValues, inputs) ?? {};
  return new Set(Object.keys(startupValues ?? {}).filter((key) => !Object.hasOwn(kept, key)));
}

function namesOf(userId: string, stored: StoredTemplate): Map<number, string> {
  return new Map(stored.commands.filter(mayKnow(userId)).map(({ commandId, name }) => [commandId, name]));
}

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
