import type { Discovered, TemplateDescription } from '@/server/connectors/types';
import { sql } from '@/server/db';
import { openSource } from '@/server/sync/open-source';
import { recognize } from '@/server/sync/recognize';
import { readTemplates, type StoredTemplate } from '@/server/sync/stored-template';

/** A template, and the thing at the source that it is now. */
export interface Matched {
  stored: StoredTemplate;
  found: Discovered;
}

/** How what a source offers stands to what was made of it. */
export interface SourceComparison {
  /** No command yet. */
  added: Discovered[];
  /** At the source, and a command; under another cloudId where it was recognized. */
  matched: Matched[];
  /** A command whose source has it no longer. */
  missing: StoredTemplate[];
  /** Deleted here, and at the source. */
  restorable: Matched[];
}

/** Compares two lists by cloudId, and recognizes what goes under another one by now. */
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

type Opened = Parameters<Parameters<Awaited<ReturnType<typeof openSource>>['use']>[0]>[0];

async function compare(orgId: string, target: ComparedSource, { connector, connection, context }: Opened) {
  const [found, templates] = await Promise.all([
    connector.discover(connection, context),
    readTemplates(sql, orgId, target.credentialId),
  ]);
  const wanted = target.staticCommandSourceId;
  if (wanted === null) return matchTemplates(templates, found);
  const isWanted = (each: { staticCommandSourceId?: number | null }) => each.staticCommandSourceId === wanted;
  return matchTemplates(templates.filter(isWanted), found.filter(isWanted));
}

/** Looks at what a connection offers and at what was made of it: one question each. */
export async function compareSource(orgId: string, target: ComparedSource): Promise<SourceComparison> {
  const source = await openSource(orgId, target.credentialId);
  return source.use((opened) => compare(orgId, target, opened));
}

/** The same, with what the source says of everything that is a command or was one. */
export async function compareSourceClosely(
  orgId: string,
  target: ComparedSource,
): Promise<{ comparison: SourceComparison; described: Map<string, TemplateDescription> }> {
  const source = await openSource(orgId, target.credentialId);
  return source.use(async (opened) => {
    const comparison = await compare(orgId, target, opened);
    const cloudIds = [...comparison.matched, ...comparison.restorable].map(
      (matched) => matched.found.cloudId,
    );
    const { connector, connection, context } = opened;
    return { comparison, described: await connector.describeAll(connection, context, cloudIds) };
  });
}
