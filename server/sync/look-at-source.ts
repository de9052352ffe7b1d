import type { Discovered, TemplateDescription } from '@/server/connectors/types';
import { sql } from '@/server/db';
import { openSource } from '@/server/sync/open-source';
import { recognise } from '@/server/sync/recognise';
import { readTemplates, type StoredTemplate } from '@/server/sync/stored-template';

/** A template, and the thing at the source that it is now. */
export interface Met {
  stored: StoredTemplate;
  found: Discovered;
}

/** How what a source offers stands to what was made of it. */
export interface Look {
  /** No command yet. */
  fresh: Discovered[];
  /** At the source, and a command; under another cloudId where it was recognised. */
  met: Met[];
  /** A command whose source has it no longer. */
  gone: StoredTemplate[];
  /** Deleted here, and at the source. */
  back: Met[];
}

/** Compares two lists by cloudId, and recognises what goes under another one by now. */
export function matchUp(templates: readonly StoredTemplate[], found: readonly Discovered[]): Look {
  const byCloudId = new Map(templates.map((stored) => [stored.cloudId, stored]));
  const isFound = new Set(found.map(({ cloudId }) => cloudId));
  const come = found.filter(({ cloudId }) => !byCloudId.has(cloudId));
  const vanished = templates.filter(({ cloudId, isDeleted }) => !isDeleted && !isFound.has(cloudId));
  const recognised = recognise(vanished, come);
  const look: Look = { fresh: [], met: [], gone: [], back: [] };
  const moved = new Set<StoredTemplate>();
  for (const each of found) {
    const stored = byCloudId.get(each.cloudId) ?? recognised.get(each);
    if (stored === undefined) look.fresh.push(each);
    else (stored.isDeleted ? look.back : look.met).push({ stored, found: each });
    if (stored !== undefined) moved.add(stored);
  }
  look.gone = vanished.filter((stored) => !moved.has(stored));
  return look;
}

/** What is looked at: a connection, or one of the descriptions that were uploaded for it. */
export interface Looked {
  credentialId: number;
  staticCommandSourceId: number | null;
}

type Opened = Parameters<Parameters<Awaited<ReturnType<typeof openSource>>['use']>[0]>[0];

async function lookAt(orgId: string, looked: Looked, { connector, connection, context }: Opened) {
  const [found, templates] = await Promise.all([
    connector.discover(connection, context),
    readTemplates(sql, orgId, looked.credentialId),
  ]);
  const wanted = looked.staticCommandSourceId;
  if (wanted === null) return matchUp(templates, found);
  const isWanted = (each: { staticCommandSourceId?: number | null }) => each.staticCommandSourceId === wanted;
  return matchUp(templates.filter(isWanted), found.filter(isWanted));
}

/** Looks at what a connection offers and at what was made of it: one question each. */
export async function lookAtSource(orgId: string, looked: Looked): Promise<Look> {
  const source = await openSource(orgId, looked.credentialId);
  return source.use((opened) => lookAt(orgId, looked, opened));
}

/** The same, with what the source says of everything that is a command or was one. */
export async function lookClosely(
  orgId: string,
  looked: Looked,
): Promise<{ look: Look; described: Map<string, TemplateDescription> }> {
  const source = await openSource(orgId, looked.credentialId);
  return source.use(async (opened) => {
    const look = await lookAt(orgId, looked, opened);
    const cloudIds = [...look.met, ...look.back].map((met) => met.found.cloudId);
    const { connector, connection, context } = opened;
    return { look, described: await connector.describeAll(connection, context, cloudIds) };
  });
}
