import type { uploaded, uploadOpenapi as uploadOpenapiOperation } from '@/lib/contract/sources/imports';
import type { Decoded } from '@/lib/wire/wire';
import { AppError } from '@/server/base/errors';
import { readerPlaces } from '@/server/connections/reader-places';
import type { Context, UploadedFile } from '@/server/operations/context';
import type { DocumentKind } from '../operations/imported';
import { boundedNotes } from '../operations/notes';
import { keepNotes } from '../store/keep-notes';
import { saveDocument } from '../store/save-document';
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
  const { actor, subject, body, audit, log, signal } = context;
  const nothing: Uploaded = {
    filename: file.name,
    staticCommandSourceId: null,
    credentialId: null,
    baseUrlMissing: false,
    server: '',
    operations: 0,
    skipped: [],
    ignoredMethods: [],
    notes: [],
    error: null,
  };
  const { pattern, words } = endings[kind];
  if (!pattern.test(file.name)) return { ...nothing, error: `The file's name must end in ${words}.` };
  const leavePlace = await readerPlaces().take({ orgId: subject.orgId, userId: actor.userId }, signal);
  try {
    const read = await readDocument(kind, file.bytes, signal);
    try {
      const saved = await saveDocument(
        {
          orgId: subject.orgId,
          userId: actor.userId,
          kind,
          filename: file.name,
          staticCommandSourceId: body.staticCommandSourceId ?? null,
          audit,
        },
        read,
      );
      const { server, skipped, ignoredMethods } = read.head;
      // The import is complete, whatever the check finds.
      const notes = boundedNotes([...read.head.notes, ...(await read.notes())]);
      await keepNotes(subject.orgId, saved, notes);
      const { version: _, ...kept } = saved;
      log.info(
        { kind, operations: saved.operations, skipped: skipped.length, notes: notes.length },
        'uploaded',
      );
      return { ...nothing, ...kept, server, skipped, ignoredMethods, notes };
    } finally {
      await read.close();
    }
  } catch (error) {
    if (error instanceof AppError && !signal.aborted) return { ...nothing, error: error.message };
    throw error;
  } finally {
    leavePlace();
  }
}
