import type { commitBatch as commitBatchOperation } from '@/lib/contract/sync';
import type { AuditSource } from '@/server/access/audit';
import { AppError } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { addCommand } from '@/server/sync/add-command';
import { openSource } from '@/server/sync/open-source';

interface Commit {
  cloudId: string;
  credentialId: number;
}

interface Committed {
  cloudId: string;
  error: string | null;
  commands: { commandId: number; name: string }[];
}

/** Makes commands of what was chosen, each on its own: one bad row does not stop the others. */
export async function commitBatch({
  actor,
  subject,
  body,
  audit,
  log,
}: Context<typeof commitBatchOperation>) {
  const rows: Commit[] = Array.isArray(body) ? body : [body];
  const commits: Committed[] = [];
  for (const row of rows) commits.push(await commitOne(subject.orgId, actor.userId, row, audit));
  log.info({ asked: rows.length, failed: commits.filter(({ error }) => error !== null).length }, 'committed');
  return { commits };
}

async function commitOne(
  orgId: string,
  userId: string,
  { cloudId, credentialId }: Commit,
  audit: AuditSource,
): Promise<Committed> {
  try {
    const source = await openSource(orgId, credentialId);
    const described = await source.use(({ connector, connection, context }) =>
      connector.describe(connection, context, cloudId),
    );
    const command = await addCommand({ orgId, userId, credentialId, described, audit });
    return { cloudId, error: null, commands: [command] };
  } catch (error) {
    if (error instanceof AppError) return { cloudId, error: error.message, commands: [] };
    throw error;
  }
}
