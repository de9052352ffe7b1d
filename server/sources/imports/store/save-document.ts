import statement, { type Sql as Statement } from 'sql-template-tag';
import { recordAudit } from '@/server/access/audit';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { lookSoon } from '@/server/sources/forecast/look-soon';
import type { DocumentKind, ImportedHead } from '../operations/imported';
import { connectionFor, type WantedConnection } from './connection-for';
import { keepSchemes } from './keep-schemes';

/** A description as it is read: each operation is JSON, which goes to the database unchanged. */
interface ReadDocument {
  head: ImportedHead;
  operations: AsyncIterable<string>;
}

export interface NewDocument extends WantedConnection {
  /** The kind it was read as; the sample API's description has a kind of its own, which nobody uploads. */
  kind: DocumentKind | 'sample';
  filename: string;
  /** The source to replace, if the request names one; otherwise it is found by title and server. */
  staticCommandSourceId: number | null;
}

export interface SavedDocument {
  staticCommandSourceId: number;
  credentialId: number;
  /** The name of the connection that a new source got, if it existed before. */
  existingName: string | null;
  baseUrlMissing: boolean;
  operations: number;
  /** Of the source; it increases with each upload. */
  version: number;
}

const SOURCE = {
  static_command_source_id: column.int,
  credential_id: column.int,
  api_base_url: column.text.nullable(),
  is_gone: column.boolean,
};
type SourceRow = RowOf<typeof SOURCE> & { existing_name: string | null };

/** The number of operations per statement. */
const batchSize = 200;

/**
 * Saves a description: as a new source with its own credential, or as the next version of an existing one. Saves all of
 * it or nothing.
 */
export function saveDocument(document: NewDocument, read: ReadDocument): Promise<SavedDocument> {
  return transaction(async (tx) => {
    const { orgId } = document;
    const known = await findSource(tx, document, read.head);
    const source = known ?? (await makeSource(tx, document, read.head));
    if (known !== null) {
      await keepSchemes(tx, orgId, known.credential_id, read.head.auth);
      await lookSoon(orgId, known.credential_id, tx);
    }
    const id = source.static_command_source_id;
    const [kept] = await query(
      { version: column.int },
      statement`update static_command_source
       set title = ${read.head.title}, server = ${read.head.server}, filename = ${document.filename},
         notes = ${JSON.stringify(read.head.notes)}::jsonb, uploaded_at = now(),
         uploaded_by_user_id = ${document.userId}, version = version + 1
       where org_id = ${orgId} and static_command_source_id = ${id} returning version`,
      tx,
    );
    if (kept === undefined) throw new Error('The source of a description no longer exists');
    const operations = await replaceOperations(tx, orgId, id, read.operations);
    await recordAudit(tx, document.audit, {
      orgId,
      action: 'static_command_source.upload',
      subjectType: 'static_command_source',
      subjectId: String(id),
      after: { title: read.head.title, filename: document.filename, operations },
    });
    return {
      staticCommandSourceId: id,
      credentialId: source.credential_id,
      existingName: source.existing_name,
      baseUrlMissing: (source.api_base_url ?? '') === '',
      operations,
      version: kept.version,
    };
  });
}

/** The source that this is a version of; locked, so that concurrent uploads of it run one after another. */
async function findSource(tx: Sql, document: NewDocument, head: ImportedHead): Promise<SourceRow | null> {
  const { orgId, kind, staticCommandSourceId } = document;
  const [row] = await query(
    SOURCE,
    statement`select s.static_command_source_id, s.credential_id, k.settings->>'apiBaseUrl' as api_base_url,
       k.deleted_at is not null as is_gone
     from static_command_source s
     join credential k on k.org_id = s.org_id and k.credential_id = s.credential_id
     where s.org_id = ${orgId} and s.kind = ${kind}
       and case when ${staticCommandSourceId}::int is null then s.title = ${head.title}
         and s.server = ${head.server} else s.static_command_source_id = ${staticCommandSourceId} end
     for update of s`,
    tx,
  );
  if (row === undefined && staticCommandSourceId !== null) {
    throw new AppError('impossible', 'The description to be replaced no longer exists.');
  }
  if (row === undefined) return null;
  if (!row.is_gone) return { ...row, existing_name: null };
  const { credentialId, existingName } = await connectionFor(tx, document, head);
  await execute(
    statement`update static_command_source set credential_id = ${credentialId} where org_id = ${orgId}
      and static_command_source_id = ${row.static_command_source_id}`,
    tx,
  );
  return sourceRow(row, credentialId, existingName, head);
}

async function makeSource(tx: Sql, document: NewDocument, head: ImportedHead): Promise<SourceRow> {
  const { orgId, kind } = document;
  const { credentialId, existingName } = await connectionFor(tx, document, head);
  if (existingName !== null) await keepSchemes(tx, orgId, credentialId, head.auth);
  const [row] = await query(
    { static_command_source_id: column.int },
    statement`insert into static_command_source (org_id, credential_id, kind, title, server, version)
     values (${orgId}, ${credentialId}, ${kind}, ${head.title}, ${head.server}, 0) on conflict do nothing
       returning static_command_source_id`,
    tx,
  );
  if (row === undefined) {
    throw new AppError(
      'conflict',
      'Someone else is uploading the same description right now. Try again in a moment.',
    );
  }
  return sourceRow(row, credentialId, existingName, head);
}

const sourceRow = (
  { static_command_source_id }: Pick<SourceRow, 'static_command_source_id'>,
  credentialId: number,
  existingName: string | null,
  { baseUrl }: ImportedHead,
): SourceRow => ({
  static_command_source_id,
  credential_id: credentialId,
  existing_name: existingName,
  api_base_url: baseUrl,
  is_gone: false,
});

async function replaceOperations(
  tx: Sql,
  orgId: string,
  sourceId: number,
  operations: AsyncIterable<string>,
): Promise<number> {
  await execute(
    statement`delete from static_command where org_id = ${orgId} and static_command_source_id = ${sourceId}`,
    tx,
  );
  let count = 0;
  let batch: string[] = [];
  // The next batch is read while the database inserts one.
  let taking: Promise<unknown> = Promise.resolve();
  const flush = async (): Promise<void> => {
    const [rows, position] = [batch, count];
    batch = [];
    count += rows.length;
    await taking;
    taking = execute(insertionOf(orgId, sourceId, position, `[${rows.join(',')}]`), tx);
    // The next await gets the error; until then, it must not count as unhandled.
    taking.catch(() => {});
  };
  for await (const operation of operations) {
    batch.push(operation);
    if (batch.length === batchSize) await flush();
  }
  if (batch.length > 0) await flush();
  await taking;
  return count;
}

/** @param operations as the text of a JSON array */
const insertionOf = (
  orgId: string,
  sourceId: number,
  firstPosition: number,
  operations: string,
): Statement => statement`
insert into static_command (
  org_id, static_command_source_id, position, cloud_id, cloud_name, friendly_name, description, traits, folder,
  likeness, inputs, executable
)
select ${orgId}::text, ${sourceId}::int, ${firstPosition}::int + ordinality::int - 1, o."cloudId", o."cloudName",
  o."friendlyName", o.description, array(select jsonb_array_elements_text(o.traits)), o.folder,
  array(select jsonb_array_elements_text(o.likeness)), o.inputs, o.executable
from rows from (jsonb_to_recordset(${operations}::jsonb) as (
  "cloudId" text, "cloudName" text, "friendlyName" text, description text, traits jsonb, folder text,
  likeness jsonb, inputs jsonb, executable jsonb
)) with ordinality as o (
  "cloudId", "cloudName", "friendlyName", description, traits, folder, likeness, inputs, executable, ordinality
)
on conflict do nothing`;
