import { env } from '@/server/env';
import { AppError } from '@/server/errors';
import type { UploadedFile } from '@/server/http/context';
import { readBytes } from '@/server/http/read-body';

/** Nobody uploads more at once. */
const mostParts = 50;
const longestName = 200;
const longestField = 1_000;

const invalid = (message: string): AppError => new AppError('invalid', message);

/**
 * The files of an upload, in the parts named `file`, and the fields beside them. All of it is in memory and
 * bounded, nothing is written anywhere: what is refused leaves nothing behind.
 */
export async function readFiles(
  request: Request,
): Promise<{ files: UploadedFile[]; fields: Record<string, string> }> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    throw new AppError(
      'unsupported_media_type',
      'Send the files as multipart/form-data, in fields named "file".',
    );
  }
  const bytes = await readBytes(request, env().uploadLimitBytes);
  const parts = await partsOf(bytes, type);
  if (parts.length > mostParts)
    throw invalid(`The upload has ${parts.length} parts; ${mostParts} at most are taken.`);
  const files: UploadedFile[] = [];
  const fields: [string, string][] = [];
  for (const [name, value] of parts) {
    if (typeof value !== 'string') {
      if (name !== 'file')
        throw invalid(`There is a file in the field "${name}"; files stand in fields named "file".`);
      files.push({ name: checkedName(value.name), bytes: new Uint8Array(await value.arrayBuffer()) });
    } else if (value.length > longestField) {
      throw invalid(`The field "${name}" is longer than ${longestField} characters.`);
    } else {
      fields.push([name, value]);
    }
  }
  if (files.length === 0) throw invalid('Please select a file to upload');
  return { files, fields: Object.fromEntries(fields) };
}

async function partsOf(bytes: Buffer, type: string): Promise<[string, string | File][]> {
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
    return [...form.entries()];
  } catch (cause) {
    throw new AppError('invalid', 'The upload is not valid multipart/form-data.', { cause });
  }
}

/** Browsers send names; what looks like a path comes from elsewhere, and means no good. */
function checkedName(name: string): string {
  if (name === '' || name.length > longestName || /[/\\\p{Cc}]/u.test(name) || /^\.{1,2}$/.test(name)) {
    throw invalid(`A file must have a name of at most ${longestName} characters, without slashes.`);
  }
  return name;
}
