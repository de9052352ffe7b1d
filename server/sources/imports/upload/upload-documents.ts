import type { uploaded, uploadOpenapi as uploadOpenapiOperation } from '@/lib/contract/sources/imports';
import type { Decoded } from '@/lib/wire/wire';
import { AppError } from '@/server/base/errors';
import { readerPlaces } from '@/server/connections/reader-places';
import type { Context, UploadedFile } from '@/server/operations/context';
import type { DocumentKind, ImportNote } from '../operations/imported';
import { boundedNotes } from '../operations/notes';
import type { WantedConnection } from '../store/connection-for';
import { keepNotes } from '../store/keep-notes';
import { saveDocument } from '../store/save-document';
import { locatedAt } from './located-at';
import { readDocument } from './read-document';

type Uploaded = Decoded<typeof uploaded>;
/** Both uploads work alike, except for the content of the files. */
type UploadContext = Context<typeof uploadOpenapiOperation>;

const endings: Record<DocumentKind, { pattern: RegExp; words: string }> = {
  openapi: { pattern: /\.(json|ya?ml|zip)$/i, words: '.json, .yml, .yaml, or .zip' },
  postman: { pattern: /\.json$/i, words: '.json' },
};

/** Reads and stores the uploaded files one after another; a bad one doesn't stop the others. */
const uploadOf =
  (kind: DocumentKind) =>
  async (context: UploadContext): Promise<Uploaded[]> => {
    const { files, body } = context;
    if (files.length > 1 && body.staticCommandSourceId !== undefined) {
      throw new AppError(
        'invalid',
        'Replace a description with a single file. Upload the files one at a time.',
      );
    }
    const rows: Uploaded[] = [];
    for (const file of files) rows.push(await uploadOne(kind, file, context));
    return rows;
  };

export const uploadOpenapi = uploadOf('openapi');
export const uploadPostman = uploadOf('postman');

async function uploadOne(kind: DocumentKind, file: UploadedFile, context: UploadContext): Promise<Uploaded> {
  const { pattern, words } = endings[kind];
  if (!pattern.test(file.name)) return refused(file.name, `The file's name must end in ${words}.`);
  return inTurn(context, file.name, () =>
    keepDocument(
      {
        kind,
        ...file,
        staticCommandSourceId: context.body.staticCommandSourceId ?? null,
        credentialId: context.body.credentialId ?? null,
        usesExisting: false,
      },
      context,
    ),
  );
}

const refused = (filename: string, error: string): Uploaded => ({ ...empty(filename), error });

const empty = (filename: string): Uploaded => ({
  filename,
  staticCommandSourceId: null,
  credentialId: null,
  baseUrlMissing: false,
  server: '',
  operations: 0,
  skipped: [],
  ignoredMethods: [],
  notes: [],
  error: null,
});

type Asked = Pick<Context<typeof uploadOpenapiOperation>, 'actor' | 'subject' | 'audit' | 'log' | 'signal'>;

/** Waits for a place among the readers; the reason that a description can't be read becomes its outcome. */
export async function inTurn(
  { actor, subject, signal }: Asked,
  filename: string,
  work: () => Promise<Uploaded>,
): Promise<Uploaded> {
  const leavePlace = await readerPlaces().take({ orgId: subject.orgId, userId: actor.userId }, signal);
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && !signal.aborted) return refused(filename, error.message);
    throw error;
  } finally {
    leavePlace();
  }
}

interface GivenDocument {
  kind: DocumentKind;
  name: string;
  bytes: Uint8Array;
  /** The source that it replaces, if the request names one. */
  staticCommandSourceId: number | null;
  credentialId: WantedConnection['credentialId'];
  usesExisting: WantedConnection['usesExisting'];
  /** Where it was fetched from: its server may be relative to that. */
  address?: string;
}

const usesConnection = (name: string): ImportNote => ({
  where: null,
  message: `Its commands use the connection “${name}”, which already leads to this server.`,
});

/** Reads a description and stores it. Throws 422 with the reason if it can't be read. */
export async function keepDocument(given: GivenDocument, context: Asked): Promise<Uploaded> {
  const { actor, subject, audit, log, signal } = context;
  const { kind, name: filename, staticCommandSourceId, credentialId, usesExisting } = given;
  const read = await readDocument(kind, given.bytes, signal);
  try {
    const head = given.address === undefined ? read.head : locatedAt(given.address, read.head);
    const document = {
      orgId: subject.orgId,
      userId: actor.userId,
      kind,
      filename,
      staticCommandSourceId,
      credentialId,
      usesExisting,
      audit,
    };
    const saved = await saveDocument(document, { ...read, head });
    const { server, skipped, ignoredMethods } = head;
    // The import is complete, whatever the check finds.
    const notes = boundedNotes([
      ...(saved.existingName === null ? [] : [usesConnection(saved.existingName)]),
      ...head.notes,
      ...(await read.notes()),
    ]);
    await keepNotes(subject.orgId, saved, notes);
    const { version: _, existingName: __, ...kept } = saved;
    log.info(
      { kind, operations: saved.operations, skipped: skipped.length, notes: notes.length },
      'uploaded',
    );
    return { ...empty(filename), ...kept, server, skipped, ignoredMethods, notes };
  } finally {
    await read.close();
  }
}
