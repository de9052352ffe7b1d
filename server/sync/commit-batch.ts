import type { commitBatch as commitBatchOperation } from '@/lib/contract/sync';
import type { TemplateDescription } from '@/server/connectors/types';
import { isDatabaseDown } from '@/server/database-down';
import { AppError } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { type AddedCommand, addCommand } from '@/server/sync/add-command';
import { openSource } from '@/server/sync/open-source';

type BatchContext = Context<typeof commitBatchOperation>;

interface Commit {
  cloudId: string;
  credentialId: number;
}

interface Committed {
  cloudId: string;
  error: string | null;
  commands: AddedCommand[];
}

/** What a source says of the things that were chosen of it, or why it says nothing. */
type Described = { found: Map<string, TemplateDescription> } | { error: string };

/**
 * Makes commands of what was chosen, each in a transaction of its own: one bad row does not stop the others.
 * Each source is asked once for all that was chosen of it.
 */
export async function commitBatch(context: BatchContext) {
  const { body, subject, log } = context;
  const rows: Commit[] = Array.isArray(body) ? body : [body];
  const sources = new Map<number, Described>();
  for (const credentialId of new Set(rows.map((row) => row.credentialId))) {
    const chosen = rows.filter((row) => row.credentialId === credentialId);
    const cloudIds = chosen.map(({ cloudId }) => cloudId);
    sources.set(credentialId, await describeChosen(subject.orgId, credentialId, cloudIds));
  }
  const commits: Committed[] = [];
  for (const row of rows) commits.push(await commitOne(context, row, sources.get(row.credentialId)));
  log.info({ asked: rows.length, failed: commits.filter(({ error }) => error !== null).length }, 'committed');
  return { commits };
}

async function describeChosen(orgId: string, credentialId: number, cloudIds: string[]): Promise<Described> {
  try {
    const source = await openSource(orgId, credentialId);
    const found = await source.use(({ connector, connection, context }) =>
      connector.describeAll(connection, context, cloudIds),
    );
    return { found };
  } catch (error) {
    if (error instanceof AppError) return { error: error.message };
    throw error;
  }
}

async function commitOne(
  { actor, subject, audit, log }: BatchContext,
  { cloudId, credentialId }: Commit,
  source: Described | undefined,
): Promise<Committed> {
  const failed = (error: string): Committed => ({ cloudId, error, commands: [] });
  if (source !== undefined && 'error' in source) return failed(source.error);
  const described = source?.found.get(cloudId);
  if (described === undefined) {
    return failed(`"${cloudId}" is not at the source any more. Look for additions again.`);
  }
  try {
    const { orgId } = subject;
    const added = await addCommand({ orgId, userId: actor.userId, credentialId, described, audit });
    return { cloudId, error: null, commands: [added] };
  } catch (error) {
    if (error instanceof AppError) return failed(error.message);
    if (isDatabaseDown(error)) throw error;
    log.error({ err: error, cloudId }, 'A row of a batch failed by a mistake of ours');
    return failed(
      'Pushboard made a mistake while adding this. Your administrator finds the cause in the log.',
    );
  }
}
