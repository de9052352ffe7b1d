import statement from 'sql-template-tag';
import type {
  syncCloudId as syncCloudIdOperation,
  syncTemplate as syncTemplateOperation,
} from '@/lib/contract/sources/sync';
import { sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError, notFound } from '@/server/base/errors';
import type { AddedCommand } from '@/server/commands/template/add-command';
import { readingTime } from '@/server/commands/template/source-changes';
import { readTemplates } from '@/server/commands/template/stored-template';
import { updateTemplate } from '@/server/commands/template/update-template';
import type { TemplateDescription } from '@/server/connectors/things';
import type { Context } from '@/server/operations/context';
import { readChosen } from '@/server/sources/sync/chosen-of-source';
import { type CommitType, commitOne } from '@/server/sources/sync/commit-one';
import { matchTemplates } from '@/server/sources/sync/compare-source';
import { openSource } from '@/server/sources/sync/open-source';

/** A stage's result, or the message of the error that stopped it. */
async function stage<T>(work: () => Promise<T>): Promise<{ done: T } | { error: string }> {
  try {
    return { done: await work() };
  } catch (error) {
    if (error instanceof AppError && error.code !== 'not_found') return { error: error.message };
    throw error;
  }
}

/** Reads the source, then writes the result. The second stage runs only if the first succeeded. */
async function inTwoStages<T>(read: () => Promise<T>, write: (read: T) => Promise<AddedCommand[]>) {
  const reading = await stage(read);
  if ('error' in reading) {
    return { reading: { error: reading.error }, writing: { error: null, commandId: null } };
  }
  const writing = await stage(() => write(reading.done));
  return {
    reading: { error: null },
    writing:
      'error' in writing
        ? { error: writing.error, commandId: null }
        : { error: null, commandId: writing.done[0]?.commandId ?? null },
  };
}

/** Syncs one command's template, for its engineers. The template is recognized if it was renamed or has other inputs. */
export async function syncTemplate({ subject, body, audit }: Context<typeof syncTemplateOperation>) {
  const { orgId, templateId } = subject;
  const [template] = await query(
    { cloud_id: column.text, cloud_name: column.text },
    statement`select cloud_id, cloud_name from template where org_id = ${orgId} and template_id = ${templateId}
      and credential_id = ${body.credentialId}`,
  );
  if (template === undefined) throw notFound();
  return inTwoStages(
    async () => ({
      readAt: await readingTime(),
      described: await describeNow(orgId, body.credentialId, template),
    }),
    (read) =>
      updateTemplate({
        orgId,
        templateId,
        ...read,
        revision: null,
        carries: ({ isCertain }) => isCertain,
        isUndeletion: false,
        audit,
      }),
  );
}

async function describeNow(
  orgId: string,
  credentialId: number,
  { cloud_id, cloud_name }: { cloud_id: string; cloud_name: string },
): Promise<TemplateDescription> {
  const source = await openSource(orgId, credentialId);
  return source.use(async ({ connector, connection, context }) => {
    const described = (await connector.describeAll(connection, context, [cloud_id])).get(cloud_id);
    if (described !== undefined) return described;
    const found = await connector.discover(connection, context);
    const { matched } = matchTemplates(await readTemplates(sql, orgId, credentialId), found);
    const moved = matched.find(({ stored }) => stored.cloudId === cloud_id)?.found.cloudId;
    if (moved !== undefined) return connector.describe(connection, context, moved);
    throw new AppError(
      'conflict',
      `${cloud_name} no longer exists at the source, and nothing there matches it. Ask the source's owner what happened to it.`,
    );
  });
}

/** Adds, updates, or restores one thing of a source, in its current state. */
export async function syncCloudId({
  actor,
  subject: { orgId },
  body: { cloudId, credentialId },
  audit,
}: Context<typeof syncCloudIdOperation>) {
  return inTwoStages(
    () => readChosen(orgId, credentialId, [cloudId], () => true),
    (chosen) => {
      const known = chosen.known.get(cloudId);
      const commitType: CommitType =
        known === undefined ? 'addition' : known.isDeleted ? 'undeletion' : 'update';
      const committer = { orgId, actor, audit };
      return commitOne(committer, { cloudId, credentialId, commitType }, chosen);
    },
  );
}
