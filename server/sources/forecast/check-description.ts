import statement from 'sql-template-tag';
import type { checkDescription as checkDescriptionOperation } from '@/lib/contract/sources/expected-breaks';
import { column, query } from '@/server/base/database/statements';
import { AppError, notFound } from '@/server/base/errors';
import { documentsIn } from '@/server/connections/documents';
import { readerPlaces } from '@/server/connections/reader-places';
import type { Documents } from '@/server/connectors/things';
import type { Context, UploadedFile } from '@/server/operations/context';
import { checkOf } from '@/server/sources/forecast/check-of';
import type {
  DocumentKind,
  ImportedHead,
  ImportedOperation,
} from '@/server/sources/imports/operations/imported';
import { type OpenDocument, readDocument } from '@/server/sources/imports/upload/read-document';
import { inTurn } from '@/server/sources/sync/compare-places';
import { compareClosely } from '@/server/sources/sync/compare-source';
import { diffOf } from '@/server/sources/sync/diff-source';
import { openSource } from '@/server/sources/sync/open-source';

const SOURCE = {
  static_command_source_id: column.int,
  title: column.text,
  server: column.text,
  kind: column.oneOf(['openapi', 'postman']),
};

/** An uploaded description that another one may replace. */
interface Replaceable {
  sourceId: number;
  title: string;
  server: string;
  kind: DocumentKind;
}

/**
 * Compares the commands of a connection with a description, as if it were uploaded. Throws 404 for a connection that
 * doesn't exist, and 422 with the reason if the file can't be read or replaces none of the connection's descriptions.
 */
export async function checkDescription({
  actor,
  subject: { orgId },
  params: { credsId },
  body: { staticCommandSourceId },
  files,
  signal,
}: Context<typeof checkDescriptionOperation>) {
  const source = await openSource(orgId, credsId);
  const [file, ...others] = files;
  if (file === undefined || others.length > 0)
    throw new AppError('invalid', 'Send one description. Several files of one description are a zip file.');
  const uploaded = await uploadedFor(orgId, credsId);
  const asked = uploaded.filter(
    ({ sourceId }) => staticCommandSourceId === undefined || sourceId === staticCommandSourceId,
  );
  if (asked.length === 0) throw refusal(uploaded);
  const leavePlace = await readerPlaces().take({ orgId, userId: actor.userId }, signal);
  try {
    const { replaced, documents } = await readAs(file, asked, staticCommandSourceId !== undefined, signal);
    const target = { credentialId: credsId, staticCommandSourceId: replaced.sourceId };
    const compared = await inTurn({ orgId, userId: actor.userId, signal }, () =>
      source.use(({ context, ...opened }) =>
        compareClosely(orgId, target, { ...opened, context: { ...context, documents } }),
      ),
    );
    return checkOf(await diffOf(actor, orgId, compared));
  } finally {
    leavePlace();
  }
}

async function uploadedFor(orgId: string, credentialId: number): Promise<Replaceable[]> {
  const rows = await query(
    SOURCE,
    statement`select static_command_source_id, title, server, kind from static_command_source
      where org_id = ${orgId} and credential_id = ${credentialId} and kind in ('openapi', 'postman')
      order by static_command_source_id`,
  );
  return rows.map(({ static_command_source_id, ...row }) => ({ sourceId: static_command_source_id, ...row }));
}

/** Reads a file as the kind of description that it may replace. */
async function readAs(
  file: UploadedFile,
  uploaded: readonly Replaceable[],
  isNamed: boolean,
  signal: AbortSignal,
): Promise<{ replaced: Replaceable; documents: Documents }> {
  const kinds = [...new Set(uploaded.map(({ kind }) => kind))];
  let unread: unknown = null;
  for (const kind of kinds) {
    const read = await readDocument(kind, file.bytes, signal).catch((error: unknown) => {
      unread = error;
      return null;
    });
    if (read === null) continue;
    try {
      const ofKind = uploaded.filter((each) => each.kind === kind);
      const replaced = isNamed ? ofKind[0] : ofKind.find((each) => isVersionOf(each, read.head));
      if (replaced === undefined) throw refusal(uploaded);
      const operations = await operationsOf(read);
      return { replaced, documents: documentsIn(operations, replaced.sourceId, read.head.title) };
    } finally {
      await read.close();
    }
  }
  throw unread ?? notFound();
}

const isVersionOf = ({ title, server }: Replaceable, head: ImportedHead): boolean =>
  title === head.title && server === head.server;

async function operationsOf(read: OpenDocument): Promise<ImportedOperation[]> {
  const operations: ImportedOperation[] = [];
  for await (const operation of read.operations) operations.push(JSON.parse(operation));
  return operations;
}

function refusal(uploaded: readonly Replaceable[]): AppError {
  if (uploaded.length === 0)
    return new AppError('impossible', 'This connection has no description that this one would replace.');
  const known = uploaded.map(({ sourceId, title }) => `“${title}” (${sourceId})`).join(', ');
  return new AppError(
    'impossible',
    `None of the connection’s descriptions has this title and server: ${known}. Say which one it would replace.`,
  );
}
