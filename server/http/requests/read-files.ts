import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { boundedChunks, type Readable } from '@/server/http/requests/read-body';
import type { UploadedFile } from '@/server/operations/context';

/** Nobody uploads more at once. */
const mostParts = 50;
const longestName = 200;
const longestField = 1_000;

const invalid = (message: string): AppError => new AppError('invalid', message);

/** What a form is made of, as it comes. */
interface Form {
  files: { name: string; chunks: Buffer[] }[];
  fields: [name: string, value: string][];
}

/**
 * Reads the files of an upload, in the parts named `file`, and the other fields. All of it is kept in memory and
 * bounded. Nothing is written to disk, so a refused upload leaves nothing behind.
 */
export async function readFiles(
  incoming: Readable,
): Promise<{ files: UploadedFile[]; fields: Record<string, string> }> {
  const type = incoming.request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    throw new AppError(
      'unsupported_media_type',
      'Send the files as multipart/form-data, in fields named "file".',
    );
  }
  const { files, fields } = await readForm(incoming, type);
  if (files.length === 0) throw invalid('Please select a file to upload');
  return {
    files: files.map(({ name, chunks }) => ({ name, bytes: Buffer.concat(chunks) })),
    fields: Object.fromEntries(fields),
  };
}

async function readForm(incoming: Readable, type: string): Promise<Form> {
  const form: Form = { files: [], fields: [] };
  let refusal: AppError | null = null;
  const parser = parserOf(type);
  const refuse = (message: string): void => {
    refusal ??= invalid(message);
    parser.destroy(refusal);
  };
  parser.on('file', (field, stream, name) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    // The parser reports the same error.
    stream.on('error', () => {});
    if (field !== 'file') {
      refuse(`There is a file in the field "${field}". Send files in fields named "file".`);
    } else if (!isFileName(name)) {
      refuse(`A file must have a name of at most ${longestName} characters, without slashes.`);
    }
    form.files.push({ name, chunks });
  });
  parser.on('field', (name, value, _, isCut) => {
    if (isCut || value.length > longestField) {
      refuse(`The field "${name}" is longer than ${longestField} characters.`);
    }
    form.fields.push([name, value]);
  });
  parser.on('partsLimit', () => refuse(`An upload can have at most ${mostParts} parts.`));
  try {
    await pipeline(boundedChunks(incoming, env().uploadLimitBytes), parser);
  } catch (error) {
    if (refusal !== null || error instanceof AppError) throw refusal ?? error;
    throw malformed(error);
  }
  return form;
}

/** Throws 400 if the content type names no boundary. */
function parserOf(type: string): BusboyInstance {
  const limits = { parts: mostParts, fieldSize: 4 * longestField };
  try {
    return new Busboy({ headers: { 'content-type': type }, preservePath: true, limits });
  } catch (error) {
    throw malformed(error);
  }
}

const malformed = (cause: unknown): AppError =>
  new AppError('invalid', 'The upload is not valid multipart/form-data.', { cause });

/** Browsers send plain names. A path comes from elsewhere, and is meant to harm. */
const isFileName = (name: string): boolean =>
  name !== '' && name.length <= longestName && !/[/\\\p{Cc}]/u.test(name) && !/^\.{1,2}$/.test(name);
