import statement from 'sql-template-tag';
import { sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { readingTime } from '@/server/commands/template/source-changes';
import { readTemplates } from '@/server/commands/template/stored-template';
import type { Discovered, TemplateDescription } from '@/server/connectors/things';
import { matchTemplates } from '@/server/sources/sync/compare-source';
import { openSource } from '@/server/sources/sync/open-source';

/** The template of a chosen thing. */
export interface Known {
  templateId: number;
  cloudName: string;
  isDeleted: boolean;
}

/** What the source and the database have for the selection. */
export interface Chosen {
  described: ReadonlyMap<string, TemplateDescription>;
  known: ReadonlyMap<string, Known>;
  /** When reading the source began. */
  readAt: Date;
}

/**
 * Reads everything that was selected from a source with one request.
 *
 * @param mayHaveMoved whether to look for unknown cloudIds under another cloudId, which requires listing everything at
 *   the source
 */
export async function readChosen(
  orgId: string,
  credentialId: number,
  cloudIds: readonly string[],
  mayHaveMoved: (cloudId: string) => boolean,
): Promise<Chosen> {
  const source = await openSource(orgId, credentialId);
  const known = await readKnown(orgId, credentialId, cloudIds);
  const readAt = await readingTime();
  return source.use(async ({ connector, connection, context }) => {
    const described = await connector.describeAll(connection, context, cloudIds);
    const unknown = cloudIds.filter((id) => !known.has(id) && described.has(id) && mayHaveMoved(id));
    if (unknown.length === 0) return { described, known, readAt };
    const moved = await readMoved(orgId, credentialId, await connector.discover(connection, context));
    return { described, known: new Map([...moved, ...known]), readAt };
  });
}

async function readKnown(
  orgId: string,
  credentialId: number,
  cloudIds: readonly string[],
): Promise<Map<string, Known>> {
  const rows = await query(
    { template_id: column.int, cloud_id: column.text, cloud_name: column.text, is_deleted: column.boolean },
    statement`select t.template_id, t.cloud_id, t.cloud_name, t.deleted_at is not null or not exists (
       select from command c
       where c.org_id = t.org_id and c.template_id = t.template_id and c.deleted_at is null) as is_deleted
     from template t where t.org_id = ${orgId} and t.credential_id = ${credentialId}
       and t.cloud_id = any(${cloudIds.filter((id) => !id.includes('\0'))}::text[])`,
  );
  return new Map(
    rows.map((row) => [
      row.cloud_id,
      { templateId: row.template_id, cloudName: row.cloud_name, isDeleted: row.is_deleted },
    ]),
  );
}

/** Things that have another cloudId now, by the current one. */
async function readMoved(
  orgId: string,
  credentialId: number,
  found: readonly Discovered[],
): Promise<Map<string, Known>> {
  const { matched } = matchTemplates(await readTemplates(sql, orgId, credentialId), found);
  return new Map(
    matched.map(({ stored: { templateId, cloudName, isDeleted }, found: { cloudId } }) => [
      cloudId,
      { templateId, cloudName, isDeleted },
    ]),
  );
}
