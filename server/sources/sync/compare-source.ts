import { sql } from '@/server/base/database/db';
import { recognize } from '@/server/commands/renames/recognize';
import { readTemplates, type StoredTemplate } from '@/server/commands/template/stored-template';
import type { OpenSource } from '@/server/connections/open-credential';
import type { Discovered, TemplateDescription } from '@/server/connectors/things';
import { openSource } from '@/server/sources/sync/open-source';

/** A template, and the thing at the source that it corresponds to now. */
export interface Matched {
  stored: StoredTemplate;
  found: Discovered;
}

/** How a source's offerings compare with the commands made from them. */
export interface SourceComparison {
  /** Not a command yet. */
  added: Discovered[];
  /** At the source, and a command; under another cloudId if it was recognized. */
  matched: Matched[];
  /** A command whose source no longer has it. */
  missing: StoredTemplate[];
  /** Deleted here, but at the source. */
  restorable: Matched[];
}

/** Compares two lists by cloudId, and recognizes things whose cloudId changed. */
export function matchTemplates(
  templates: readonly StoredTemplate[],
  found: readonly Discovered[],
): SourceComparison {
  const byCloudId = new Map(templates.map((stored) => [stored.cloudId, stored]));
  const isFound = new Set(found.map(({ cloudId }) => cloudId));
  const come = found.filter(({ cloudId }) => !byCloudId.has(cloudId));
  const vanished = templates.filter(({ cloudId, isDeleted }) => !isDeleted && !isFound.has(cloudId));
  const recognized = recognize(vanished, come);
  const comparison: SourceComparison = { added: [], matched: [], missing: [], restorable: [] };
  const moved = new Set<StoredTemplate>();
  for (const each of found) {
    const stored = byCloudId.get(each.cloudId) ?? recognized.get(each);
    if (stored === undefined) comparison.added.push(each);
    else (stored.isDeleted ? comparison.restorable : comparison.matched).push({ stored, found: each });
    if (stored !== undefined) moved.add(stored);
  }
  comparison.missing = vanished.filter((stored) => !moved.has(stored));
  return comparison;
}

/** What to compare: a connection, or one of the descriptions that were uploaded for it. */
export interface ComparedSource {
  credentialId: number;
  staticCommandSourceId: number | null;
}

async function compare(
  orgId: string,
  target: ComparedSource,
  { connector, connection, context }: OpenSource,
) {
  const [found, templates] = await Promise.all([
    connector.discover(connection, context),
    readTemplates(sql, orgId, target.credentialId),
  ]);
  const sourceId = target.staticCommandSourceId;
  if (sourceId === null) return matchTemplates(templates, found);
  const isOfSource = (each: { staticCommandSourceId?: number | null }) =>
    each.staticCommandSourceId === sourceId;
  return matchTemplates(templates.filter(isOfSource), found.filter(isOfSource));
}

/** Compares what a connection offers with the commands made from it, with one query for each side. */
export async function compareSource(orgId: string, target: ComparedSource): Promise<SourceComparison> {
  const source = await openSource(orgId, target.credentialId);
  return source.use((opened) => compare(orgId, target, opened));
}

/** A comparison with the source's current description of everything that is or was a command. */
export interface ComparedClosely {
  comparison: SourceComparison;
  described: ReadonlyMap<string, TemplateDescription>;
}

/** The same, with what the source describes now. */
export async function compareSourceClosely(orgId: string, target: ComparedSource): Promise<ComparedClosely> {
  const source = await openSource(orgId, target.credentialId);
  return source.use((opened) => compareClosely(orgId, target, opened));
}

/** The same with another source in place of the connection's own, if it names things as that one does. */
export async function compareClosely(
  orgId: string,
  target: ComparedSource,
  opened: OpenSource,
): Promise<ComparedClosely> {
  const comparison = await compare(orgId, target, opened);
  const cloudIds = [...comparison.matched, ...comparison.restorable].map((matched) => matched.found.cloudId);
  const { connector, connection, context } = opened;
  return { comparison, described: await connector.describeAll(connection, context, cloudIds) };
}
